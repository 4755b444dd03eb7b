package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// hosted are the chairs at tables of this node that people of other nodes sit on.
type hosted struct {
	*kept[*hostedChair]
	games *allotment
	awake func(context.Context) error // data.Shared's
}

// handlers answer what other nodes ask of their chairs here.
func (h hosted) handlers() map[string]handler {
	return map[string]handler{
		"attach": answering(h.attach),
		"pull": answering(func(ctx context.Context, _ data.NodeID, p pulled) (any, error) {
			c, answered, err := h.find(p.Chair)
			if err != nil {
				return nil, err
			}
			defer answered()
			f, err := c.next(ctx, p)
			if err == nil {
				err = h.awake(ctx)
			}
			if err != nil || f == nil {
				return nil, err
			}
			return f, nil
		}),
		"act": answering(func(ctx context.Context, _ data.NodeID, a act) (any, error) {
			c, answered, err := h.find(a.Chair)
			if err != nil {
				return nil, err
			}
			defer answered()
			return c.do(ctx, a)
		}),
		"leave": answering(func(_ context.Context, _ data.NodeID, chair string) (any, error) {
			h.leave(chair)
			return nil, nil
		}),
	}
}

// attaching is the request for a chair.
type attaching struct {
	Chair  string
	Match  data.MatchID
	Player data.PlayerID // 0: a watcher
}

func (h hosted) attach(ctx context.Context, from data.NodeID, a attaching) (any, error) {
	v, err := h.games.sit(ctx, a.Match, a.Player)
	if err != nil {
		return nil, err
	}
	c := &hostedChair{Viewer: v}
	if a.Player != 0 {
		c.seat = v.(matchmaking.Seat)
	}
	h.add(a.Chair, from, c)
	return nil, nil
}

// sitAt takes a chair at a table of this node. player is 0 for a watcher.
func sitAt(ctx context.Context, own *local.Broker, id data.MatchID, player data.PlayerID) (matchmaking.Viewer, error) {
	if player == 0 {
		return own.Watch(ctx, id)
	}
	return own.Sit(ctx, id, player)
}

// hostedChair is one of them.
type hostedChair struct {
	matchmaking.Viewer
	seat matchmaking.Seat // nil: a watcher's

	mu   sync.Mutex
	done [2]outcome // of the last acts, for a node that asks again since it did not hear
}

// outcome is what became of an act.
type outcome struct {
	id    string
	done  chan struct{} // closed when it is known
	value any
	err   error
}

// pulled is the question for a newer frame.
type pulled struct {
	Chair string
	After int // revision
	Has   int // lines of the log
}

// next waits for a newer frame, at most for pollTime; nil is none. errNotMine when the table has ended
// here before its game.
func (c *hostedChair) next(ctx context.Context, p pulled) (*frame, error) {
	limited, cancel := context.WithTimeout(ctx, pollTime)
	defer cancel()
	f, err := c.Next(limited, p.After)
	switch {
	case err == nil:
		return pack(f, p.Has, time.Now()), nil
	case limited.Err() != nil && ctx.Err() == nil:
		return nil, nil
	case errors.Is(err, io.EOF), ctx.Err() != nil:
		return nil, errNotMine // or over: the store knows
	}
	return nil, err
}

// act is something that a player does.
type act struct {
	Chair string
	ID    string
	Verb  string
	Ply   int                 `json:",omitempty"`
	Move  json.RawMessage     `json:",omitempty"`
	Text  string              `json:",omitempty"`
	Pass  matchmaking.Passing `json:",omitempty"`
	Shut  bool                `json:",omitempty"`
}

// do acts once for each id. A node that asks again for one of the last two is told what became of it.
func (c *hostedChair) do(ctx context.Context, a act) (any, error) {
	if c.seat == nil {
		return nil, matchmaking.ErrWatching
	}
	c.mu.Lock()
	for i := range c.done {
		if o := c.done[i]; o.id == a.ID {
			c.mu.Unlock()
			select {
			case <-o.done:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			return c.became(a.ID)
		}
	}
	known := make(chan struct{})
	c.done[1], c.done[0] = c.done[0], outcome{id: a.ID, done: known}
	c.mu.Unlock()
	value, err := a.on(ctx, c.seat)
	c.mu.Lock()
	for i := range c.done {
		if c.done[i].id == a.ID {
			c.done[i].value, c.done[i].err = value, err
		}
	}
	c.mu.Unlock()
	close(known)
	return value, err
}

// became returns a known outcome.
func (c *hostedChair) became(id string) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.done {
		if o.id == id {
			return o.value, o.err
		}
	}
	return nil, errNotMine // two others have come meanwhile
}

// on does it on a seat.
func (a act) on(ctx context.Context, s matchmaking.Seat) (any, error) {
	switch a.Verb {
	case "play":
		return nil, s.Play(ctx, a.Ply, a.Move)
	case "pass":
		return nil, s.Pass(ctx, a.Pass)
	case "back":
		return nil, s.Back(ctx)
	case "hint":
		return s.Hint(ctx)
	case "resign":
		return nil, s.Resign(ctx)
	case "say":
		return nil, s.Say(ctx, a.Text)
	case "write":
		return nil, s.Write(ctx, a.Text)
	case "slow":
		return nil, s.Slow(ctx)
	case "shut":
		return nil, s.Shut(ctx, a.Shut)
	case "rematch":
		return nil, s.Rematch(ctx)
	}
	return nil, errors.New("there is no such act: " + a.Verb)
}

// actTime is how long an act may take until it is taken for lost: the store or the house may be slow.
const actTime = 3 * time.Second
