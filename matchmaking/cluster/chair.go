package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
)

// chair is a viewer's chair wherever the table is: at this node, or at another one. When the match gets
// another owner the chair moves there, and its reader sees only a frame that comes late. A goroutine of
// the broker's takes the frames of the table to the chair's own show.
type chair struct {
	*matchmaking.Cursor
	show matchmaking.Show
	over chan struct{}

	tables *tables
	match  data.MatchID
	player data.PlayerID // 0: a watcher
	ctx    context.Context
	leave  context.CancelFunc

	mu    sync.Mutex
	at    place         // where it is now
	moves chan struct{} // closed when that changes
}

// place is a chair at one node's table: one of here and there is not nil.
type place struct {
	here  matchmaking.Viewer
	awake func(context.Context) error // data.Shared's
	there *far
}

var _ matchmaking.Seat = (*chair)(nil)

// open waits for the first frame, and follows the table from then on.
func (c *chair) open(ctx context.Context) error {
	c.show.Over = c.over
	c.ctx, c.leave = context.WithCancel(c.tables.Context)
	first := make(chan error, 1)
	c.tables.Go(func() { c.follow(first) })
	var err error
	select {
	case err = <-first:
	case <-ctx.Done():
		err = ctx.Err()
	case <-c.tables.Context.Done():
		err = matchmaking.ErrDraining
	}
	if err != nil {
		c.leave()
		return err
	}
	c.Cursor = matchmaking.NewCursor(&c.show, c.wake, c.leave)
	return nil
}

// wake wakes a reader, also once the broker closes.
func (c *chair) wake(work func()) {
	if !c.tables.Short(work) {
		go work()
	}
}

// follow shows the frames of the table, wherever it is, until the chair is left or the table closed. first receives nil
// for the first frame, or the error in its place.
func (c *chair) follow(first chan<- error) {
	quit := sync.OnceFunc(c.where().quit)
	defer func() {
		close(c.over)
		c.show.End()
		quit()
	}()
	shown := false
	for after := 0; ; {
		f, err := c.where().next(c.ctx, after)
		if err == nil {
			after = f.Revision
			c.show.Replace(f, nil).Supersede()
			if !shown {
				shown = true
				first <- nil
			}
			continue
		}
		if c.ctx.Err() != nil {
			return
		}
		if errors.Is(err, matchmaking.ErrClosed) { // to watchers
			if shown {
				c.show.Replace(matchmaking.Frame{Seat: engine.Spectator, NoSpectators: true}, nil).Supersede()
			} else {
				first <- err
			}
			return
		}
		if newest := c.show.Newest(); newest != nil && newest.Frame.End != nil {
			return
		}
		quit()
		if errors.Is(err, data.ErrUnavailable) && !elsewhere(err) { // the other node has failed at it, and may do so again at once
			_ = pause(c.ctx)
		}
		at, err := c.tables.find(c.ctx, c.match, c.player)
		if err != nil {
			if !shown {
				first <- err
			}
			return
		}
		quit = sync.OnceFunc(at.quit)
		c.mu.Lock()
		c.at, after = at, 0
		close(c.moves)
		c.moves = make(chan struct{})
		c.mu.Unlock()
	}
}

func (c *chair) where() place {
	at, _ := c.moving()
	return at
}

// moving returns where the chair is, and a channel that is closed when it is elsewhere.
func (c *chair) moving() (place, <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at, c.moves
}

func (p place) next(ctx context.Context, after int) (matchmaking.Frame, error) {
	if p.here != nil {
		f, err := p.here.Next(ctx, after)
		if err == nil {
			err = p.awake(ctx)
		}
		return f, err
	}
	return p.there.next(ctx, after)
}

func (p place) quit() {
	if p.here != nil {
		p.here.Leave()
	} else {
		p.there.leave()
	}
}

