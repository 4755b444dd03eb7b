package table

import (
	"context"
	"time"

	"noir/engine"
	"noir/matchmaking"
)

// Run plays the table until it closes or the house does.
func (t *Table) Run() { t.run(t.house.Context) }

// Vacate has the table look which guests have gone.
func (t *Table) Vacate(ctx context.Context) {
	_ = t.do(ctx, func() error {
		t.vacate()
		return nil
	})
}

// Sit takes a chair on a seat. ErrTooManyChairs, or ctx's error.
func (t *Table) Sit(ctx context.Context, s engine.Seat) (matchmaking.Seat, error) {
	c, err := newChair(t, s)
	if err != nil {
		return nil, err
	}
	// The table looks who has come before their first frame is read, so that clocks
	// held for them go on in it. One that is closed has its last frame left.
	_ = t.do(ctx, func() error {
		t.attend()
		return nil
	})
	if gone := ctx.Err(); gone != nil { // even if the table had time to answer
		c.Leave()
		return nil, gone
	}
	return c, nil
}

// Watch looks on. ErrClosed.
func (t *Table) Watch() (matchmaking.Viewer, error) {
	if t.snaps[t.column(engine.Spectator)].Load().frame.Closed {
		return nil, matchmaking.ErrClosed
	}
	t.presence.come(nil)
	return &viewer{table: t, seat: engine.Spectator, left: make(chan struct{})}, nil
}

// Halt stops the clocks for good and returns where they stand; over is whether the game
// is. ErrDraining, or ctx's error.
func (t *Table) Halt(ctx context.Context) (stood time.Duration, over bool, err error) {
	err = t.ask(ctx, func() error {
		t.halt()
		stood, over = t.time.now(), t.end != nil
		return nil
	})
	return stood, over, err
}

// TellDraining tells everybody at the table that the server is going down.
func (t *Table) TellDraining(ctx context.Context) {
	_ = t.ask(ctx, func() error {
		t.tellDraining()
		return nil
	})
}

// Abort voids the game on behalf of the server.
func (t *Table) Abort(ctx context.Context) error {
	return t.do(ctx, func() error {
		if t.end != nil {
			return matchmaking.ErrOver
		}
		return t.apply(engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort})
	})
}
