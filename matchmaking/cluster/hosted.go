package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// silentFor is how long a chair or a place that another node holds here may be without a question after it.
const silentFor = 8 * time.Second

// hosted are the chairs at tables of this node that people of other nodes sit on. A chair is known by the
// name that the other node has given it.
type hosted struct {
	mu     sync.Mutex
	chairs map[string]*hostedChair
}

// hostedChair is one of them.
type hostedChair struct {
	matchmaking.Viewer
	seat matchmaking.Seat // nil: a watcher's
	node data.NodeID

	mu      sync.Mutex
	asked   time.Time  // when it was last asked for
	waiting int        // questions that have no answer yet
	done    [2]outcome // of the last acts; who did not hear asks again
}

// outcome is what became of an act.
type outcome struct {
	id    string
	done  chan struct{} // closed when it is known
	value any
	err   error
}

func newHosted() *hosted { return &hosted{chairs: map[string]*hostedChair{}} }

// add keeps a chair. One of the same name leaves.
func (h *hosted) add(name string, c *hostedChair) {
	c.asked = time.Now()
	h.mu.Lock()
	old := h.chairs[name]
	h.chairs[name] = c
	h.mu.Unlock()
	if old != nil {
		old.Leave()
	}
}

func (h *hosted) find(name string) (*hostedChair, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if c := h.chairs[name]; c != nil {
		return c, nil
	}
	return nil, errNotMine
}

// leave gives a chair up.
func (h *hosted) leave(name string) {
	h.mu.Lock()
	c := h.chairs[name]
	delete(h.chairs, name)
	h.mu.Unlock()
	if c != nil {
		c.Leave()
	}
}

// sweep gives up the chairs for which it holds.
func (h *hosted) sweep(unwanted func(*hostedChair) bool) {
	h.mu.Lock()
	var gone []*hostedChair
	for name, c := range h.chairs {
		if unwanted(c) {
			gone = append(gone, c)
			delete(h.chairs, name)
		}
	}
	h.mu.Unlock()
	for _, c := range gone {
		c.Leave()
	}
}

// silent reports whether nobody asks for the chair any more.
func (c *hostedChair) silent() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waiting == 0 && time.Since(c.asked) > silentFor
}

func (c *hostedChair) asks(by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting += by
	c.asked = time.Now()
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
	c.asks(1)
	defer c.asks(-1)
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

// do acts once for each id: who asks again for one of the last two is told what became of it.
func (c *hostedChair) do(ctx context.Context, a act) (any, error) {
	c.asks(1)
	defer c.asks(-1)
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

// far is a chair at a table of another node. One goroutine calls next, any others do.
type far struct {
	*switchboard
	node  data.NodeID
	name  string
	lines []engine.Line // so far
}

// next returns the newest frame after a revision of that node's.
func (c *far) next(ctx context.Context, after int) (matchmaking.Frame, error) {
	for {
		p, err := ask[*frame](ctx, c.switchboard, c.node, "pull", pollTime+answerTime, pulled{c.name, after, len(c.lines)})
		if err != nil {
			return matchmaking.Frame{}, err
		}
		if p == nil {
			continue
		}
		f, joins := p.unpack(c.lines, time.Now())
		if !joins {
			c.lines = nil
			continue
		}
		c.lines = f.Log
		return f, nil
	}
}

func (c *far) do(ctx context.Context, a act) (json.RawMessage, error) {
	a.Chair = c.name
	return ask[json.RawMessage](ctx, c.switchboard, c.node, "act", actTime, a)
}

// actTime is how long an act may take until it is taken for lost: the store or the house may be slow.
const actTime = 3 * time.Second

func (c *far) leave() {
	body := struct{ Chair string }{c.name}
	c.all.Go(func() {
		_, _ = ask[struct{}](c.ctx, c.switchboard, c.node, "leave", answerTime, body) // else it is silent
	})
}
