package districtnoir

import (
	"slices"

	"noir/engine"
	"noir/tui/kit"
)

// density is how large the parts of the table are drawn.
type density struct {
	rowSize, handSize kit.Size
	text              bool // all cards are words
	strips            bool // what has been taken is drawn as cards
	columns, lines    int  // the least room for it
	last              int  // the last part to be left out before the next density is tried
}

// densities are tried from the largest.
var densities = [...]density{
	{rowSize: kit.Huge, handSize: kit.Huge, columns: 100, lines: 44, last: keep},
	{rowSize: kit.Large, handSize: kit.Large, columns: 80, strips: true, last: keep},
	{rowSize: kit.Large, handSize: kit.Large, columns: 80, last: keep},
	{rowSize: kit.Medium, handSize: kit.Medium, columns: 60, last: lastMoves},
	{rowSize: kit.Small, handSize: kit.Medium, columns: 37, last: lastMoves},
	{rowSize: kit.Small, handSize: kit.Small, columns: 32, last: takingNow},
	{text: true, last: farTableau},
}

// handHeight is the height of a hand, including the line for the digits.
func (d density) handHeight() int {
	if d.text {
		return 1
	}
	_, h := d.handSize.Cells()
	return h + 1
}

// takenHeight is the height of what a seat has taken.
func (d density) takenHeight() int {
	if d.strips {
		return stripHeight
	}
	return 1
}

// The order in which parts of the table are left out if it does not fit; keep is never left out.
const (
	keep = iota
	lastMoves
	takingNow
	farTableau
)

// margin is how many cells stay free at both sides of the table.
const margin = 1

// painter draws the whole table into a picture.
type painter struct {
	brush
	shown *picture
}

func (p painter) seats() seatView  { return seatView{p.brush, &p.shown.clocks} }
func (p painter) story() storyView { return storyView{p.brush, &p.shown.told} }

// row draws the row; in the middle of a take, the row before it.
func (p painter) row() rowView {
	if past := p.shown.past; past != nil {
		p.draft = past
	}
	return rowView{cardView{p.brush}, p.shown.row, p.shown.scene.now, p.shown.scene.taker, &p.shown.older}
}

// section is a part of the table that spans its width. It is drawn once it is known to have a
// place, and stays while the frame is the same. It holds no memory of its own: thousands of tables
// wait for a key.
type section struct {
	lines int
	block func(painter) kit.Block // draws it; nil if line does
	line  func(painter) string    // draws a section of one line
	moves bool                    // a motion shows in it
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
func (s *section) inMotion() *section       { s.moves = true; return s }

// begin starts another picture.
func (p painter) begin(w, h int) {
	s := p.shown
	fresh := picture{columns: s.columns, w: w, h: h, th: p.th, sections: s.sections[:0], table: s.table, text: s.text, scene: s.scene, past: s.past}
	if s.th == p.th && s.w == w && s.h == h {
		fresh.lasting = s.lasting
	}
	oldest := len(p.Frame.Log) - h // a table of h lines shows no more
	fresh.told = slices.DeleteFunc(fresh.told, func(t tale) bool { return t.ply <= oldest })
	*s = fresh
}

// wind updates the clocks, and reports whether any of them shows another time.
func (p painter) wind() (moved bool) {
	s := p.shown
	for seat := range engine.Seat(seats) {
		own := &s.clocks[seat]
		now := kit.SeatClock(make([]byte, 0, 64), p.th, &p.Frame, seat, p.now)
		if string(now) == own.time {
			continue
		}
		if own.time = string(now); len(s.sections) > 0 {
			s.table = s.table.With(own.y, s.table.Part(own.y, 1).Line(p.seats().line(seat)))
		}
		moved = true
	}
	return moved
}

// layout returns the sections of the table, as large as they fit on h lines.
func (p painter) layout(h int) (fitted []section) {
	for _, d := range densities {
		if p.w < d.columns || h < d.lines {
			continue
		}
		fits := false
		if fitted, fits = fit(p.parts(d), h, d.last); fits {
			break
		}
	}
	return fitted
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
		if street := p.street(spare(s.sections, h)); street.Height() > 0 {
			s.add(street.Height(), func(painter) kit.Block { return street }).airAt(6)
		}
		kit.Air(s.sections, spare(s.sections, h), most, func(s *section) (int, *int) { return s.air, &s.above })
		p.pile()
	} else {
		for i := range s.sections {
			if part := &s.sections[i]; part.picks && s.picked || part.takes && s.take != take || part.moves && s.moved {
				s.table = s.table.With(part.y, p.piece(part))
			}
		}
	}
	s.picked, s.moved, s.take = false, false, take
}

