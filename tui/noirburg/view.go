package noirburg

import (
	"time"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// margin is how many cells stay free at both sides of the table.
const margin = 1

// The clocks on a table: that of the near seat, and that of whoever else the table
// waits for.
const (
	ownClock = iota
	othersClock
	clocks
)

// picture is a board as it was drawn. It is drawn anew when the frame, what is
// picked or the window is another; time changes only the lines with a clock.
type picture struct {
	stale      bool // the frame or what is picked is another one
	w, h       int
	th         *tui.Theme
	clocks     [clocks]clockLine
	table, log kit.Block      // log only in a wide window
	block      kit.Block      // both, cut to the window
	text       []string       // of block
	told       map[int]string // the newest lines of the log, by their plies
}

// clockLine is where a line with a clock is in the table, and the time it shows.
type clockLine struct {
	y    int
	time string
}

// follow forgets what is not true of another frame.
func (s *picture) follow(before, now matchmaking.Frame) {
	s.stale = true
	if now.Match != before.Match || now.Seat != before.Seat || len(now.Log) < len(before.Log) {
		s.told = nil
	}
}

// fill puts the window together.
func (s *picture) fill() {
	s.block = kit.WithLog(s.table, s.log).Crop(s.w, s.h)
	s.text = s.block.Text()
}

// view draws a draft in a window of w cells and h lines, or what of it is another one
// than before.
func (s *picture) view(d *draft, w, h int, now time.Time, th *tui.Theme) []string {
	width, wide := kit.TableWidth(w, h)
	p := painter{brush{d, th, &th.Glyphs, width, now}, s}
	changed := s.stale || s.w != w || s.h != h || s.th != th
	if changed {
		p.begin(w, h)
		s.table = p.drawTable(h)
		if wide {
			s.table, s.log = s.table.Widen(p.w), p.story().side(h)
		}
	}
	if p.wind() || changed {
		s.fill()
	}
	return s.text
}
