package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

const (
	lookAgain = 100 * time.Millisecond // between attempts to find who owns a table
	patience  = 10 * time.Second       // until a player is told that their move could not be stored
)

// chair is a viewer's chair wherever the table is: at this node, or at another one. When the match gets
// another owner the chair moves there, and its reader sees only a frame that comes late. A goroutine of
// the broker's takes the frames of the table to the chair's own show.
type chair struct {
	*matchmaking.Cursor
	show matchmaking.Show
	over chan struct{}

	broker *Broker
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
	there *far
}

var _ matchmaking.Seat = (*chair)(nil)

// sit takes a chair and waits for its first frame. player is 0 for a watcher.
func (b *Broker) sit(ctx context.Context, id data.MatchID, player data.PlayerID) (*chair, error) {
	at, err := b.find(ctx, id, player)
	if err != nil {
		return nil, err
	}
	c := &chair{broker: b, match: id, player: player, at: at, over: make(chan struct{}), moves: make(chan struct{})}
	c.show.Over = c.over
	c.ctx, c.leave = context.WithCancel(b.ctx)
	first := make(chan error, 1)
	b.crew.Go(func() { c.follow(first) })
	select {
	case err = <-first:
	case <-ctx.Done():
		err = ctx.Err()
	case <-b.ctx.Done():
		err = matchmaking.ErrDraining
	}
	if err != nil {
		c.leave()
		return nil, err
	}
	c.Cursor = matchmaking.NewCursor(&c.show, func(work func()) { go work() }, c.leave)
	return c, nil
}

// follow shows the frames of the table, wherever it is, until the chair is left or the table closed.
// first is told when there is one, or why there is none.
func (c *chair) follow(first chan<- error) {
	defer func() {
		close(c.over)
		c.show.End()
		c.where().quit()
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
				c.show.Replace(matchmaking.Frame{Seat: engine.Spectator, Closed: true}, nil).Supersede()
			} else {
				first <- err
			}
			return
		}
		if newest := c.show.Newest(); newest != nil && newest.Frame.End != nil {
			return
		}
		c.where().quit()
		at, err := c.broker.find(c.ctx, c.match, c.player)
		if err != nil {
			if !shown {
				first <- err
			}
			return
		}
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
		return p.here.Next(ctx, after)
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

// act does something at the table. When the table turns out to be elsewhere, or does not answer, it is
// done again there, under the same id.
func (c *chair) act(ctx context.Context, a act) (value json.RawMessage, err error) {
	if c.player == 0 {
		return nil, matchmaking.ErrWatching
	}
	a.ID = strconv.FormatInt(c.broker.acts.Add(1), 36)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	again := false
	for {
		at, moved := c.moving()
		if at.here != nil {
			var done any
			if done, err = a.on(limited, at.here.(matchmaking.Seat)); err == nil && done != nil {
				value, err = json.Marshal(done)
			}
		} else {
			value, err = at.there.do(limited, a)
		}
		if again && errors.Is(err, matchmaking.ErrStale) && c.made(limited, a) {
			return nil, nil
		}
		if !c.astray(err) {
			return value, outward(err)
		}
		again = true
		select {
		case <-moved:
		case <-time.After(lookAgain): // or where it was answers again
		case <-c.over:
			return nil, matchmaking.ErrOver
		case <-limited.Done():
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, outward(err)
		}
	}
}

// astray reports whether an error means that the table is elsewhere, or that nobody knows what was done.
func (c *chair) astray(err error) bool {
	return elsewhere(err) ||
		errors.Is(err, matchmaking.ErrDraining) && !c.broker.drains.Load()
}