// street is the foot of a table that leaves enough lines: a lit window for each player and
// spectator.
func (p painter) street(spare int) kit.Block {
	const air = 5 // lines that stay free above other parts
	return kit.Foot(p.th, p.w, spare-air, len(p.Frame.Seats)+p.Frame.Watchers)
}

// pile draws all sections.
func (p painter) pile() {
	s := p.shown
	s.table = s.table.Emptied()
	for i := range s.sections {
		part := &s.sections[i]
		s.table = s.table.Lower(part.above)
		if part.y = s.table.Height(); part.clock {
			s.clocks[part.seat].y = part.y
		}
		s.table = s.table.Below(p.piece(part))
	}
}

// piece draws one section, in the memory of what stood there.
func (p painter) piece(s *section) kit.Block {
	p.stood = p.shown.table.Part(s.y, s.lines)
	switch {
	case s.clock:
		return p.stood.Line(p.seats().line(s.seat))
	case s.line != nil:
		return p.stood.Line(s.line(p))
	}
	return s.block(p)
}

// parts lists the sections of the table from the top.
func (p painter) parts(d density) []section {
	s, near, far := p.shown, p.Near(), p.far()
	s.sections, s.row = s.sections[:0], placing{density: d}
	s.clockOf(far)
	if s.left == 0 {
		s.add(d.takenHeight(), painter.takenFar).inMotion().shedAt(farTableau)
	}
	p.addRow()
	s.line(func(p painter) string { return balance{p.brush}.line() }).shedAt(takingNow).airAt(3).picks = true
	if s.left == 0 {
		s.add(d.takenHeight(), painter.takenNear).inMotion().airAt(4)
	}
	s.clockOf(near)
	if p.hands[near] != nil {
		hand := s.add(d.handHeight(), func(p painter) kit.Block {
			return handView{cardView{p.brush}, p.shown.row.density, p.shown.scene.now}.draw()
		})
		hand.airAt(2).picks = true
	}
	if s.right == 0 {
		s.line(func(p painter) string { return p.story().line() }).shedAt(lastMoves)
	}
	s.add(1, func(p painter) kit.Block { return promptView{p.brush}.draw() }).airAt(5).picks = true
	return s.sections
}

// addRow adds the common row.
func (p painter) addRow() {
	s, row := p.shown, p.row()
	if row.at.text {
		s.add(row.line().Height(), func(p painter) kit.Block { return p.row().line() }).inMotion().takes = true
		return
	}
	_, h := row.at.rowSize.Cells()
	if len(row.view.Row) == 0 && row.at.rowSize == kit.Small {
		s.add(h+2, func(p painter) kit.Block { return p.row().empty() }).airAt(1)
		return
	}
	row = row.placed()
	s.row = row.at
	over := 1
	if row.at.rowSize == kit.Huge || len(row.older()) > 0 && !row.at.beside {
		s.add(row.above().Height(), func(p painter) kit.Block { return p.row().above() }).airAt(1)
		over = 0
	}
	s.add(h+2, func(p painter) kit.Block { return p.row().offer() }).airAt(over).inMotion().takes = true
}

func (p painter) takenFar() kit.Block  { return p.taken(p.far()) }
func (p painter) takenNear() kit.Block { return p.taken(p.Near()) }

// taken is what a seat has taken, from the cache if possible.
func (p painter) taken(seat engine.Seat) kit.Block {
	d := &p.shown.row.density
	draw := func() kit.Block {
		if d.strips {
			return fanView{cardView{p.brush}}.strip(seat)
		}
		return kit.Lines(tableauView{p.brush}.line(seat))
	}
	if past := p.shown.past; past != nil {
		p.draft = past
		return draw()
	}
	kept := &p.shown.tableaus[seat]
	if kept.Height() != d.takenHeight() {
		*kept = draw()
	}
	return *kept
}

// aside draws the columns.
func (p painter) aside(h int) {
	s := p.shown
	if s.right > 0 {
		w := p.brush
		w.w = s.right - 2
		news := asideView{cardView{w}, &s.told}
		if s.reminder == nil {
			s.reminder = reminderView{cardView{w}}.lines()
		}
		s.news = news.draw(h, s.reminder)
	}
	if s.left > 0 {
		w := p.brush
		w.w = s.left - 2
		s.fans = fanView{cardView{w}}.column(h).Indent(1).Widen(s.left)
	}
}
