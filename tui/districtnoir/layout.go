package districtnoir

import (
	"maps"
	"slices"

	"noir/engine"
	"noir/tui/kit"
)

// density is how large the parts of the table are drawn.
type density int8

const (
	roomy density = iota // tall cards
	full                 // cards of four lines, their digits above
	tight                // cards of three lines, their digits in the border
	bare                 // cards without borders
)

// cardSize is how large cards are drawn, by density.
var cardSize = [...]struct{ w, h int }{roomy: {7, 5}, full: {5, 4}, tight: {5, 3}}

// The order in which parts of the table are left out if it does not fit; keep is never left out.
// Parts up to decoration go before cards become smaller.
const (
	keep = iota
	endLabels
	ruleLines
	caption
	lastMoves
	takingNow
	farTableau
)

// sheds is the last part to leave out before the next density is tried.
var sheds = [...]int{roomy: keep, full: caption, tight: caption, bare: farTableau}

// margin is how many cells stay free at both sides of the table.
const margin = 1

// painter draws the whole table into a picture.
type painter struct {
	brush
	shown *picture
}

func (p painter) seats() seatView  { return seatView{p.brush} }
func (p painter) row() rowView     { return rowView{cardView{p.brush}, p.shown.row} }
func (p painter) story() storyView { return storyView{p.brush, p.shown.told} }

// section is a part of the table that spans its width. It is drawn once it is known to have a
// place, and stays while the frame is the same. It holds no memory of its own: thousands of tables
// wait for a key.
type section struct {
	lines int
	block func(painter) kit.Block // draws it; nil if line does
	line  func(painter) string    // draws a section of one line
	shed  int                     // when it is left out
	air   int                     // its turn to get an empty line above, from 1; 0: never
	picks bool                    // it shows what is picked
	takes bool                    // it shows whether the take is picked
	clock bool                    // it is one line with the clock of seat
	seat  engine.Seat             //

	above int // empty lines
	y     int // of its first line within the table
}

func (s *section) shedAt(turn int) *section { s.shed = turn; return s }
func (s *section) airAt(turn int) *section  { s.air = turn; return s }

// begin starts another picture.
func (p painter) begin(w, h int) {
	s := p.shown
	fresh := picture{w: w, h: h, th: p.th, sections: s.sections[:0], table: s.table, text: s.text}
	if s.th == p.th && s.w == w {
		fresh.lasting = s.lasting
	}
	if fresh.told == nil {
		fresh.told = map[int][]string{}
	}
	oldest := len(p.Frame.Log) - h // a table of h lines shows no more
	maps.DeleteFunc(fresh.told, func(ply int, _ []string) bool { return ply <= oldest })
	*s = fresh
}

// wind updates the clocks, and reports whether any of them shows another time.
func (p painter) wind() (moved bool) {
	s := p.shown
	for seat := range engine.Seat(seats) {
		own := &s.clocks[seat]
		now := p.seats().clock(seat)
		if now == own.time {
			continue
		}
		if own.time = now; len(s.sections) > 0 {
			s.table = s.table.With(own.y, kit.Lines(p.seats().line(seat)))
		}
		moved = true
	}
	return moved
}

// layout returns the sections of the table, as large as they fit on h lines.
func (p painter) layout(h int) []section {
	for d := roomy; d < bare; d++ {
		if d == roomy && !p.spacious(h) {
			continue
		}
		if fitted, ok := fit(p.parts(d), h, sheds[d]); ok {
			return fitted
		}
	}
	fitted, _ := fit(p.parts(bare), h, sheds[bare])
	return fitted
}

// spacious reports whether there is room for roomy cards: spare lines, and the whole row on one of
// them.
func (p painter) spacious(h int) bool {
	const (
		lines  = 24
		sliver = 3 // cells of an older card, at most
	)
	older := max(0, len(p.view.Row)-5)
	return h >= lines && 2*margin+sliver*older+5*(cardSize[roomy].w+1) <= p.w
}

