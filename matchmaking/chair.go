package matchmaking

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"time"

	"noir/engine"
)

// chair is a hold on a table that is in memory.
type chair struct {
	table *table
	seat  engine.Seat
	left  chan struct{}
	leave sync.Once
}

var _ Chair = (*chair)(nil)

// newChair takes a chair; ErrTooManyChairs.
func newChair(t *table, s engine.Seat) (*chair, error) {
	if !t.presence.come(s) {
		return nil, ErrTooManyChairs
	}
	return &chair{table: t, seat: s, left: make(chan struct{})}, nil
}

func (c *chair) Next(ctx context.Context, after int) (Frame, error) {
	for {
		select {
		case <-c.left:
			return Frame{}, io.EOF
		default:
		}
		snap := c.table.snap.Load()
		if f := snap.frames[c.table.column(c.seat)]; f.Revision > after {
			return f, nil
		}
		select {
		case <-snap.changed:
		case <-ctx.Done():
			return Frame{}, ctx.Err()
		case <-c.left:
			return Frame{}, io.EOF
		case <-c.table.done:
			if c.table.snap.Load() == snap {
				return Frame{}, io.EOF
			}
		}
	}
}

func (c *chair) Play(ctx context.Context, ply int, move json.RawMessage) error {
	body, err := c.table.game.Read(move)
	if err != nil {
		return &BadMove{Cause: err}
	}
	return c.act(ctx, func() error { return c.table.play(c.seat, ply, body) })
}

func (c *chair) Resign(ctx context.Context) error {
	return c.act(ctx, func() error {
		if c.table.end != nil {
			return ErrOver
		}
		return c.table.apply(engine.Move{Seat: c.seat, By: engine.ByPlayer, Body: engine.Resign})
	})
}

func (c *chair) Say(ctx context.Context, phrase string) error {
	if !slices.Contains(Phrases[:], phrase) {
		return ErrNoPhrase
	}
	return c.act(ctx, func() error {
		if !c.table.voices[c.seat].AllowN(time.Now(), 1) {
			return ErrTalkative
		}
		c.table.note(Note{Code: "said", Seat: c.seat, Phrase: phrase})
		c.table.publish()
		return nil
	})
}

func (c *chair) Rematch(ctx context.Context) error {
	return c.act(ctx, func() error { return c.table.offer(c.seat) })
}

// act has the table do something for the seat.
func (c *chair) act(ctx context.Context, f func() error) error {
	if c.seat == engine.Spectator {
		return ErrWatching
	}
	return c.table.do(ctx, f)
}

func (c *chair) Leave() {
	c.leave.Do(func() {
		close(c.left)
		c.table.presence.leave(c.seat)
	})
}
