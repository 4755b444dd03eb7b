package noirburg

import (
	"time"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// The clocks on a table: the near seat's, and that of the others that the table waits for.
const (
	ownClock = iota
	othersClock
	clocks
)

// picture is a board as it was drawn. A new frame, pick or window redraws it; time redraws only the
// lines with a clock.
type picture struct {
	stale      bool // the frame or the pick has changed
	cut        bool // places of a rival had no room
	scene      scene
	w, h       int
	th         *tui.Theme
	clocks     [clocks]clockLine
	table, log kit.Block      // log only in a wide window
	block      kit.Block      // both, cut to the window
	text       []string       // of block
	told       map[int]string // worded lines of the log, by their plies
}

// clockLine is a line of the table with a clock, and the time that it shows.
type clockLine struct {
	y    int
	time string
}

// follow forgets what no longer holds in a new frame.
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

// view draws what has changed of a draft in a window of w cells and h lines.
func (s *picture) view(d *draft, w, h int, now time.Time, th *tui.Theme) []string {
	width, log := kit.TableWidth(w, h)
	moved := s.scene.turn()
	p := painter{brush{d, th, &th.Glyphs, width, now, s.scene.now}, s, log > 0}
	changed := s.stale || moved || s.w != w || s.h != h || s.th != th
	if changed {
		p.begin(w, h)
		s.table = p.drawTable(h)
		if p.beside {
			s.table, s.log = s.table.Widen(p.w), p.story().side(log, h)
		}
	}
	if p.wind() || changed {
		s.fill()
	}
	return s.text
}
