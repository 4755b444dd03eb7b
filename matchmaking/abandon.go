package matchmaking

import (
	"errors"
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

// Depart says that a guest's connection has ended: nobody comes back to their seats. It
// does not block.
func (l *Local) Depart(guest data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.guests, guest)
	if l.draining { // what is left is broken off at the next start
		return
	}
	for _, t := range l.mine[guest] {
		l.work.Go(func() {
			_ = t.do(l.ctx, func() error {
				t.vacate()
				return nil
			})
		})
	}
}

// arrive notes a guest, who is there until Depart.
func (l *Local) arrive(guest data.PlayerID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.guests[guest] = true
}

// here reports whether a guest's connection is open.
func (l *Local) here(guest data.PlayerID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.guests[guest]
}

// vacate notes which guests have gone.
func (t *table) vacate() {
	for i, p := range t.players {
		if p.Guest() && !t.local.here(p) {
			t.left[i] = true
		}
	}
	t.breakOff()
}

// lost reports, by seat, whose person cannot come back to a match that is taken up: a
// guest, or somebody who was deleted.
func lost(m data.Match, players []data.PlayerID) []bool {
	lost := make([]bool, len(m.Seats))
	for i, s := range m.Seats {
		lost[i] = s.Kind != data.Bot && players[i] == 0
	}
	return lost
}

// missed has the table look, once reliefLasts has gone by, whether anybody is there.
// Where nobody's time runs out, nothing else would ever end it.
func (t *table) missed(since time.Time) {
	if t.clocks.none() {
		t.lostAt = since.Add(reliefLasts)
	}
}

// abandoned reports whether nobody plays at the table any more who can come back. The
// only person left has been away for too long when the house has played for them for
// reliefLasts, and all are at a table without a clock when nobody has been there for that
// long. A rated game is played to its end.
func (t *table) abandoned() bool {
	if t.match.Rated || t.end != nil {
		return false
	}
	people := 0
	for i, s := range t.match.Seats {
		if s.Kind == data.Bot || t.left[i] {
			continue
		}
		if t.clocks.none() {
			if !t.presence.away[i] || time.Since(t.presence.gone[i]) < reliefLasts {
				return false
			}
			continue
		}
		r := t.reliefs[engine.Seat(i)]
		if people++; people > 1 || r == nil || r.over || time.Since(r.since) < reliefLasts {
			return false
		}
	}
	return true
}

// breakOff ends a table that is abandoned. When the store does not take it, it is tried
// again.
func (t *table) breakOff() {
	if !t.abandoned() || !t.retryAt.IsZero() {
		return
	}
	err := t.awake()
	if err == nil {
		err = t.apply(engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort})
	}
	if err == nil {
		if t.deserted() {
			t.close()
		}
		return
	}
	t.log().Error("a table that nobody plays at was not broken off", "err", err)
	if t.retryAt.IsZero() {
		t.retryAt = time.Now().Add(storeRetry)
	}
}

// keeps reports whether a game that is over with some last entries is worth keeping:
// not one that is abandoned, nor a casual one with the house alone that was hardly
// begun.
func (t *table) keeps(entries []data.Entry) bool {
	people, made := 0, 0
	for i, s := range t.match.Seats {
		if s.Kind == data.Bot {
			continue
		}
		people++
		made += t.made[i]
		for _, e := range entries {
			if e.Seat == engine.Seat(i) && t.own(e.Seat, e.By, e.Move) {
				made++
			}
		}
	}
	return t.match.Rated || !t.abandoned() && (people > 1 || made >= keptMoves)
}

// discard removes the match from the store, or finds that it is not there.
func (t *table) discard() error {
	ctx, store := t.local.ctx, t.local.store
	err := store.Discard(ctx, t.match.ID)
	if err == nil || errors.Is(err, data.ErrNotFound) {
		return nil
	}
	if _, missing := store.Match(ctx, t.match.ID); errors.Is(missing, data.ErrNotFound) {
		return nil
	}
	return err
}
