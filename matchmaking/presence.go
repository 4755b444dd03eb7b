package matchmaking

import (
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"noir/data"
	"noir/engine"
)

// A line that comes and goes is told of lineBurst times, then once every lineEvery.
const (
	lineBurst = 6
	lineEvery = 5 * time.Second
)

// presence counts the chairs at a table. Chairs come and go without waiting for
// the table; it looks when it gets to it.
type presence struct {
	seats    []atomic.Int32
	watchers atomic.Int32
	changed  chan struct{} // one wake-up is enough for any number of changes

	// The rest is the table's own, by seat.
	away []bool      // as last told
	gone []time.Time // since when, if they are
	left []bool      // has been told away
	came []bool      // has been there
	pace []*rate.Limiter
}

func newPresence(seats int) *presence {
	p := &presence{
		seats:   make([]atomic.Int32, seats),
		changed: make(chan struct{}, 1),
		away:    make([]bool, seats),
		gone:    make([]time.Time, seats),
		left:    make([]bool, seats),
		came:    make([]bool, seats),
		pace:    make([]*rate.Limiter, seats),
	}
	for i := range seats {
		p.away[i], p.gone[i] = true, time.Now()
		p.pace[i] = rate.NewLimiter(rate.Every(lineEvery), lineBurst)
	}
	return p
}

// come counts a chair in; false when the seat has as many as it may.
func (p *presence) come(s engine.Seat) bool {
	if s == engine.Spectator {
		p.watchers.Add(1)
	} else if p.seats[s].Add(1) > maxChairs {
		p.seats[s].Add(-1)
		return false
	}
	p.wake()
	return true
}

func (p *presence) leave(s engine.Seat) {
	if s == engine.Spectator {
		p.watchers.Add(-1)
	} else {
		p.seats[s].Add(-1)
	}
	p.wake()
}

// empty reports whether no connection shows a seat at this moment.
func (p *presence) empty(s engine.Seat) bool { return p.seats[s].Load() == 0 }

func (p *presence) wake() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// attend looks who has come and gone. A seat that comes and goes too fast is
// looked at again later.
func (t *table) attend() {
	seatsChanged, now := false, time.Now()
	if t.occupied() && t.awake() != nil {
		t.lookAt = now.Add(storeRetry)
		return
	}
	for i, told := range t.presence.away {
		s := engine.Seat(i)
		if t.ofTheHouse(s) { // who are always there
			continue
		}
		away := t.presence.empty(s)
		t.presence.came[i] = t.presence.came[i] || !away
		switch {
		case away == told:
		case t.presence.pace[i].AllowN(now, 1):
			t.presence.away[i], t.presence.gone[i], seatsChanged = away, now, true
			t.missed(now)
			t.noteLine(s, away)
			if !away && t.lapses.n[i] >= patience { // they are back
				t.lapses.n[i] = 0
			}
		case t.lookAt.IsZero():
			t.lookAt = now.Add(lineEvery)
		}
	}
	if !t.heldUntil.IsZero() && !t.asleep && t.moversPresent() {
		t.heldUntil = time.Time{}
		t.time.start()
		seatsChanged = true
	}
	if seatsChanged {
		t.relieve()
	}
	if t.end != nil && t.deserted() {
		t.close()
	}
	t.yawn()
	if seatsChanged {
		t.publish()
	} else if t.countAt.IsZero() {
		t.countAt = now.Add(watcherUpdate)
	}
}

// noteLine tells that a seat's line was lost or is back.
func (t *table) noteLine(s engine.Seat, away bool) {
	switch {
	case away && t.end != nil:
		if len(t.wants) > 0 && t.next == "" {
			t.note(Note{Code: "rematch_declined", Seat: s})
		}
		delete(t.wants, s)
	case away:
		t.presence.left[s] = true
		t.note(Note{Code: "away", Seat: s})
	case t.presence.left[s] && t.reliefs[s] == nil: // who sits down for the first time is not back
		t.note(Note{Code: "back", Seat: s})
	}
}

// moversPresent reports whether everybody who is asked is there.
func (t *table) moversPresent() bool {
	for _, p := range t.shown.Prompts() {
		if t.presence.away[p.Seat] && !t.ofTheHouse(p.Seat) {
			return false
		}
	}
	return true
}

// deserted reports whether no person is on a seat any more. One who has never
// been there may be on his way, to see how it ended.
func (t *table) deserted() bool {
	for i, s := range t.match.Seats {
		if s.Kind != data.Bot && (!t.presence.away[i] || !t.presence.came[i] && !t.left[i]) {
			return false
		}
	}
	return true
}
