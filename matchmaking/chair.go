package matchmaking

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"noir/data"
	"noir/engine"
)

// chair is a hold on a table that is in memory.
type chair struct {
	table  *table
	seat   engine.Seat
	house  bool // of a house player: it is nobody's presence
	relief bool // of one in a person's seat
	left   chan struct{}
	leave  sync.Once
}

var _ Chair = (*chair)(nil)

// newChair takes a person's chair; ErrTooManyChairs.
func newChair(t *table, s engine.Seat) (*chair, error) {
	if !t.presence.come(s) {
		t.local.tally.met(limitChairs)
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
		newest := c.newest()
		snap := newest.Load()
		if c.seat == engine.Spectator && snap.frame.Closed {
			return Frame{}, ErrClosed
		}
		if snap.frame.Revision > after && !snap.asleep() {
			return snap.frame, nil
		}
		select {
		case <-snap.changed:
		case <-ctx.Done():
			return Frame{}, ctx.Err()
		case <-c.left:
			return Frame{}, io.EOF
		case <-c.table.done:
			if newest.Load() == snap {
				return Frame{}, io.EOF
			}
		}
	}
}

// newest is where what the chair shows is found.
func (c *chair) newest() *atomic.Pointer[snapshot] {
	return &c.table.snaps[c.table.column(c.seat)]
}

func (c *chair) Play(ctx context.Context, ply int, move json.RawMessage) error {
	body, err := c.table.game.Read(move)
	if err != nil {
		return &BadMove{Cause: err}
	}
	return c.act(ctx, func() error { return c.table.play(c, ply, body) })
}

func (c *chair) Decline(ctx context.Context, on bool) error {
	return c.act(ctx, func() error { return c.table.setDecline(c.seat, on) })
}

func (c *chair) Back(ctx context.Context) error {
	return c.act(ctx, func() error { return c.table.giveBack(c.seat) })
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
	if c.seat == engine.Spectator {
		return ErrWatching
	}
	return c.table.say(ctx, c, Note{Code: "said", Seat: c.seat, Phrase: phrase})
}

func (c *chair) Write(ctx context.Context, text string) error {
	text = data.Clean(text, MaxText)
	switch {
	case c.seat == engine.Spectator:
		return ErrWatching
	case text == "":
		return ErrNothing
	}
	return c.table.say(ctx, c, Note{Code: "said", Seat: c.seat, Text: text})
}

func (c *chair) Slow(ctx context.Context) error {
	return c.act(ctx, func() error { return c.table.offerSlow(c.seat) })
}

func (c *chair) Shut(ctx context.Context, closed bool) error {
	return c.act(ctx, func() error { return c.table.setShut(closed) })
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
		c.newest().Load().release(c)
		if !c.house {
			c.table.presence.leave(c.seat)
		}
	})
}
