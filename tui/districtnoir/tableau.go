package districtnoir

import (
	"fmt"
	"strings"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/kit"
)

// tableauView draws what the seats have taken.
type tableauView struct{ brush }

// line shows what a seat has taken, and what it is worth as if counted now.
func (p tableauView) line(s engine.Seat) string {
	now, word := number(p.g, p.view.Scores()[s].Total), p.Words("now")
	if p.w >= columnsWidth {
		left := strings.Repeat(" ", 2) + p.supportColumns(s) + p.deals(s, p.w-54-kit.Width(now)-kit.Width(word))
		right := p.cities(s, " ") + p.th.Smoke.Render("   "+word+" ") + p.th.Bright.Render(now)
		return kit.Spread(p.w-margin, left, right)
	}
	left := p.supportCounts(s) + " " + p.deals(s, 10)
	right := p.cities(s, "") + " " + p.th.Bright.Render(now)
	if wide := p.cities(s, "") + p.th.Smoke.Render(" "+word+" ") + p.th.Bright.Render(now); kit.Width(left)+kit.Width(wide)+2 < p.w {
		right = wide
	}
	return " " + kit.Spread(p.w-margin, left, right)
}

// supports are the kinds of which the most pay.
var supports = [...]rules.Card{rules.Five, rules.Six, rules.Seven, rules.Eight}

// supportColumns shows a pip for each card; a value in which the seat leads is
// bright.
func (p tableauView) supportColumns(s engine.Seat) string {
	own, rival := p.tally(s), p.tally(1-s)
	var out strings.Builder
	for _, c := range supports {
		style := p.th.Text
		pips := strings.Repeat(p.g.Pip, int(own[c]))
		switch {
		case own[c] == 0:
			style, pips = p.th.Smoke, p.g.Dot
		case own[c] > rival[c]:
			style = p.th.Bright
		}
		out.WriteString(style.Render(kit.Pad(sign(p.g, c)+" "+pips, c.Copies()+4)))
	}
	return out.String()
}

// supportCounts is the short form: 2x5 are two cards of value 5.
func (p tableauView) supportCounts(s engine.Seat) string {
	own, rival := p.tally(s), p.tally(1-s)
	out := make([]string, len(supports))
	for i, c := range supports {
		style := p.th.Text
		switch {
		case own[c] == 0:
			style = p.th.Smoke
		case own[c] > rival[c]:
			style = p.th.Bright
		}
		out[i] = style.Render(fmt.Sprintf("%dx%s", own[c], sign(p.g, c)))
	}
	return strings.Join(out, " ")
}

// deals shows alliances and betrayals card by card, or by kind, or as two sums,
// whichever fits.
func (p tableauView) deals(s engine.Seat, w int) string {
	own := p.tally(s)
	var cards, kinds []string
	var plus, minus int
	for c := rules.Plus2; c <= rules.Minus3; c++ {
		n := int(own[c])
		if n == 0 {
			continue
		}
		style := p.th.Text
		if c.Value() < 0 {
			style = p.th.Danger
			minus += n * c.Value()
		} else {
			plus += n * c.Value()
		}
		one := style.Render(sign(p.g, c))
		for range n {
			cards = append(cards, one)
		}
		if n > 1 {
			one = style.Render(fmt.Sprintf("%dx", n)) + one
		}
		kinds = append(kinds, one)
	}
	sums := kit.Join(" ", p.sum(plus, p.th.Text), p.sum(minus, p.th.Danger))
	return kit.FirstFit(w, strings.Join(cards, " "), strings.Join(kinds, " "), sums)
}

func (p tableauView) sum(n int, style tui.Style) string {
	if n == 0 {
		return ""
	}
	return style.Render(signed(p.g, n))
}

// cities shows which of the three a seat has taken.
func (p tableauView) cities(s engine.Seat, between string) string {
	own := p.tally(s)
	var out []string
	for c := rules.Harbor; c <= rules.CityHall; c++ {
		if own[c] > 0 {
			out = append(out, p.th.Bright.Render(sign(p.g, c)))
		} else {
			out = append(out, p.th.Smoke.Render(p.g.Dot))
		}
	}
	return strings.Join(out, between)
}
