package table

import (
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"noir/engine"
	"noir/matchmaking"
)

// A line that comes and goes is told of lineBurst times, then once every lineEvery.
const (
	lineBurst = 6
	lineEvery = 5 * time.Second
)

// presence is what a table knows of its connections beside the lines of its seats. Chairs
// come and go without waiting for the table; it looks when it gets to it.
type presence struct {
	watchers atomic.Int32
	changed  chan struct{} // one wake-up is enough for any number of changes
}

func newPresence() *presence { return &presence{changed: make(chan struct{}, 1)} }

func (p *presence) wake() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// come counts a chair in: one of those that show a line's seat, or of a watcher for nil. It
// is false when the seat has as many as it may.
func (p *presence) come(l *line) bool {
	if l == nil {
		p.watchers.Add(1)
	} else if l.chairs.Add(1) > maxChairs {
		l.chairs.Add(-1)
		return false
	}
	p.wake()
	return true
}

// quit counts a chair out that came.
func (p *presence) quit(l *line) {
	if l == nil {
		p.watchers.Add(-1)
	} else {
		l.chairs.Add(-1)
	}
	p.wake()
}

// occupied reports whether any connection is at the table.
func (p *presence) occupied(all seats) bool { return all.occupied() || p.watchers.Load() > 0 }

// line is a seat's connections. Chairs count themselves; the rest is the table's own.
type line struct {
	chairs atomic.Int32
	away   bool      // as last told
	gone   time.Time // since when, if they are
	left   bool      // has been told away
	came   bool      // has been there
	pace   *rate.Limiter
}

// empty reports whether no connection shows the seat at this moment.
func (l *line) empty() bool { return l.chairs.Load() == 0 }

// attend looks who has come and gone. A seat that comes and goes too fast is
// looked at again later.
func (t *Table) attend() {
	seatsChanged, now := false, time.Now()
	if t.presence.occupied(t.seats) && t.awake() != nil {
		t.alarms.in(look, storeRetry)
		return
	}
	for i := range t.seats {
		s, seat := engine.Seat(i), t.seats[i]
		line := &seat.line
		if t.seats[s].house { // always there
			continue
		}
		away := line.empty()
		line.came = line.came || !away
		switch {
		case away == line.away:
		case line.pace.AllowN(now, 1):
			line.away, line.gone, seatsChanged = away, now, true
			t.missed(now)
			t.noteLine(s, away)
			if !away && seat.lapses.n >= patience { // they are back
				seat.lapses.n = 0
			}
		case !t.alarms.on(look):
			t.alarms.in(look, lineEvery)
		}
	}
	if t.alarms.on(resume) && !t.asleep && t.seats.present(t.window.shown.Prompts()) {
		t.alarms.off(resume)
		t.time.start()
		seatsChanged = true
	}
	if seatsChanged {
		t.relieve()
	}
	if t.end != nil && t.seats.deserted() {
		t.close()
	}
	t.yawn()
	if seatsChanged {
		t.publish()
	} else if !t.alarms.on(recount) {
		t.alarms.in(recount, watcherUpdate)
	}
}

// noteLine tells that a seat's line was lost or is back.
func (t *Table) noteLine(s engine.Seat, away bool) {
	switch {
	case away && t.end != nil:
		if t.seats.wanted() > 0 && t.next == "" {
			t.notes.tell(matchmaking.Note{Code: "rematch_declined", Seat: s})
		}
		t.seats[s].wants = false
	case away:
		t.seats[s].line.left = true
		t.notes.tell(matchmaking.Note{Code: "away", Seat: s})
	case t.seats[s].line.left && t.seats[s].relief == nil: // a player who sits down for the first time is not back
		t.notes.tell(matchmaking.Note{Code: "back", Seat: s})
	}
}

// line is that of a seat; nil for those who only look on.
func (all seats) line(s engine.Seat) *line {
	if s == engine.Spectator {
		return nil
	}
	return &all[s].line
}

// present reports whether everybody who is asked is there.
func (all seats) present(asked []engine.Prompt) bool {
	return !slices.ContainsFunc(asked, func(p engine.Prompt) bool { return all[p.Seat].line.away && !all[p.Seat].house })
}
