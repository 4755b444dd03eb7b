package table

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/tally"
)

// viewer is a hold on a table that is in memory.
type viewer struct {
	table *Table
	seat  engine.Seat // whose eyes it has; Spectator: nobody's
	house bool        // of a house player: it is nobody's presence
	left  chan struct{}
	leave sync.Once
}

// chair is that of somebody who plays.
type chair struct {
	viewer
	relief bool // of a house player in a person's seat
}

var (
	_ matchmaking.Viewer = (*viewer)(nil)
	_ matchmaking.Seat   = (*chair)(nil)
)

// newChair takes a person's chair. ErrTooManyChairs.
func newChair(t *Table, s engine.Seat) (*chair, error) {
	if !t.presence.come(t.seats.line(s)) {
		t.house.Tally.Met(tally.Chairs)
		return nil, matchmaking.ErrTooManyChairs
	}
	return &chair{viewer: viewer{table: t, seat: s, left: make(chan struct{})}}, nil
}

func (c *viewer) Next(ctx context.Context, after int) (matchmaking.Frame, error) {
	for {
		select {
		case <-c.left:
			return matchmaking.Frame{}, io.EOF
		default:
		}
		newest := c.newest()
		snap := newest.Load()
		if c.seat == engine.Spectator && snap.frame.Closed {
			return matchmaking.Frame{}, matchmaking.ErrClosed
		}
		if snap.frame.Revision > after && !snap.asleep() {
			return snap.frame, nil
		}
		select {
		case <-snap.changed:
		case <-ctx.Done():
			return matchmaking.Frame{}, ctx.Err()
		case <-c.left:
			return matchmaking.Frame{}, io.EOF
		case <-c.table.done:
			if newest.Load() == snap {
				return matchmaking.Frame{}, io.EOF
			}
		}
	}
}

// newest is where what the chair shows is found.
func (c *viewer) newest() *atomic.Pointer[snapshot] {
	return &c.table.snaps[c.table.column(c.seat)]
}

func (c *chair) Play(ctx context.Context, ply int, move json.RawMessage) error {
	body, err := c.table.game.Read(move)
	if err != nil {
		return &matchmaking.BadMove{Cause: err}
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
			return matchmaking.ErrOver
		}
		return c.table.apply(engine.Move{Seat: c.seat, By: engine.ByPlayer, Body: engine.Resign})
	})
}

func (c *chair) Say(ctx context.Context, phrase string) error {
	if !slices.Contains(matchmaking.Phrases[:], phrase) {
		return matchmaking.ErrNoPhrase
	}
	return c.table.say(ctx, c, matchmaking.Note{Code: "said", Seat: c.seat, Phrase: phrase})
}

func (c *chair) Write(ctx context.Context, text string) error {
	text = data.Clean(text, matchmaking.MaxText)
	if text == "" {
		return matchmaking.ErrNothing
	}
	return c.table.say(ctx, c, matchmaking.Note{Code: "said", Seat: c.seat, Text: text})
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
	return c.table.do(ctx, f)
}

func (c *viewer) Leave() {
	c.leave.Do(func() {
		close(c.left)
		c.newest().Load().release(c)
		if !c.house {
			c.table.presence.quit(c.table.seats.line(c.seat))
		}
	})
}

func (c *viewer) Notify(after int, wake func()) (stop func()) {
	snap, w := c.newest().Load(), &waiter{c, wake}
	if snap.frame.Revision > after && !snap.asleep() || !snap.expect(w) {
		c.table.house.Workers.Go(wake)
		return func() {}
	}
	select {
	case <-c.left: // perhaps before the waiter was noted
		snap.release(c)
	default:
	}
	return func() { snap.forget(w) }
}
