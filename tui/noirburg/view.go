package noirburg

import (
	"maps"
	"time"

	"noir/matchmaking"
	"noir/tui"
	"noir/tui/kit"
)

// margin is how many cells stay free at both sides of the table.
const margin = 1

// painter draws one board at one moment for one theme.
type painter struct {
	*Board
	th  *tui.Theme
	g   *tui.Glyphs
	w   int
	now time.Time
}

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

// View draws the table.
func (b *Board) View(w, h int, now time.Time, th *tui.Theme) []string {
	if !b.ready() || w < 1 || h < 1 {
		return nil
	}
	width, wide := kit.TableWidth(w, h)
	p := painter{Board: b, th: th, g: &th.Glyphs, w: width, now: now}
	s := &b.shown
	changed := s.stale || s.w != w || s.h != h || s.th != th
	if changed {
		p.begin(w, h)
		s.table = p.drawTable(h)
		if wide {
			s.table, s.log = s.table.Widen(p.w), p.sideLog(h)
		}
	}
	if p.wind() || changed {
		s.fill()
	}
	return s.text
}

// begin begins another picture, of which what has been told stays.
func (p painter) begin(w, h int) {
	s := &p.shown
	*s = picture{w: w, h: h, th: p.th, told: s.told}
	if s.told == nil {
		s.told = map[int]string{}
	}
	oldest := len(p.frame.Log) - h // a table of h lines tells no more
	maps.DeleteFunc(s.told, func(ply int, _ string) bool { return ply <= oldest })
}

// wind moves the clocks, and reports whether any of them shows another time.
func (p painter) wind() (moved bool) {
	now := [clocks]string{ownClock: p.clock(p.near()), othersClock: p.othersClock()}
	lines := [clocks]func() string{ownClock: p.ownLine, othersClock: p.phaseRule}
	for i := range p.shown.clocks {
		shown := &p.shown.clocks[i]
		if shown.time == now[i] {
			continue
		}
		shown.time, moved = now[i], true
		p.shown.table = p.shown.table.With(shown.y, kit.Lines(lines[i]()))
	}
	return moved
}

// fill puts the window together.
func (s *picture) fill() {
	s.block = kit.WithLog(s.table, s.log).Crop(s.w, s.h)
	s.text = s.block.Text()
}
