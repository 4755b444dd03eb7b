package noirburg

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui"
	"noir/tui/kit"
)

// rivalView draws all mafias except the near one.
type rivalView struct{ mafiaView }

// rivals draws all mafias except the near one, clockwise from its left neighbour.
func (p rivalView) rivals(d detail) []kit.Block {
	seats := p.others()
	if d == none || len(seats) == 0 {
		return nil
	}
	switch {
	case d == low:
		return streetView(p).roofs(seats)
	case d < low:
		return streetView(p).streets(seats, d)
	}
	if d == names {
		words := make([]string, len(seats))
		for i, s := range seats {
			words[i] = p.inBrief(s)
		}
		return []kit.Block{kit.Lines(kit.Flow(words, p.w-margin)...).Indent(margin)}
	}
	column, lit := 0, noRival
	for _, s := range seats {
		column = max(column, kit.Width(p.purse(s, d)))
	}
	if d == spot {
		lit = p.spotlit(column)
	}
	blocks, narrow := make([]kit.Block, len(seats)), p.w < ruledWidth
	if narrow && d == full && slices.ContainsFunc(seats, func(s engine.Seat) bool { return !p.fits(s, full, p.w-2*margin) }) {
		d = short // all in one form
	}
	for i, s := range seats {
		switch {
		case narrow && d < brief:
			blocks[i] = p.inWords(s, d)
		case narrow && d == brief, s == lit:
			blocks[i] = p.spelledOut(s, column)
		default:
			blocks[i] = p.rival(s, d, column)
		}
	}
	return blocks
}

// others are the other seats in the order of play after the near one.
func (p rivalView) others() []engine.Seat {
	n := len(p.Frame.Seats)
	seats := make([]engine.Seat, 0, n)
	for i := 1; i < n; i++ {
		seats = append(seats, engine.Seat((int(p.Near())+i)%n))
	}
	return seats
}

// rival draws a mafia: name, money and hand in a column, then its places.
func (p rivalView) rival(s engine.Seat, d detail, column int) kit.Block {
	room := p.room(column)
	left := []string{p.purse(s, d)}
	if d < spot {
		left = append(left, p.standingOf(s, column))
	}
	lines := p.laidOut(s, d, room)
	if d >= spot {
		lines = p.onOneLine(s, room)
	}
	out := make([]string, max(len(left), len(lines)))
	for i := range out {
		text := ""
		if i < len(left) {
			text = left[i]
		}
		out[i] = kit.Pad(text, column)
		if i < len(lines) {
			out[i] += "  " + lines[i]
		}
	}
	return kit.Lines(out...)
}

// inWords draws a mafia in a narrow window: a line for its owner, and below it its places.
func (p rivalView) inWords(s engine.Seat, d detail) kit.Block {
	who := p.purse(s, full)
	return kit.Stack(
		kit.Lines(who+p.standingOf(s, p.w-kit.Width(who)-margin)),
		kit.Lines(p.laidOut(s, d, p.w-2*margin)...).Indent(margin),
	)
}

// spotlit is the rival who matters most now: the viewer's target, the attacked one, the attacker, one that the newest
// move has changed, or the one whose turn it is. Otherwise it is the first whose places do not fit next to a column of
// a given width, or noRival.
func (p rivalView) spotlit(column int) engine.Seat {
	rival := func(s engine.Seat) bool { return s != p.Near() && p.view.Seats[s].Alive }
	for _, s := range p.others() {
		if rival(s) && slices.ContainsFunc(p.places(s), func(at rules.Place) bool { return p.aimedAt(s, at) }) {
			return s
		}
	}
	if w := p.view.Window; w != nil && w.Place != 0 && rival(w.Seat) {
		return w.Seat
	} else if w != nil && rival(w.By) {
		return w.By
	}
	for _, c := range p.fresh {
		if rival(c.seat) {
			return c.seat
		}
	}
	if active := p.view.Active; rival(active) {
		return active
	}
	for _, s := range p.others() {
		if p.worded(s, p.room(column)) == "" {
			return s
		}
	}
	return noRival
}

// room is how many cells a rival's places have next to a column of a given width.
func (p rivalView) room(column int) int { return p.w - column - 2*margin }

// noRival is no seat.
const noRival engine.Seat = -1

