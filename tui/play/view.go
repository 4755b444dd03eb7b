package play

import (
	"errors"
	"slices"
	"strings"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// edges are the lines above and below the table. They stay while time passes, the
// upper one as long as the frame is the same.
type edges struct {
	w, h     int // of the window
	th       *tui.Theme
	revision int // of the frame
	head     string
	foot     []string // nil when it may have to be another one
}

// View draws a title line, the table or the score sheet, and a line for what
// else there is to say.
func (t *table) View(w, h int, th *tui.Theme) []string {
	t.edge(w, h, th)
	lines, below := slices.Grow(t.lines[:0], h)[:h], h-len(t.drawn.foot)
	t.lines = lines
	clear(lines)
	lines[0] = t.drawn.head
	copy(lines[below:], t.drawn.foot)
	copy(lines[headLines:below], t.body(th, w, below-headLines))
	if t.over == nil {
		return lines
	}
	box := t.over.box(t, w, h-headLines, th)
	t.overAt = placed{Block: box, x: (w - box.Width()) / 2, y: (h - box.Height()) / 2}
	return tui.Over(lines, box.Text(), t.overAt.x, t.overAt.y, w)
}

// edge draws the edges that are not at hand.
func (t *table) edge(w, h int, th *tui.Theme) {
	now, was := edges{w: w, h: h, th: th, revision: t.frame.Revision}, &t.drawn
	same := was.w == w && was.h == h && was.th == th
	if same && was.foot != nil {
		return
	}
	if now.head = was.head; !same || was.revision != now.revision {
		now.head = t.header(th, w)
	}
	now.foot = t.footer(th, w, h)
	*was = now
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
		right = th.Words("replay") + " "
	case t.mode == watching:
		right = th.Words("you are watching") + " "
	case f.Watchers > 0:
		right = th.Several(f.Watchers, "%d watching", "%d watching") + " "
	}
	title := " " + th.Bright.Render(strings.ToUpper(t.session.Title(f.Game)))
	facts := kit.Join(dot, t.board.Heading(), terms(th, f))
	long := title + "  " + th.Smoke.Render(facts)
	if kit.Width(long)+kit.Width(right) < w {
		return kit.Spread(w, long, th.Smoke.Render(right))
	}
	short := title + "  " + th.Smoke.Render(t.board.Heading())
	return kit.FirstFit(w, long, short, " "+th.Smoke.Render(t.board.Heading()))
}

// terms says what the game counts for and how fast it goes.
func terms(th *tui.Theme, f matchmaking.Frame) string {
	word := th.Words("casual")
	if f.Rated {
		word = th.Words("rated")
	}
	if f.Pace == data.Day {
		word = th.Words("%s, a day a move", word)
	}
	return word
}

func (t *table) body(th *tui.Theme, w, h int) []string {
	switch {
	case t.board == nil, errors.Is(t.ended, matchmaking.ErrClosed):
		return t.waiting(th, w, h)
	case t.sheet.on:
		return t.sheetLines(th, w, h)
	}
	return t.board.View(w, h, t.session.Now(), th)
}

// waiting is shown before there is a table, or in its place.
func (t *table) waiting(th *tui.Theme, w, h int) []string {
	text, style := th.Words("Taking your seat."), th.Smoke
	if t.mode == replaying {
		text = th.Words("Fetching the game.")
	}
	switch {
	case errors.Is(t.ended, matchmaking.ErrNoTable): // lists have no tables that never were
		text, style = th.Words("That game is over, and its table has been cleared."), th.Text
	case t.ended != nil:
		text, style = Sorry(th.Reader, nil, t.ended), th.Text
	}
	lines := make([]string, max(0, h/2-1))
	for _, line := range kit.Wrap(text, w-4) {
		lines = append(lines, style.Render(kit.Center(line, w)))
	}
	return lines
}

