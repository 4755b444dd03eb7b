package play

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// View draws a title line, the table or the score sheet, and a line for what
// else there is to say.
func (t *table) View(w, h int, th *tui.Theme) string {
	body := h - headLines - footLines
	lines := make([]string, 0, h)
	lines = append(lines, t.header(th, w))
	lines = append(lines, t.body(th, w, body)...)
	for len(lines) < h-footLines {
		lines = append(lines, "")
	}
	page := strings.Join(append(lines[:h-footLines], t.status(th, w)), "\n")
	if t.over == nil {
		return page
	}
	box := t.over.box(t, w, h-headLines, th)
	t.overAt = placed{Block: box, x: (w - box.Width()) / 2, y: (h - box.Height()) / 2}
	over := lipgloss.NewCompositor(lipgloss.NewLayer(box.String()).X(t.overAt.x).Y(t.overAt.y))
	return lipgloss.NewCanvas(w, h).Compose(lipgloss.NewLayer(page)).Compose(over).Render()
}

// header names the game and what it is played for.
func (t *table) header(th *tui.Theme, w int) string {
	if t.board == nil {
		return ""
	}
	f, dot := t.frame, " "+th.Glyphs.Dot+" "
	right := ""
	switch {
	case t.mode == replaying:
		right = "replay "
	case t.mode == watching:
		right = "you are watching "
	case f.Watchers > 0:
		right = fmt.Sprintf("%d watching ", f.Watchers)
	}
	title := " " + th.Bright.Render(strings.ToUpper(t.session.Title(f.Game)))
	facts := kit.Join(dot, t.board.Heading(), terms(f))
	long := title + "  " + th.Smoke.Render(facts)
	if kit.Width(long)+kit.Width(right) < w {
		return kit.Spread(w, long, th.Smoke.Render(right))
	}
	short := title + "  " + th.Smoke.Render(t.board.Heading())
	return kit.FirstFit(w, long, short, " "+th.Smoke.Render(t.board.Heading()))
}

// terms says what the game counts for and how fast it goes.
func terms(f matchmaking.Frame) string {
	word := "casual"
	if f.Rated {
		word = "rated"
	}
	if f.Pace == data.Day {
		word += ", a day a move"
	}
	return word
}

func (t *table) body(th *tui.Theme, w, h int) []string {
	switch {
	case t.board == nil:
		return t.waiting(th, w, h)
	case t.sheet.on:
		return t.sheetLines(th, w, h)
	}
	return strings.Split(t.board.View(w, h, t.session.Now(), th), "\n")
}

// waiting is shown before there is a table, or in its place.
func (t *table) waiting(th *tui.Theme, w, h int) []string {
	text, style := "Taking your seat.", th.Smoke
	if t.mode == replaying {
		text = "Fetching the game."
	}
	if t.ended != nil {
		text, style = Sorry(nil, t.ended), th.Text
	}
	lines := make([]string, max(0, h/2-1))
	for _, line := range kit.Wrap(text, w-4) {
		lines = append(lines, style.Render(kit.Center(line, w)))
	}
	return lines
}

// status is the line below the table: what went wrong, what happened around the
// table, what is offered.
func (t *table) status(th *tui.Theme, w int) string {
	switch {
	case t.complaint != "":
		return th.Danger.Render(kit.Cut(" "+t.complaint, w))
	case t.mode == replaying && t.board != nil:
		return kit.Cut(t.tapeLine(th, w), w)
	case t.lost():
		return th.Danger.Render(kit.Cut(" The table is closed for now. The game is kept.", w))
	case t.notice.text != "":
		return th.Text.Render(kit.Cut(" "+t.notice.text, w))
	}
	return th.Lamp.Render(kit.Cut(t.offers(), w))
}

// offers says who wants another game.
func (t *table) offers() string {
	f := t.frame
	switch {
	case !t.gameOver() || t.ended != nil:
		return ""
	case t.canFollow():
		return " They play again: r follows them."
	case len(f.Rematch) == 0 || t.mode != seated || f.Next != "":
		return ""
	case t.offered(f.Seat):
		return " You have offered a rematch."
	}
	return " " + name(f, f.Rematch[0]) + " offers a rematch: r accepts."
}

func (t *table) offered(s engine.Seat) bool { return slices.Contains(t.frame.Rematch, s) }