// made reports whether a move that was asked for once and is out of date now has been made: by the
// owner before, who did not come to say so.
func (c *chair) made(ctx context.Context, a act) bool {
	newest := c.show.Newest()
	if a.Verb != "play" || newest == nil {
		return false
	}
	m, err := c.broker.store.Match(ctx, c.match)
	game, known := engine.Named(c.broker.games, m.Game)
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
func (c *chair) Hint(ctx context.Context) (h matchmaking.Hint, err error) {
	value, err := c.act(ctx, act{Verb: "hint"})
	if err == nil {
		err = json.Unmarshal(value, &h)
	}
	return h, err
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

// Shut implements matchmaking.Seat.
func (c *chair) Shut(ctx context.Context, closed bool) error {
	_, err := c.act(ctx, act{Verb: "shut", Shut: closed})
	return err
}

// Rematch implements matchmaking.Seat.
func (c *chair) Rematch(ctx context.Context) error {
	_, err := c.act(ctx, act{Verb: "rematch"})
	return err
}

// attaching is the request for a chair.
type attaching struct {
	Chair  string
	Match  data.MatchID
	Player data.PlayerID // 0: a watcher
}

// findTime is how long a table is looked for that runs somewhere.
const findTime = 30 * time.Second

// find takes a chair at a table, wherever it is. While the match has no owner, or that one does not
// answer, it waits for the next. matchmaking.ErrNoTable when no such match runs, or nobody has its table in
// findTime; else what the owner says.
func (b *Broker) find(ctx context.Context, id data.MatchID, player data.PlayerID) (place, error) {
	for late := time.Now().Add(findTime); time.Now().Before(late); {
		here, err := b.here(ctx, id, player)
		if !errors.Is(err, matchmaking.ErrNoTable) {
			return place{here: here}, err
		}
		node, _, err := b.store.Owner(ctx, id)
		switch {
		case errors.Is(err, data.ErrNotFound), errors.Is(err, data.ErrFinished):
			return b.lingers(ctx, id, player)
		case ctx.Err() != nil:
			return place{}, ctx.Err()
		case err == nil && node != 0 && node != b.board.me():
			at, err := b.attach(ctx, node, id, player)
			if !errors.Is(err, errAway) && !errors.Is(err, errNotMine) && !errors.Is(err, matchmaking.ErrNoTable) && !errors.Is(err, matchmaking.ErrDraining) {
				return at, err
			}
		}
		select {
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return place{}, ctx.Err()
		}
	}
	return place{}, matchmaking.ErrNoTable
}

// here takes a chair at a table of this node.
func (b *Broker) here(ctx context.Context, id data.MatchID, player data.PlayerID) (matchmaking.Viewer, error) {
	if player == 0 {
		return b.local.Watch(ctx, id)
	}
	return b.local.Sit(ctx, id, player)
}

// lingers takes a chair at a table whose game is over: it stays for a minute with its last owner.
func (b *Broker) lingers(ctx context.Context, id data.MatchID, player data.PlayerID) (place, error) {
	for _, node := range b.board.others() {
		if at, err := b.attach(ctx, node, id, player); err == nil {
			return at, nil
		}
	}
	return place{}, matchmaking.ErrNoTable
}

// attach takes a chair at a table of another node.
func (b *Broker) attach(ctx context.Context, node data.NodeID, id data.MatchID, player data.PlayerID) (place, error) {
	c := &far{switchboard: b.board, node: node, name: strconv.FormatInt(int64(b.board.me()), 10) + "/" + strconv.FormatInt(b.acts.Add(1), 36)}
	_, err := ask[struct{}](ctx, b.board, node, "attach", answerTime, attaching{c.name, id, player})
	if err != nil {
		return place{}, err
	}
	return place{there: c}, nil
}

// seat answers "attach".
func (b *Broker) seat(ctx context.Context, from data.NodeID, body json.RawMessage) (any, error) {
	var a attaching
	if err := json.Unmarshal(body, &a); err != nil {
		return nil, err
	}
	v, err := b.here(ctx, a.Match, a.Player)
	if err != nil {
		return nil, err
	}
	c := &hostedChair{Viewer: v, node: from}
	if a.Player != 0 {
		c.seat = v.(matchmaking.Seat)
	}
	b.hosted.add(a.Chair, c)
	return nil, nil
}
