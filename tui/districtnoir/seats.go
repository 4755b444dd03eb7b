package districtnoir

import (
	"fmt"
	"strings"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/tui"
	"noir/tui/kit"
)

// Widths from which a part is drawn in its longer form.
const (
	ruledWidth   = 60 // a seat's line is a rule with facts in it
	columnsWidth = 76 // a tableau has a column for each value
)

// seatLine tells who sits there, what they hold, whether they have taken, and their time.
func (p *painter) seatLine(s engine.Seat) string {
	hand := p.held(s)
	took, tookShort := p.Words("take open"), p.Words("open")
	if p.view.Took[s] {
		took, tookShort = p.Words("take used"), p.Words("used")
	}
	if p.w >= ruledWidth {
		if hand != "" {
			hand = p.Words("hand %s", hand)
		}
		return kit.Rule(p.th, p.w, p.who(s, true), p.facts(hand, took, p.clock(s))...)
	}
	right := strings.Join(p.facts(hand, tookShort, p.clock(s)), "  ")
	left := kit.FirstFit(p.w-kit.Width(right)-margin-1, p.who(s, true), p.who(s, false))
	return " " + kit.Spread(p.w-margin, left, right)
}

// facts leaves out what says nothing: an empty hand, no clock.
func (p *painter) facts(hand, took, clock string) []string {
	var facts []string
	for _, text := range []string{hand, took} {
		if text != "" {
			facts = append(facts, p.th.Smoke.Render(text))
		}
	}
	if clock != "" {
		facts = append(facts, clock)
	}
	return facts
}

// who names a seat, marked when it is to move, with its rating or its kind.
func (p *painter) who(s engine.Seat, long bool) string {
	seat := p.Frame.Seats[s]
	style := p.th.Cold
	if s == p.Near() {
		style = p.th.Bright
	}
	name := style.Render(seat.Name)
	if p.toMove(s) {
		mark := p.th.Cold
		if p.MayAct() {
			mark = p.th.Lamp
		}
		name = mark.Render(p.g.Cursor) + " " + name
	}
	if !long {
		return name
	}
	switch {
	case seat.Away:
		return name + p.th.Danger.Render(" "+p.Words("away"))
	case seat.Substitute:
		return name + p.th.Smoke.Render(" "+p.Words("the house plays"))
	}
	return kit.Join(" ", name, p.th.Smoke.Render(tui.Standing(seat)))
}

// toMove reports whether the table waits for a seat.
func (p *painter) toMove(s engine.Seat) bool { return p.Frame.End == nil && p.view.Turn() == s }

// held shows the hand of a seat that is not drawn as cards: its backs, or its
// faces when they are open.
func (p *painter) held(s engine.Seat) string {
	if s == p.Near() && !p.Watching() {
		return ""
	}
	if open := p.hands[s]; open != nil {
		if s == p.Near() {
			return ""
		}
		return signs(p.g, open)
	}
	if p.view.Hands[s] == 0 && p.Frame.End == nil {
		return p.Words("empty")
	}
	return strings.Repeat(p.g.Back, p.view.Hands[s])
}

// clock shows a seat's time.
func (p *painter) clock(s engine.Seat) string { return kit.SeatClock(p.th, &p.Frame, s, p.now) }

// tableau shows what a seat has taken, and what it is worth as if counted now.
func (p *painter) tableau(s engine.Seat) string {
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
func (p *painter) supportColumns(s engine.Seat) string {
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
func (p *painter) supportCounts(s engine.Seat) string {
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
func (p *painter) deals(s engine.Seat, w int) string {
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

func (p *painter) sum(n int, style tui.Style) string {
	if n == 0 {
		return ""
	}
	return style.Render(signed(p.g, n))
}

// cities shows which of the three a seat has taken.
func (p *painter) cities(s engine.Seat, between string) string {
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

func (p *painter) tally(s engine.Seat) rules.Tally { return rules.Count(p.view.Tableau[s]...) }
