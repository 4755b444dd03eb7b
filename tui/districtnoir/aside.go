package districtnoir

import (
	"slices"
	"strings"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// columns are what stands beside the table in a wide window, and how wide it is: left of it what both
// have taken, right of it the story and what has been seen.
type columns struct {
	left, right int // 0: none
	fans, news  kit.Block
}

// fitting are the columns of a window.
func fitting(w, h int) columns {
	switch {
	case h < 20 || w < 112:
		return columns{}
	case h < 44 || w < 180:
		return columns{right: 32}
	}
	return columns{left: 38, right: 54}
}

// beside puts the columns beside the table.
func (c *columns) beside(table kit.Block) kit.Block {
	switch {
	case c.right == 0:
		return table
	case c.left == 0:
		return kit.Beside(0, table, c.news)
	}
	return kit.Beside(0, c.fans, table, c.news)
}

// asideView draws the right column: the moves with the cards that were played, a reminder, and what
// everybody has seen of each kind.
type asideView struct {
	cardView
	told *tales
}

// draw draws it on h lines; the reminder stands there as long as it has room.
func (p asideView) draw(h int, reminder []string) kit.Block {
	seen := p.seen()
	lines := append(make([]string, 0, h), p.th.Bright.Render(p.Words("The story so far")))
	story := p.story(h - len(seen) - 2)
	lines = append(lines, story...)
	if len(lines)+len(reminder)+len(seen) <= h {
		seen = slices.Concat(reminder, seen)
	}
	lines = append(lines, make([]string, max(0, h-len(lines)-len(seen)))...)
	lines = append(lines, seen...)
	side := p.th.Ash.Render(p.g.Vertical) + " "
	for i, line := range lines {
		lines[i] = side + line
	}
	return kit.Lines(lines...).Widen(p.w + 2)
}

// story are the newest moves on at most h lines, the newest last.
func (p asideView) story(h int) (lines []string) {
	for _, l := range slices.Backward(p.Frame.Log) {
		told := p.told.of(l.Ply, func() []string { return p.retell(l) })
		if len(lines)+len(told) > h {
			break
		}
		lines = slices.Insert(lines, 0, told...)
	}
	return lines
}

// retell draws a line of the log: who, and the cards.
func (p asideView) retell(l engine.Line) (lines []string) {
	const indent = 4
	for _, raw := range l.Effects {
		effect, err := rules.ReadEffect(raw)
		if err != nil {
			continue
		}
		switch e := effect.(type) {
		case rules.Placed:
			lines = append(lines, p.mover(l.Seat)+p.th.Smoke.Render(p.th.Sign(" ▸ "))+p.chips([]rules.Card{e.Card})[0])
		case rules.Took:
			slices.Reverse(e.Cards)
			lines = append(lines, p.mover(l.Seat)+p.th.Smoke.Render(p.th.Sign(" ◂ ")+p.Words("takes")))
			for _, line := range kit.Flow(p.chips(e.Cards), p.w-indent) {
				lines = append(lines, strings.Repeat(" ", indent)+line)
			}
		case rules.Round:
			for _, line := range kit.Wrap(teller{p.speech}.begins(e), p.w) {
				lines = append(lines, p.th.Smoke.Render(line))
			}
		}
	}
	if len(lines) == 0 {
		for _, line := range kit.Wrap(teller{p.speech}.unplayed(l), p.w) {
			lines = append(lines, p.th.Text.Render(line))
		}
	}
	return lines
}

// mover names a seat, names in a column.
func (p asideView) mover(s engine.Seat) string {
	w := min(p.w/2, max(kit.Width(p.name(0)), kit.Width(p.name(1))))
	style := p.th.Cold
	if s == p.Near() {
		style = p.th.Bright
	}
	return "  " + style.Render(kit.Pad(p.name(s), w))
}

// seen tells what has been on the table of each kind: public facts that every player keeps in mind.
func (p asideView) seen() []string {
	tally := rules.Count(slices.Concat(p.view.Row, p.view.Tableau[0], p.view.Tableau[1])...)
	lines := []string{"", p.th.Bright.Render(p.Words("Seen so far"))}
	for _, c := range supports {
		n := int(tally[c])
		seen := tone(p.th, c).Render(chip(p.g, c) + " " + strings.Repeat(gang(p.g, c), n))
		lines = append(lines, p.fact(seen+p.th.Smoke.Render(strings.Repeat(p.g.Dot, max(0, c.Copies()-n))), n, c.Copies()))
	}
	for _, kind := range [...]struct {
		title       string
		first, last rules.Card
	}{{p.Words("alliances"), rules.Plus2, rules.Plus4}, {p.Words("betrayals"), rules.Minus1, rules.Minus3}} {
		n, all := 0, 0
		for c := kind.first; c <= kind.last; c++ {
			n, all = n+int(tally[c]), all+c.Copies()
		}
		lines = append(lines, p.fact(tone(p.th, kind.first).Render(kind.title), n, all))
	}
	found := make([]string, 0, 3)
	for c := rules.Harbor; c <= rules.CityHall; c++ {
		if tally[c] > 0 {
			found = append(found, tone(p.th, c).Render(" "+chip(p.g, c)+" "))
		} else {
			found = append(found, p.th.Smoke.Render(" "+p.g.Dot+" "))
		}
	}
	return append(lines, kit.Spread(min(p.w, 40), p.th.Text.Render(p.Words("cities")), strings.Join(found, " ")))
}

// fact says how many of a kind have been seen.
func (p asideView) fact(what string, n, all int) string {
	style := p.th.Smoke
	if n == all {
		style = p.th.Text
	}
	return kit.Spread(min(p.w, 40), what, style.Render(p.Words("%d of %d", n, all)))
}
