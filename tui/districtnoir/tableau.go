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

// supports are the kinds of which the most pay.
var supports = [...]rules.Card{rules.Five, rules.Six, rules.Seven, rules.Eight}

// line shows what a seat has taken, who leads each gang, and what it is worth as if counted now, in the
// same signs as for the other seat. It is marked from a take to the next move.
func (p tableauView) line(s engine.Seat) string {
	mark, room := p.mark(s), p.w-2*margin
	if p.w >= ruledWidth {
		if long := p.long(s, room); long != "" {
			return mark + long + " "
		}
	}
	counts := p.counts(s)
	deals, right := p.briefDeals(s, 7), p.cities(s, "")+" "+p.total(s)
	if wide := p.cities(s, "") + " " + p.now(s); kit.Width(counts)+kit.Width(deals)+kit.Width(wide)+2 < room {
		right = wide
	}
	return mark + kit.Spread(room, kit.Join(" ", counts, deals), right) + " "
}

// long is the line with a glyph for each card of a gang, in the longest form for which both seats have
// room; empty if there is none.
func (p tableauView) long(s engine.Seat, room int) string {
	deals, others := p.deals(s), p.deals(1-s)
	right, beside := p.right(s), p.right(1-s)
	for _, form := range [...]struct{ columns, word bool }{{true, true}, {true, false}, {false, false}} {
		text, other := p.gangs(s, form.columns, form.word), p.gangs(1-s, form.columns, form.word)
		used := [...]int{kit.Width(text) + kit.Width(right), kit.Width(other) + kit.Width(beside)}
		for detail := range details {
			if max(used[0]+kit.Width(deals[detail]), used[1]+kit.Width(others[detail]))+2 <= room-2 {
				return kit.Spread(room, text+"  "+deals[detail], right)
			}
		}
	}
	return ""
}

// right is what stands at the right end of the long line.
func (p tableauView) right(s engine.Seat) string { return p.cities(s, " ") + "   " + p.now(s) }

// mark points to the seat that has taken with the newest move.
func (p tableauView) mark(s engine.Seat) string {
	if p.last.took() && p.last.seat == s {
		return p.th.Lamp.Render(p.th.Sign("◂"))
	}
	return " "
}

// total is what all of it is worth as if counted now, and now the same with the word.
func (p tableauView) total(s engine.Seat) string {
	return p.th.Bright.Render(number(p.g, p.view.Totals()[s]))
}

func (p tableauView) now(s engine.Seat) string {
	return p.th.Smoke.Render(p.Words("now")+" ") + p.total(s)
}

// gangs shows a glyph for each card. Of a gang in which the seat leads it says so, by a word or by a
// plus. In columns all gangs stand where they are at the other seat.
func (p tableauView) gangs(s engine.Seat, columns, word bool) string {
	own, rival := p.tally(s), p.tally(1-s)
	lead := "+"
	if word {
		lead = " " + p.Words("leads")
	}
	line, wide := make([]byte, 0, 512), kit.Width(lead)
	for i, c := range supports {
		if i > 0 {
			line = append(line, "  "...)
		}
		style, cells := tone(p.th, c), int(max(own[c], 1))+3
		if own[c] == 0 {
			style = p.th.Smoke
		}
		line = append(append(append(style.Begin(line), gang(p.g, c)...), sign(p.g, c)...), ' ')
		for range own[c] {
			line = append(line, gang(p.g, c)...)
		}
		if own[c] == 0 {
			line = append(line, p.g.Dash...)
		}
		line = style.End(line)
		if own[c] > rival[c] {
			line = p.th.Bright.Append(line, lead)
			cells += wide
		}
		if columns {
			most := int(max(own[c], rival[c], 1)) + 3
			if own[c] != rival[c] {
				most += wide
			}
			for range most - cells {
				line = append(line, ' ')
			}
		}
	}
	return string(line)
}

// counts is the short form, a number for each gang.
func (p tableauView) counts(s engine.Seat) string {
	own, rival := p.tally(s), p.tally(1-s)
	out := make([]string, len(supports))
	for i, c := range supports {
		note := " "
		if own[c] > rival[c] {
			note = "+"
		}
		out[i] = tone(p.th, c).Render(gang(p.g, c)) + p.th.Text.Render(fmt.Sprint(own[c])) + p.th.Bright.Render(note)
	}
	return strings.Join(out, " ")
}

// details are the ways to show alliances and betrayals.
const details = 2

// deals shows alliances and betrayals card by card, and as two sums.
func (p tableauView) deals(s engine.Seat) [details]string {
	own := p.tally(s)
	var cards []string
	var plus, minus int
	for c := rules.Plus2; c <= rules.Minus3; c++ {
		n := int(own[c])
		if n == 0 {
			continue
		}
		style := tone(p.th, c)
		if c.Value() < 0 {
			minus += n * c.Value()
		} else {
			plus += n * c.Value()
		}
		one := style.Render(sign(p.g, c))
		for range n {
			cards = append(cards, one)
		}
	}
	sums := kit.Join(" ", p.sum(plus, p.th.Accord), p.sum(minus, p.th.Danger))
	return [...]string{strings.Join(cards, " "), sums}
}

// briefDeals shows as much of them as there is room for.
func (p tableauView) briefDeals(s engine.Seat, w int) string {
	deals := p.deals(s)
	return kit.FirstFit(w, deals[:]...)
}

func (p tableauView) sum(n int, style tui.Style) string {
	if n == 0 {
		return ""
	}
	return style.Render(signed(p.g, n))
}

// cities shows which of the three a seat has taken.
func (p tableauView) cities(s engine.Seat, between string) string {
	own, line := p.tally(s), make([]byte, 0, 128)
	for c := rules.Harbor; c <= rules.CityHall; c++ {
		if c > rules.Harbor {
			line = append(line, between...)
		}
		if own[c] > 0 {
			line = p.th.City.Append(line, sign(p.g, c))
		} else {
			line = p.th.Smoke.Append(line, p.g.Dot)
		}
	}
	return string(line)
}
