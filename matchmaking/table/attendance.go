package table

import (
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"noir/engine"
)

// A connection that comes and goes is reported lineBurst times, then once every lineEvery.
const (
	lineBurst = 6
	lineEvery = 5 * time.Second
)

// attendance owns the connections to a table. Chairs come and go in any goroutine without waiting
// for the table, which looks when it gets to it.
type attendance struct {
	watchers atomic.Int32
	changed  chan struct{} // one wake-up stands for any number of changes
	lines    []line        // by seat
}

// line is a seat's connections. Chairs count themselves; the rest is what the table has seen.
type line struct {
	chairs atomic.Int32
	house  bool // no connection
	away   bool
	gone   time.Time // since when, if away
	told   bool      // others were told that the seat is away
	came   bool      // has ever been there
	pace   *rate.Limiter
}

// newAttendance returns the attendance of an empty table.
func newAttendance(all seats) *attendance {
	a := &attendance{changed: make(chan struct{}, 1), lines: make([]line, len(all))}
	for i := range a.lines {
		l := &a.lines[i]
		l.house, l.away, l.gone = all[i].house, true, time.Now()
		l.pace = rate.NewLimiter(rate.Every(lineEvery), lineBurst)
	}
	return a
}

// empty reports whether no connection shows the seat now.
func (l *line) empty() bool { return l.chairs.Load() == 0 }

func (a *attendance) wake() {
	select {
	case a.changed <- struct{}{}:
	default:
	}
}

// come counts a chair of a seat, or a watcher. It reports false when the seat has the maximum.
func (a *attendance) come(s engine.Seat) bool {
	if s == engine.Spectator {
		a.watchers.Add(1)
	} else if chairs := &a.lines[s].chairs; chairs.Add(1) > maxChairs {
		chairs.Add(-1)
		return false
	}
	a.wake()
	return true
}

// quit uncounts a chair.
func (a *attendance) quit(s engine.Seat) {
	if s == engine.Spectator {
		a.watchers.Add(-1)
	} else {
		a.lines[s].chairs.Add(-1)
	}
	a.wake()
}

// occupied reports whether any connection is at the table.
func (a *attendance) occupied() bool {
	for i := range a.lines {
		if !a.lines[i].empty() {
			return true
		}
	}
	return a.watchers.Load() > 0
}

// look records who has come and gone, and returns those seats. again reports whether a seat
// comes and goes too fast and must be looked at later.
func (a *attendance) look(now time.Time) (changed []engine.Seat, again bool) {
	for i := range a.lines {
		l := &a.lines[i]
		away := l.empty()
		l.came = l.came || !away
		switch {
		case l.house, away == l.away:
		case l.pace.AllowN(now, 1):
			l.away, l.gone = away, now
			changed = append(changed, engine.Seat(i))
		default:
			again = true
		}
	}
	return changed, again
}

// present reports whether all players who are asked are there.
func (a *attendance) present(asked []engine.Prompt) bool {
	return !slices.ContainsFunc(asked, func(p engine.Prompt) bool { return a.lines[p.Seat].away && !a.lines[p.Seat].house })
}