// act does something at the table. When the table turns out to be at another node, or does not answer, act repeats the
// request there, under the same id.
func (c *chair) act(ctx context.Context, a act) (h matchmaking.Hint, err error) {
	if c.player == 0 {
		return h, matchmaking.ErrWatching
	}
	a.ID = c.tables.number()
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	again := false
	for {
		at, moved := c.moving()
		if at.here != nil {
			h, err = a.on(limited, at.here.(matchmaking.Seat))
		} else {
			h, err = at.there.do(limited, a)
		}
		if again && errors.Is(err, matchmaking.ErrStale) && c.made(limited, a) {
			return h, nil
		}
		if !c.astray(err) {
			return h, outward(ctx, err)
		}
		again = true
		select {
		case <-moved:
		case <-time.After(lookAgain): // or where it was answers again
		case <-c.over:
			return h, matchmaking.ErrOver
		case <-limited.Done():
			if ctx.Err() != nil {
				return h, ctx.Err()
			}
			return h, outward(ctx, err)
		}
	}
}

// astray reports whether an error means that the table is elsewhere, or soon will be, or that nobody knows what was
// done. A node that has handed a table over answers that it drains, this one too.
func (c *chair) astray(err error) bool {
	return elsewhere(err) || errors.Is(err, matchmaking.ErrDraining) && c.tables.Context.Err() == nil
}

// made reports whether a move that is out of date at the second try was made at the first: by the previous owner, whose
// answer was lost.
func (c *chair) made(ctx context.Context, a act) bool {
	newest := c.show.Newest()
	if a.Verb != "play" || newest == nil {
		return false
	}
	m, err := c.tables.store.Match(ctx, c.match)
	game, known := engine.Named(c.tables.games, m.Game)
	if err != nil || !known {
		return false
	}
	body, err := game.Read(a.Move)
	if err != nil {
		return false
	}
	for _, e := range m.Moves[min(len(m.Moves), max(0, a.Ply-1)):] {
		if e.Seat == newest.Frame.Seat && e.By == engine.ByPlayer {
			return bytes.Equal(e.Move, body)
		}
	}
	return false
}

// Play implements matchmaking.Seat.
func (c *chair) Play(ctx context.Context, ply int, move json.RawMessage) error {
	if !json.Valid(move) {
		return &matchmaking.BadMove{Cause: errors.New("a move is JSON")}
	}
	_, err := c.act(ctx, act{Verb: "play", Ply: ply, Move: move})
	return err
}

// Pass implements matchmaking.Seat.
func (c *chair) Pass(ctx context.Context, p matchmaking.Passing) error {
	_, err := c.act(ctx, act{Verb: "pass", Pass: p})
	return err
}

// Back implements matchmaking.Seat.
func (c *chair) Back(ctx context.Context) error {
	_, err := c.act(ctx, act{Verb: "back"})
	return err
}

// Hint implements matchmaking.Seat.
func (c *chair) Hint(ctx context.Context) (matchmaking.Hint, error) {
	return c.act(ctx, act{Verb: "hint", Payer: quota.From(ctx)})
}

// Resign implements matchmaking.Seat.
func (c *chair) Resign(ctx context.Context) error {
	_, err := c.act(ctx, act{Verb: "resign"})
	return err
}

// Say implements matchmaking.Seat.
func (c *chair) Say(ctx context.Context, phrase string) error {
	_, err := c.act(ctx, act{Verb: "say", Text: phrase})
	return err
}

// Write implements matchmaking.Seat.
func (c *chair) Write(ctx context.Context, text string) error {
	_, err := c.act(ctx, act{Verb: "write", Text: text})
	return err
}

// Slow implements matchmaking.Seat.
func (c *chair) Slow(ctx context.Context) error {
	_, err := c.act(ctx, act{Verb: "slow"})
	return err
}

// AllowSpectators implements matchmaking.Seat.
func (c *chair) AllowSpectators(ctx context.Context, allow bool) error {
	_, err := c.act(ctx, act{Verb: "shut", Shut: !allow})
	return err
}

// Rematch implements matchmaking.Seat.
func (c *chair) Rematch(ctx context.Context) error {
	_, err := c.act(ctx, act{Verb: "rematch"})
	return err
}
