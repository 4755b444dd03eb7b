package matchmaking

import (
	"sync/atomic"
	"time"

	"noir/data"
	"noir/engine"
)

// presence counts the chairs at a table. Chairs come and go without waiting for
// the table; it looks when it gets to it.
type presence struct {
	seats    []atomic.Int32
	watchers atomic.Int32
	changed  chan struct{} // one wake-up is enough for any number of changes
	away     []bool        // by seat, as last told; the table's own
}

func newPresence(seats int) *presence {
	p := &presence{
		seats:   make([]atomic.Int32, seats),
		changed: make(chan struct{}, 1),
		away:    make([]bool, seats),
	}
	for i := range p.away {
		p.away[i] = true
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

func (p *presence) wake() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// attend looks who has come and gone.
func (t *table) attend() {
	seatsChanged := false
	for i := range t.presence.away {
		away := t.presence.seats[i].Load() == 0
		if away == t.presence.away[i] {
			continue
		}
		t.presence.away[i], seatsChanged = away, true
		t.noteLine(engine.Seat(i), away)
	}
	if !t.heldUntil.IsZero() && t.moversPresent() {
		t.heldUntil = time.Time{}
		t.time.start()
		seatsChanged = true
	}
	if t.end != nil && t.deserted() {
		t.close()
	}
	if seatsChanged {
		t.publish()
	} else if t.countAt.IsZero() {
		t.countAt = time.Now().Add(watcherUpdate)
	}
}

// noteLine tells that a seat's line was lost or is back.
func (t *table) noteLine(s engine.Seat, away bool) {
	switch {
	case away && t.end != nil:
		if len(t.wants) > 0 && t.next == "" {
			t.note(Note{Code: "rematch_declined", Seat: s})
		}
	case away:
		t.note(Note{Code: "away", Seat: s})
	case t.seen(s):
		t.note(Note{Code: "back", Seat: s})
	}
}

// seen reports whether a seat has been told away before: the first time
// somebody sits down he is not back.
func (t *table) seen(s engine.Seat) bool {
	for _, n := range t.notes {
		if n.Code == "away" && n.Seat == s {
			return true
		}
	}
	return false
}

// moversPresent reports whether everybody who is asked is there.
func (t *table) moversPresent() bool {
	for _, p := range t.state.Prompts() {
		if t.presence.away[p.Seat] {
			return false
		}
	}
	return true
}

// deserted reports whether no person is left on a seat.
func (t *table) deserted() bool {
	for i, s := range t.match.Seats {
		if s.Kind != data.Bot && !t.presence.away[i] {
			return false
		}
	}
	return true
}
