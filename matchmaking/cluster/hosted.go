package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// hosted are the chairs at tables of this node that people of other nodes sit on.
type hosted struct {
	*kept[*hostedChair]
	games  *allotment
	server *server
	awake  func(context.Context) error // data.Shared's
}

// handlers answer what other nodes ask of their chairs here.
func (h hosted) handlers() map[string]handler {
	return map[string]handler{
		verbAttach: answering(h.attach),
		verbAct: answering(func(ctx context.Context, _ data.NodeID, a act) (any, error) {
			c, answered, err := h.find(a.Chair)
			if err != nil {
				return nil, err
			}
			defer answered()
			if h, err := c.do(ctx, a); err != nil || a.Verb == "hint" {
				return h, err
			}
			return nil, nil
		}),
		verbLeave: answering(func(_ context.Context, _ data.NodeID, chair string) (any, error) {
			h.leave(chair)
			return nil, nil
		}),
	}
}

// pull has the frames of a chair sent to the node that holds it.
func (h hosted) pull(body []byte, send func(any, error)) {
	var p pulled
	err := read(body, &p)
	if err == nil {
		var c *hostedChair
		var answered func()
		if c, answered, err = h.find(p.Chair); err == nil {
			defer answered()
			c.frames.ask(p, send)
			return
		}
	}
	send(nil, err)
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
	c := &hostedChair{Viewer: v, frames: feed{chair: v, ctx: h.games.Context, awake: h.awake, rescue: h.server.rescue}}
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
	seat   matchmaking.Seat // nil: a watcher's
	frames feed

	mu   sync.Mutex
	acts []outcome // those under way, and the last ones, for a node that asks again since it did not hear
}

// actsKept is how many outcomes that are known are kept.
const actsKept = 2

// outcome is what became of an act.
type outcome struct {
	id    string
	known chan struct{}    // closed when it is
	hint  matchmaking.Hint // that was asked for
	err   error
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
	Payer quota.Payer         `json:",omitzero"` // for a hint
}

// do acts once for each id. A node that asks again for one that is under way, or for one of the last, gets its outcome.
func (c *hostedChair) do(ctx context.Context, a act) (h matchmaking.Hint, err error) {
	if c.seat == nil {
		return h, matchmaking.ErrWatching
	}
	c.mu.Lock()
	for _, o := range c.acts {
		if o.id == a.ID {
			c.mu.Unlock()
			select {
			case <-o.known:
			case <-ctx.Done():
				return h, ctx.Err()
			}
			return c.became(a.ID)
		}
	}
	known := make(chan struct{})
	c.forget()
	c.acts = append(c.acts, outcome{id: a.ID, known: known})
	c.mu.Unlock()
	err = errFailed // unless it comes to an end
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		at := slices.IndexFunc(c.acts, func(o outcome) bool { return o.id == a.ID })
		c.acts[at].hint, c.acts[at].err = h, err
		close(known)
	}()
	h, err = a.on(ctx, c.seat)
	return h, err
}

// became returns a known outcome.
func (c *hostedChair) became(id string) (matchmaking.Hint, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.acts {
		if o.id == id {
			return o.hint, o.err
		}
	}
	return matchmaking.Hint{}, errNotMine // others have come meanwhile
}

// forget drops the oldest outcomes that are known, so that there is room for one more. The caller holds the mutex.
func (c *hostedChair) forget() {
	known := 0
	for i, o := range slices.Backward(c.acts) {
		select {
		case <-o.known:
			if known++; known > actsKept {
				c.acts = slices.Delete(c.acts, i, i+1)
			}
		default:
		}
	}
}

// on does the act on a seat. h is only set for a hint.
func (a act) on(ctx context.Context, s matchmaking.Seat) (h matchmaking.Hint, err error) {
	switch a.Verb {
	case "play":
		return h, s.Play(ctx, a.Ply, a.Move)
	case "pass":
		return h, s.Pass(ctx, a.Pass)
	case "back":
		return h, s.Back(ctx)
	case "hint":
		return s.Hint(quota.With(ctx, a.Payer))
	case "resign":
		return h, s.Resign(ctx)
	case "say":
		return h, s.Say(ctx, a.Text)
	case "write":
		return h, s.Write(ctx, a.Text)
	case "slow":
		return h, s.Slow(ctx)
	case "shut":
		return h, s.AllowSpectators(ctx, !a.Shut)
	case "rematch":
		return h, s.Rematch(ctx)
	}
	return h, errors.New("there is no such act: " + a.Verb)
}

// actTime is how long an act may take until it counts as lost: the store or the house may be slow.
const actTime = 3 * time.Second
