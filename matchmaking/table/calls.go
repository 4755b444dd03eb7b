package table

import (
	"cmp"
	"context"
	"errors"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/tally"
)

// Sit takes a chair in a seat. ErrTooManyChairs, data.ErrUnavailable if the table dozes and cannot be
// read, or ctx's error.
func (t *Table) Sit(ctx context.Context, s engine.Seat) (matchmaking.Seat, error) {
	if !t.attendance.come(s) {
		t.services.Tally.Met(tally.Chairs)
		return nil, matchmaking.ErrTooManyChairs
	}
	c := &chair{viewer: newViewer(t, s, false)}
	// The table counts them as present before it makes their first frame, so that clocks held for
	// them run in it. A table that has ended still has its last frame.
	err := t.do(ctx, func() error {
		t.attend()
		return nil
	})
	if gone := ctx.Err(); gone != nil || errors.Is(err, data.ErrUnavailable) { // ctx may have ended though the table answered
		c.Leave()
		return nil, cmp.Or(gone, err)
	}
	return c, nil
}

// Watch takes a spectator's chair. ErrClosed.
func (t *Table) Watch() (matchmaking.Viewer, error) {
	if t.screens.of(engine.Spectator).Newest().Frame.NoSpectators {
		return nil, matchmaking.ErrClosed
	}
	t.attendance.come(engine.Spectator)
	v := newViewer(t, engine.Spectator, false)
	return &v, nil
}

// Listing returns the table as a row of a viewer's list.
func (t *Table) Listing(s engine.Seat) matchmaking.Listing {
	row := t.screens.listing(s)
	row.Watchers, row.Seat = int(t.attendance.watchers.Load()), s
	return row
}

// Proclaim tells the people of a day game that it has begun. Call it before Run.
func (t *Table) Proclaim() { t.news.begun() }

// Out reports whether a seat is out of the game. Call it before Run.
func (t *Table) Out(s engine.Seat) bool { return t.game.out[s] }

// Abandoned reports whether nobody at the table can come back. Call it before Run.
func (t *Table) Abandoned() bool { return t.departures.abandoned() }

// Discard removes the match from the store, if it is there. It is for a table that never ran.
func (t *Table) Discard() error { return t.journal.remove() }

// Vacate has the table look which guests have gone.
func (t *Table) Vacate(ctx context.Context) {
	_ = t.do(ctx, func() error {
		t.departures.see(t.services.Here)
		return nil
	})
}

// Halt stops the clocks for good and returns where they stand; over reports whether the game
// has ended. ErrDraining, or ctx's error.
func (t *Table) Halt(ctx context.Context) (stood time.Duration, over bool, err error) {
	type halted struct {
		stood time.Duration
		over  bool
	}
	told := make(chan halted, 1) // of a table that may answer too late
	err = t.ask(ctx, func() error {
		t.time.halt()
		told <- halted{t.time.now(), t.game.end != nil}
		return nil
	})
	if err != nil {
		return 0, false, err
	}
	h := <-told
	return h.stood, h.over, nil
}

// TellDraining tells all viewers that the server is going down.
func (t *Table) TellDraining(ctx context.Context) {
	_ = t.ask(ctx, func() error {
		t.tellDraining()
		return nil
	})
}

func (t *Table) tellDraining() {
	if t.game.asleep {
		return
	}
	t.notes.tell(matchmaking.Note{Code: "draining", Seat: engine.Spectator})
	t.screens.publish()
}

// HaltUnrun is Halt and TellDraining for a table that does not run yet.
func (t *Table) HaltUnrun() {
	t.time.halt()
	t.tellDraining()
}

// Drop ends the table as it stands: another process runs its match now, or may. Its chairs get io.EOF.
func (t *Table) Drop(ctx context.Context) {
	_ = t.ask(ctx, func() error {
		if !t.ended {
			t.drop()
		}
		return nil
	})
}

// Abort voids the game on behalf of the server.
func (t *Table) Abort(ctx context.Context) error {
	return t.do(ctx, t.referee.void)
}