// spelledOut draws a mafia in short words: name, money and hand in a column, its places next to them and on further
// lines.
func (p rivalView) spelledOut(s engine.Seat, column int) kit.Block {
	tokens, who := p.holdings(s, short), kit.Pad(p.purse(s, spot), column)
	beside := len(tokens)
	for beside > 0 && kit.Width(strings.Join(tokens[:beside], " ")) > p.room(column) {
		beside--
	}
	const indent = 2 * margin
	rest := kit.Lines(kit.Flow(tokens[beside:], p.w-indent-margin)...).Indent(indent)
	return kit.Stack(kit.Lines(who+"  "+strings.Join(tokens[:beside], " ")), rest)
}

// onOneLine is a mafia's places in short words if they fit on a line. Otherwise it is as many as fit, in words in a
// narrow window and in symbols elsewhere, and how many are left out.
func (p rivalView) onOneLine(s engine.Seat, room int) []string {
	if line := p.worded(s, room); line != "" {
		return []string{line}
	}
	forms := [][]string{p.holdings(s, brief)}
	if p.w < ruledWidth {
		forms = [][]string{p.joined(s, short, under), p.joined(s, short, "")}
	}
	for _, tokens := range forms {
		for n := len(tokens); n > 0; n-- {
			line := strings.Join(tokens[:n], " ")
			if n < len(tokens) {
				line += p.th.Smoke.Render(fmt.Sprintf(" +%d", len(tokens)-n))
			}
			if kit.Width(line) <= room {
				return []string{line}
			}
		}
	}
	return []string{kit.Cut(forms[0][0], room)}
}

// cut reports whether, where each rival has one line, the places of any do not fit on it.
func (p rivalView) cut() bool {
	column := 0
	for _, s := range p.others() {
		column = max(column, kit.Width(p.purse(s, single)))
	}
	return slices.ContainsFunc(p.others(), func(s engine.Seat) bool { return p.worded(s, p.room(column)) == "" })
}

// worded is a mafia's places in short words on one line; "" if they do not fit.
func (p rivalView) worded(s engine.Seat, room int) string {
	for _, between := range []string{p.between(short), under} {
		if line := strings.Join(p.joined(s, short, between), " "); kit.Width(line) <= room {
			return line
		}
	}
	return ""
}

// purse is a rival's mark, name, money and hand.
func (p rivalView) purse(s engine.Seat, d detail) string {
	mafia := p.view.Seats[s]
	name := p.mark(s) + p.nameStyle(s).Render(p.Frame.Seats[s].Name)
	if !mafia.Alive {
		return name
	}
	if d >= spot {
		name = p.mark(s) + p.shortName(s, max(9, p.w/5)) + p.query(s)
	}
	return name + " " + p.th.Bright.Render(money(mafia.Money)) + " " + p.backs(s, d)
}

// standingOf is a rival's second line: their rating or absence, and whether they are asked in a
// window.
func (p rivalView) standingOf(s engine.Seat, w int) string {
	who, asked := p.presence(s), ""
	if who == "" {
		who = p.th.Smoke.Render(tui.Standing(p.Frame.Seats[s]))
	}
	if p.mustAnswer(s) {
		asked = p.th.Cold.Render(p.Words("asked"))
	}
	return " " + kit.FirstFit(w-1, kit.Join(" ", who, asked), cmp.Or(asked, who))
}

// mustAnswer reports whether a seat is asked in the open window.
func (p rivalView) mustAnswer(s engine.Seat) bool { return p.view.Window != nil && p.asked(s) }

// query is the symbol after a name that says that the seat is asked, where the word does not fit.
func (p rivalView) query(s engine.Seat) string {
	if !p.mustAnswer(s) {
		return ""
	}
	return p.th.Cold.Render("?")
}

// inBrief is a mafia in a few cells.
func (p rivalView) inBrief(s engine.Seat) string {
	mafia := p.view.Seats[s]
	name := p.mark(s) + p.shortName(s, 8)
	if !mafia.Alive {
		return name + p.th.Smoke.Render(" "+p.Words("out"))
	}
	return name + p.query(s) + p.th.Text.Render(fmt.Sprintf(" %s %s%d", money(mafia.Money), p.g.Back, mafia.Hand))
}
