package table

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// play makes the move of somebody on a chair at the ply that it was meant for.
func (t *Table) play(c *chair, ply int, body []byte) error {
	switch {
	case t.end != nil:
		return matchmaking.ErrOver
	case len(t.window.state.Legal(c.seat)) == 0, c.relief && !t.seats[c.seat].relieved(c):
		return matchmaking.ErrNotYourTurn
	case ply != t.played.ply()+1:
		return matchmaking.ErrStale
	case c.relief:
		return t.apply(engine.Move{Seat: c.seat, By: engine.ByBot, Body: body})
	}
	seat := t.seats[c.seat]
	lapsed := seat.lapses.n
	seat.lapses.n = 0
	err := t.apply(engine.Move{Seat: c.seat, By: engine.ByPlayer, Body: body})
	if err != nil {
		seat.lapses.n = lapsed
		return err
	}
	t.standDown(c.seat)
	return nil
}

// now returns the time at which a move is made.
func (t *Table) now() time.Duration { return t.time.now().Truncate(time.Millisecond) }

// apply makes a move now; see applyAt.
func (t *Table) apply(m engine.Move) error { return t.applyAt(m, t.now()) }

// applyAt makes a move: by the rules, then into the store, then for everybody to
// see, or for its maker alone when it is kept back. Whatever fails, nothing has
// changed.
func (t *Table) applyAt(m engine.Move, at time.Duration) error {
	if err := t.ensure(); err != nil {
		return err
	}
	next, plies, err := t.window.after(m)
	if err != nil {
		return err
	}
	if len(plies) == 0 {
		t.keep(m, next.state, at)
		t.show(t.column(m.Seat))
		return nil
	}
	return t.enter(next, plies, at)
}

// enter stores plies, all made at one time, and goes on to the position after them.
func (t *Table) enter(next position, plies []engine.Ply, at time.Duration) error {
	times := slices.Repeat([]int64{max(at, t.played.lastAt()).Milliseconds()}, len(plies))
	entries := make([]data.Entry, len(plies))
	for i, p := range plies {
		entries[i] = data.NewEntry(t.played.ply()+i+1, p, times[i])
	}
	before := t.seats.lapses()
	warned := t.seats.lapse(t.window.shown, entries)
	end, err := t.record(next.state, entries)
	if err != nil {
		if err = t.distrust(entries, err); err != nil {
			t.seats.restoreLapses(before)
		}
		return err
	}
	t.goOn()
	t.house.Tally.Moved(len(entries))
	t.adopt(next, plies, times, at)
	if end != nil {
		t.finish(end)
	}
	t.warn(warned)
	t.settle()
	t.publish()
	t.proclaim()
	t.breakOff()
	return nil
}

// record stores the entries, and the end if the game is over.
func (t *Table) record(next engine.State, entries []data.Entry) (end *matchmaking.End, err error) {
	result, over := next.Result()
	if !over && len(entries) == 0 {
		return nil, nil
	}
	end = &matchmaking.End{Result: result, Seed: t.match.Seed}
	switch {
	case !over:
		return nil, t.journal.append(entries)
	case !t.worthKeeping(entries):
		err = t.journal.discard()
	default:
		end.Changes, err = t.journal.finish(result, entries)
	}
	return end, err
}

// settle does for the seats what follows from a new position.
func (t *Table) settle() {
	t.retire()
	t.relieve()
	t.decline()
}

// finish marks the end. The table stays for a rematch.
func (t *Table) finish(end *matchmaking.End) {
	t.end = end
	t.house.Tally.Finished(end.Result.Reason)
	t.alarms.in(leave, afterEnd)
	t.house.Ended(t.match.ID, end.Result, t.lapsedEarly(end))
}

// lapsedEarly is the seat whose first lapse has ended a game that is void; Spectator if
// none has.
func (t *Table) lapsedEarly(end *matchmaking.End) engine.Seat {
	if end.Result.Reason == engine.Aborted && t.played.byClock() {
		return t.late
	}
	return engine.Spectator
}
