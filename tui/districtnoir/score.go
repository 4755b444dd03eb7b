package districtnoir

import (
	"strings"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui/kit"
)

// sheet is the score sheet at the end.
type sheet struct {
	brush

	counted float64 // the part of the totals that is shown
}

// draw writes the sheet.
func (p sheet) draw() string {
	th, w := p.th, p.w
	var lines []string
	for _, line := range kit.Wrap(ending{p.speech}.result(), w) {
		lines = append(lines, th.Bright.Render(line))
	}
	if p.bare() {
		return strings.Join(lines, "\n")
	}
	for _, line := range kit.Wrap(p.note(), w) {
		lines = append(lines, th.Smoke.Render(line))
	}
	lines = append(lines, "")
	return strings.Join(append(lines, p.lines()...), "\n")
}

// bare reports whether the game ended before anybody had taken a card: there is nothing to count.
func (p sheet) bare() bool { return len(p.view.Tableau[0])+len(p.view.Tableau[1]) == 0 }

// note says what the figures mean when they did not decide.
func (p sheet) note() string {
	switch p.Frame.End.Result.Reason {
	case rules.City:
		return p.Words("Three cities end the game: the points do not count.")
	case rules.Resigned, rules.TimedOut, engine.Aborted:
		return p.Words("The points as they stood:")
	}
	return ""
}

// lines are one for each way to score.
func (p sheet) lines() []string {
	near, far := p.Near(), p.far()
	score := p.view.Scores()
	own, rival := score[near], score[far]
	lines := []string{p.line("", p.nameCell(near), p.nameCell(far))}
	for _, c := range supports {
		mine, theirs := int(p.tally(near)[c]), int(p.tally(far)[c])
		lines = append(lines, p.line(tone(p.th, c).Render(gang(p.g, c))+" "+p.th.Smoke.Render(p.Words("most %ss", c)),
			p.part(p.cards(c, mine), own.Majorities[c]), p.part(p.cards(c, theirs), rival.Majorities[c])))
	}
	lines = append(lines,
		p.line(p.Words("sets"), p.part(p.many(own.Sets), own.SetPoints), p.part(p.many(rival.Sets), rival.SetPoints)),
		p.line(p.Words("alliances"), p.plain(p.dealSum(near, +1)), p.plain(p.dealSum(far, +1))),
		p.line(p.Words("betrayals"), p.plain(p.dealSum(near, -1)), p.plain(p.dealSum(far, -1))),
		p.th.Smoke.Render(strings.Repeat(p.g.Horizontal, p.labelWidth()+2*p.cellWidth())),
		p.line(p.Words("total"), p.total(kit.Rolled(own.Total, p.counted)), p.total(kit.Rolled(rival.Total, p.counted))))
	if p.Frame.End.Result.Reason == rules.TieBreak {
		lines = append(lines, p.tieLine())
	}
	return lines
}

func (p sheet) labelWidth() int { return min(16, p.w/3) }

func (p sheet) cellWidth() int { return min(18, (p.w-p.labelWidth())/2) }

func (p sheet) line(label, own, rival string) string {
	cell := p.cellWidth()
	return kit.Pad(p.th.Smoke.Render(label), p.labelWidth()) + kit.Spread(cell, "", own) + kit.Spread(cell, "", rival)
}

func (p sheet) nameCell(s engine.Seat) string {
	style := p.th.Cold
	if s == p.Near() {
		style = p.th.Bright
	}
	return style.Render(kit.Cut(p.Frame.Seats[s].Name, p.cellWidth()-1))
}

// glyphCell is the width of a cell from which it has a glyph for each card of a gang.
const glyphCell = 15

// cards draws a number of cards of a gang.
func (p sheet) cards(c rules.Card, n int) string {
	if n == 0 || p.cellWidth() < glyphCell {
		return p.many(n)
	}
	return tone(p.th, c).Render(strings.Repeat(gang(p.g, c), n))
}

func (p sheet) many(n int) string { return p.th.Smoke.Render(number(p.g, n)) }

// part is what there is and what it pays.
func (p sheet) part(held string, points int) string {
	if points == 0 {
		return held + p.th.Smoke.Render("    "+p.g.Dot)
	}
	return held + "  " + p.th.Text.Render(kit.Spread(3, "", signed(p.g, points)))
}

func (p sheet) plain(points int) string {
	switch {
	case points == 0:
		return p.th.Smoke.Render(p.g.Dot)
	case points < 0:
		return p.th.Danger.Render(signed(p.g, points))
	}
	return p.th.Text.Render(signed(p.g, points))
}

func (p sheet) total(points int) string { return p.th.Bright.Render(number(p.g, points)) }

// dealSum adds the alliances, or with a negative sign the betrayals, of a seat.
func (p sheet) dealSum(s engine.Seat, sign int) int {
	sum := 0
	for _, c := range p.view.Tableau[s] {
		if c.Deal() && c.Value()*sign > 0 {
			sum += c.Value()
		}
	}
	return sum
}

// tieLine is what decided between equal totals.
func (p sheet) tieLine() string {
	level := p.view.TieBreak()
	held := func(s engine.Seat) int {
		if level == "cities" {
			return p.view.Cities(s)
		}
		n := 0
		for _, c := range p.view.Tableau[s] {
			if c.String() == level {
				n++
			}
		}
		return n
	}
	return p.line(p.Words("tie: more %s", p.tieThing(level)), p.total(held(p.Near())), p.total(held(p.far())))
}