// footer is what there is to say below the table: what went wrong or has just happened
// around it, on as many lines as can be spared, or else a line.
func (t *table) footer(th *tui.Theme, w, h int) []string {
	trouble := t.complaint
	if trouble == "" && t.mode != replaying && t.lost() {
		trouble = th.Words("The table is closed for now. The game is kept.")
	}
	spare := max(1, min(mostFootLines, h-headLines-leastBody))
	switch {
	case trouble == "" && t.mode != replaying && t.news() != "":
		lines := kit.Shorten(t.news(), w-2, spare, th.Glyphs.More)
		for i := range lines {
			lines[i] = th.Text.Render(" " + lines[i])
		}
		return lines
	case trouble == "":
		return append(t.appraisalLines(th, w, h-headLines-leastBody-1), t.status(th, w))
	}
	lines := advice(th.Reader, trouble, w-2, spare, th.Glyphs.More)
	for i := range lines {
		lines[i] = th.Danger.Render(" " + lines[i])
	}
	return lines
}

// advice is a text on h lines at most: all of it, or its end, which says what to do.
func advice(r *language.Reader, text string, w, h int, more string) []string {
	for _, end := range []string{". ", "; ", ": "} {
		for len(kit.Wrap(text, w)) > h && strings.Contains(text, end) {
			_, rest, _ := strings.Cut(text, end)
			text = tui.Sentence(r, rest)
		}
	}
	return kit.Shorten(text, w, h, more)
}

// status is the line below the table: what it does for the viewer, what is offered.
func (t *table) status(th *tui.Theme, w int) string {
	if t.mode == replaying && t.board != nil {
		return kit.Cut(t.tapeLine(th, w), w)
	}
	if Relieved(t.frame) {
		return " " + th.Lamp.Render(kit.FirstFit(w-1,
			th.Words("The house plays for you: press enter to play on."), th.Words("Press enter to play on.")))
	}
	if t.frame.Warned {
		return " " + th.Danger.Render(kit.FirstFit(w-1,
			th.Words("One more turn without a move and the house plays for you."), th.Words("Move, or the house plays for you.")))
	}
	if t.frame.Declines && !t.gameOver() {
		return " " + th.Lamp.Render(kit.FirstFit(w-1,
			th.Words("You pass by yourself whenever all are asked: o has you asked again."), th.Words("You pass by yourself: o ends it.")))
	}
	return " " + th.Lamp.Render(kit.FirstFit(w-1, t.offers(th)...))
}

// offers says who wants another game, the longest form first.
func (t *table) offers(th *tui.Theme) []string {
	f := t.frame
	waits, want, all := Rematch(th.Reader, f), len(f.Rematch), len(f.Seats)
	switch {
	case !t.gameOver():
		return []string{""}
	case t.ended != nil:
		return t.tooLate(th.Reader)
	case t.canFollow():
		return []string{th.Words("They play again: r follows them.")}
	case waits == "" || t.mode != seated:
		return []string{""}
	case t.offered(f.Seat) && all > 2:
		return []string{waits, th.Several(want, "%d of %d wants a rematch.", "%d of %d want a rematch.", all)}
	case t.offered(f.Seat):
		return []string{th.Words("You have offered a rematch.")}
	case all > 2:
		return []string{th.Words("%s r accepts.", waits), th.Several(want, "%d of %d wants a rematch: r accepts.", "%d of %d want a rematch: r accepts.", all)}
	}
	return []string{th.Words("%s offers a rematch: r accepts.", name(th.Reader, f, f.Rematch[0]))}
}

// tooLate says that nobody can want another game here any more, the longest form first.
func (t *table) tooLate(r *language.Reader) []string {
	switch {
	case t.mode != seated || t.frame.Next != "":
		return []string{""}
	case t.canPlayNext():
		return []string{r.Words("The table is closed: it is too late for a rematch. n looks for the next game."), r.Words("It is too late for a rematch.")}
	}
	return []string{r.Words("The table is closed: it is too late for a rematch."), r.Words("It is too late for a rematch.")}
}

func (t *table) offered(s engine.Seat) bool { return slices.Contains(t.frame.Rematch, s) }