// fit leaves out sections, in order up to last, until they fit on h lines.
func fit(sections []section, h, last int) ([]section, bool) {
	for shed := keep; ; shed++ {
		sections = slices.DeleteFunc(sections, func(s section) bool { return s.shed != keep && s.shed <= shed })
		if spare(sections, h) >= 0 {
			return sections, true
		}
		if shed >= last {
			return sections, false
		}
	}
}

// spare is how many of h lines sections leave over.
func spare(sections []section, h int) int {
	for i := range sections {
		h -= sections[i].lines
	}
	return h
}

// draw draws all sections, or only redraws those that show the pick.
func (p painter) draw(h int) {
	s, take := p.shown, p.pick.kind == takePick
	if len(s.sections) == 0 {
		s.sections = p.layout(h)
		const most = 3 // empty lines in one place
		kit.Air(s.sections, spare(s.sections, h), most, func(s *section) (int, *int) { return s.air, &s.above })
		p.pile()
	} else {
		for i := range s.sections {
			if part := &s.sections[i]; part.picks || part.takes && s.take != take {
				s.table = s.table.With(part.y, p.piece(part))
			}
		}
	}
	s.picked, s.take = false, take
}

// pile draws all sections.
func (p painter) pile() {
	s := p.shown
	s.table = s.table.Emptied()
	for i := range s.sections {
		part := &s.sections[i]
		s.table = s.table.Below(kit.Blank(part.above))
		if part.y = s.table.Height(); part.clock {
			s.clocks[part.seat].y = part.y
		}
		s.table = s.table.Below(p.piece(part))
	}
}

// piece draws one section.
func (p painter) piece(s *section) kit.Block {
	switch {
	case s.clock:
		return kit.Lines(p.seats().line(s.seat))
	case s.line != nil:
		return kit.Lines(s.line(p))
	}
	return s.block(p)
}

// parts lists the sections of the table from the top.
func (p painter) parts(d density) []section {
	s, near, far := p.shown, p.Near(), p.far()
	s.sections, s.row = s.sections[:0], placing{density: d}
	s.clockOf(far)
	s.line(func(p painter) string { return p.taken(p.far()) }).shedAt(farTableau)
	s.line(painter.rule).shedAt(ruleLines).airAt(4)
	p.addRow()
	s.line(func(p painter) string { return takingView{p.brush}.line() }).shedAt(takingNow)
	s.line(painter.rule).shedAt(ruleLines).airAt(3)
	s.line(func(p painter) string { return p.taken(p.Near()) }).airAt(6)
	s.clockOf(near)
	if p.hands[near] != nil {
		hand := s.add(handHeight(d), func(p painter) kit.Block { return handView{cardView{p.brush}, p.shown.row.density}.draw() })
		hand.airAt(5).picks = true
	}
	s.line(func(p painter) string { return p.story().line() }).shedAt(lastMoves).airAt(2)
	s.add(1, func(p painter) kit.Block { return promptView{p.brush}.draw() }).picks = true
	return s.sections
}

// addRow adds the common row.
func (p painter) addRow() {
	s, row := p.shown, p.row()
	if row.at.density == bare {
		s.add(row.line().Height(), func(p painter) kit.Block { return p.row().line() }).takes = true
		return
	}
	size := cardSize[row.at.density]
	if len(p.view.Row) == 0 {
		s.add(size.h, func(p painter) kit.Block { return p.row().empty() }).airAt(1)
		return
	}
	row, beside := row.placed()
	s.row = row.at
	over := 1
	if !beside {
		s.add(row.olderLines().Height(), func(p painter) kit.Block { return p.row().olderLines() }).airAt(1)
		over = 0
	}
	s.line(func(p painter) string { return p.row().brace() }).shedAt(caption).airAt(over)
	s.add(size.h, func(p painter) kit.Block { return p.row().offer() }).takes = true
	if beside {
		s.line(func(p painter) string { return p.row().ends() }).shedAt(endLabels)
	}
}

// taken is what a seat has taken, from the cache if possible.
func (p painter) taken(s engine.Seat) string {
	if p.shown.tableaus[s] == "" {
		p.shown.tableaus[s] = tableauView{p.brush}.line(s)
	}
	return p.shown.tableaus[s]
}

func (p painter) rule() string { return kit.Rule(p.th, p.w, "") }
