package table

import (
	"time"

	"noir/data"
	"noir/engine"
)

// reliefLasts is how long the house plays for the only person at a table who is away.
// Then the table is broken off.
const reliefLasts = 30 * time.Minute

// keptMoves is how many moves the only person at a table with the house has to make for
// the game to be kept.
const keptMoves = 3

// vacate notes which guests have gone.
func (t *Table) vacate() {
	for i := range t.seats {
		if p := t.seats[i].player; p.Guest() && !t.house.Here(p) {
			t.seats[i].left = true
		}
	}
	t.breakOff()
}

// missed has the table look, once reliefLasts has gone by, whether anybody is there.
// Where nobody's time runs out, nothing else would ever end it.
func (t *Table) missed(since time.Time) {
	if t.clocks.none() {
		t.alarms.set(giveUp, since.Add(reliefLasts))
	}
}

// Abandoned reports whether nobody plays at the table any more who can come back. The
// only person left has been away for too long when the house has played for them for
// reliefLasts, and all are at a table without a clock when nobody has been there for that
// long. A rated game is played to its end.
func (t *Table) Abandoned() bool {
	if t.match.Rated || t.end != nil {
		return false
	}
	people := 0
	for i, s := range t.match.Seats {
		if s.Kind == data.Bot || t.seats[i].left {
			continue
		}
		if t.clocks.none() {
			if !t.seats[i].line.away || time.Since(t.seats[i].line.gone) < reliefLasts {
				return false
			}
			continue
		}
		r := t.seats[i].relief
		if people++; people > 1 || r == nil || r.over || time.Since(r.since) < reliefLasts {
			return false
		}
	}
	return true
}

// breakOff ends a table that is abandoned. When the store does not take it, it is tried
// again.
func (t *Table) breakOff() {
	if !t.Abandoned() || t.alarms.on(retry) {
		return
	}
	err := t.awake()
	if err == nil {
		err = t.apply(engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort})
	}
	if err == nil {
		if t.seats.deserted() {
			t.close()
		}
		return
	}
	t.log().Error("a table that nobody plays at was not broken off", "err", err)
	if !t.alarms.on(retry) {
		t.alarms.in(retry, storeRetry)
	}
}

// worthKeeping reports whether a game that is over with some last entries is worth keeping:
// not one that is abandoned, nor a casual one with the house alone that was hardly
// begun.
func (t *Table) worthKeeping(entries []data.Entry) bool {
	people, made := 0, 0
	for i, s := range t.match.Seats {
		if s.Kind == data.Bot {
			continue
		}
		people++
		made += t.seats[i].made
		for _, e := range entries {
			if e.Seat == engine.Seat(i) && t.seats.own(t.window.shown, e.Seat, e.By, e.Move) {
				made++
			}
		}
	}
	return t.match.Rated || !t.Abandoned() && (people > 1 || made >= keptMoves)
}

// Discard removes the match from the store, or finds that it is not there. It is for a
// table that never ran.
func (t *Table) Discard() error { return t.journal.remove() }
