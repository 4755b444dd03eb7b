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
		line := append(make([]byte, 0, 1024), mark...)
		if long, ok := p.long(line, s, room); ok {
			return p.th.Line(append(long, ' ')) // both players see it alike
		}
	}
	counts := p.counts(s)
	deals, right := p.briefDeals(s, 7), p.cities(s, "")+" "+p.total(s)
	if wide := p.cities(s, "") + " " + p.now(s); kit.Width(counts)+kit.Width(deals)+kit.Width(wide)+2 < room {
		right = wide
	}
	return mark + kit.Spread(room, kit.Join(" ", counts, deals), right) + " "
}

// long appends the line with a glyph for each card of a gang, in the longest form for which both seats
// have room, and reports whether there is one.
func (p tableauView) long(line []byte, s engine.Seat, room int) (_ []byte, fits bool) {
	scratch := make([]byte, 0, 1024) // for what is only measured
	_, right := p.right(scratch, s)
	_, beside := p.right(scratch, 1-s)
	for _, form := range [...]struct{ columns, word bool }{{true, true}, {true, false}, {false, false}} {
		_, text := p.gangs(scratch, s, form.columns, form.word)
		_, other := p.gangs(scratch, 1-s, form.columns, form.word)
		for detail := range details {
			_, deals := p.deals(scratch, s, detail)
			_, others := p.deals(scratch, 1-s, detail)
			if max(text+right+deals, other+beside+others)+2 > room-2 {
				continue
			}
			line, _ = p.gangs(line, s, form.columns, form.word)
			line, _ = p.deals(append(line, "  "...), s, detail)
			line, _ = p.right(kit.Spaces(line, room-text-2-deals-right), s)
			return line, true
		}
	}
	return line, false
}

// right appends what stands at the right end of the long line. It returns its width, as all that append do.
func (p tableauView) right(line []byte, s engine.Seat) ([]byte, int) {
	line, cells := p.appendCities(line, s, " ")
	word, total := p.Words("now"), number(p.g, p.view.Totals()[s])
	line = p.th.Smoke.End(append(append(p.th.Smoke.Begin(append(line, "   "...)), word...), ' '))
	return p.th.Bright.Append(line, total), cells + len("   ") + kit.Width(word) + 1 + kit.Width(total)
}

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

// gangs appends a glyph for each card. Of a gang in which the seat leads it says so, by a word or by a
// plus. In columns all gangs stand where they are at the other seat.
func (p tableauView) gangs(line []byte, s engine.Seat, columns, word bool) (_ []byte, all int) {
	own, rival := p.tally(s), p.tally(1-s)
	lead := "+"
	if word {
		lead = p.Words("leads")
	}
	wide := kit.Width(lead)
	if word {
		wide++
	}
	for i, c := range supports {
		if i > 0 {
			line = append(line, "  "...)
			all += 2
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
			line = p.th.Bright.Begin(line)
			if word {
				line = append(line, ' ')
			}
			line = p.th.Bright.End(append(line, lead...))
			cells += wide
		}
		if columns {
			most := int(max(own[c], rival[c], 1)) + 3
			if own[c] != rival[c] {
				most += wide
			}
			line = kit.Spaces(line, most-cells)
			cells = most
		}
		all += cells
	}
	return line, all
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

// details are the ways to show alliances and betrayals: card by card, and as two sums.
const details = 2

// deals appends them in one of these ways.
func (p tableauView) deals(line []byte, s engine.Seat, detail int) (_ []byte, cells int) {
	own := p.tally(s)
	add := func(style tui.Style, text string) {
		if cells > 0 {
			line = append(line, ' ')
			cells++
		}
		line = style.Append(line, text)
		cells += kit.Width(text)
	}
	var plus, minus int
	for c := rules.Plus2; c <= rules.Minus3; c++ {
		n := int(own[c])
		if c.Value() < 0 {
			minus += n * c.Value()
		} else {
			plus += n * c.Value()
		}
		for range n {
			if detail == 0 {
				add(tone(p.th, c), sign(p.g, c))
			}
		}
	}
	if detail == 1 && plus != 0 {
		add(p.th.Accord, signed(p.g, plus))
	}
	if detail == 1 && minus != 0 {
		add(p.th.Danger, signed(p.g, minus))
	}
	return line, cells
}

// briefDeals shows as much of them as there is room for.
func (p tableauView) briefDeals(s engine.Seat, w int) string {
	var deals [details]string
	for detail := range deals {
		line, _ := p.deals(nil, s, detail)
		deals[detail] = string(line)
	}
	return kit.FirstFit(w, deals[:]...)
}

// cities shows which of the three a seat has taken.
func (p tableauView) cities(s engine.Seat, between string) string {
	line, _ := p.appendCities(make([]byte, 0, 128), s, between)
	return string(line)
}

func (p tableauView) appendCities(line []byte, s engine.Seat, between string) (_ []byte, cells int) {
	own := p.tally(s)
	for c := rules.Harbor; c <= rules.CityHall; c++ {
		if c > rules.Harbor {
			line = append(line, between...)
			cells += len(between)
		}
		style, text := p.th.Smoke, p.g.Dot
		if own[c] > 0 {
			style, text = p.th.City, sign(p.g, c)
		}
		line = style.Append(line, text)
		cells += kit.Width(text)
	}
	return line, cells
}
