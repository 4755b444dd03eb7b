package districtnoir

import (
	"slices"
	"strings"
	"time"

	"noir/engine"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// brush has what every part of the table is drawn with: a draft at one moment, a theme,
// and a width in cells.
type brush struct {
	*draft
	th  *tui.Theme
	g   *tui.Glyphs
	w   int
	now time.Time

	stood kit.Block // what was where a section is drawn now
}

// write names cards in brief, cities by their names.
func (p brush) write(cards []rules.Card) string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = sign(p.g, c)
		if c.City() {
			out[i] = p.say(c)
		}
	}
	return strings.Join(out, " ")
}

// picture is a board as it was drawn. As long as the frame and the window are
// the same, a key changes only the sections that show what is picked, and time
// only the lines with a clock.
type picture struct {
	stale  bool // the frame is another one
	picked bool // what is picked is another thing
	take   bool // the take was picked
	moved  bool // another picture of a motion is due
	scene  scene
	past   *draft // the table in the middle of a take, otherwise nil
	w, h   int
	th     *tui.Theme

	columns
	sections []section // of the table, from the top
	row      placing   // of the row
	table    kit.Block
	block    kit.Block // it and what stands beside it, cut to the window
	text     []string  // of block

	lasting
}

// lasting is what a picture passes on to the picture of the next frame.
type lasting struct {
	told     tales
	reminder []string // nil where none was drawn yet
	clocks   [seats]clockLine
	older    leftCards
	tableaus [seats]kit.Block // empty ones are not drawn
}

// succeed makes the picture one of another frame, and keeps what is left of it.
func (s *picture) succeed(before, now *matchmaking.Frame, was, is *rules.View) {
	s.stale = true
	if now.Match != before.Match || now.Seat != before.Seat || len(now.Log) < len(before.Log) {
		s.lasting = lasting{}
		return
	}
	for seat := range was.Tableau {
		if !slices.Equal(was.Tableau[seat], is.Tableau[seat]) {
			s.tableaus = [seats]kit.Block{}
		}
	}
}

// clockLine is where the line of a seat is, and the time it shows.
type clockLine struct {
	y    int
	time string
}

// fill puts the window together.
func (s *picture) fill() {
	s.block = s.beside(s.table).Crop(s.w, s.h)
	s.text = s.block.AppendText(s.text[:0])
}

// add adds a section of a number of lines. The returned pointer is valid until the next call.
func (s *picture) add(lines int, draw func(painter) kit.Block) *section {
	s.sections = append(s.sections, section{lines: lines, block: draw})
	return &s.sections[len(s.sections)-1]
}

// line adds a section of one line.
func (s *picture) line(draw func(painter) string) *section {
	own := s.add(1, nil)
	own.line = draw
	return own
}

// clockOf adds a seat's line.
func (s *picture) clockOf(seat engine.Seat) {
	own := s.add(1, nil)
	own.clock, own.seat = true, seat
}

// view draws a draft in a window of w cells and h lines. It only draws what has changed.
func (s *picture) view(d *draft, w, h int, now time.Time, th *tui.Theme) []string {
	p := painter{brush{draft: d, th: th, g: &th.Glyphs, w: w - s.left - s.right, now: now}, s}
	if was := s.scene.turn(); was != s.scene.now {
		s.moved, s.past = true, s.scene.past(d, s.past)
		s.picked = s.picked || was.dealing || s.scene.now.dealing
		s.stale = s.stale || (was.grasped > 0) != (s.scene.now.grasped > 0)
	}
	if s.stale || s.w != w || s.h != h || s.th != th {
		s.columns = fitting(w, h)
		p.w = w - s.left - s.right
		p.begin(w, h)
		p.aside(h)
	}
	turned := p.wind()
	if s.picked || s.moved || len(s.sections) == 0 {
		p.draw(h)
		turned = true
	}
	if turned {
		s.fill()
	}
	return s.text
}
