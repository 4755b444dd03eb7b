package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// tables are those of all nodes.
type tables struct {
	*allotment
	games []engine.Game
}

// sit takes a chair and waits for its first frame. player is 0 for a watcher.
func (t *tables) sit(ctx context.Context, id data.MatchID, player data.PlayerID) (*chair, error) {
	at, err := t.find(ctx, id, player)
	if err != nil {
		return nil, outward(err)
	}
	c := &chair{tables: t, match: id, player: player, at: at, over: make(chan struct{}), moves: make(chan struct{})}
	if err := c.open(ctx); err != nil {
		return nil, outward(err)
	}
	return c, nil
}

// findTime is how long a table is looked for that runs somewhere.
const findTime = 30 * time.Second

// find takes a chair at a table, wherever it is. While the match has no owner, or that one does not
// answer, it waits for the next. matchmaking.ErrNoTable when no such match runs, or nobody has its table in
// findTime; else what the owner says.
func (t *tables) find(ctx context.Context, id data.MatchID, player data.PlayerID) (place, error) {
	for late := time.Now().Add(findTime); time.Now().Before(late); {
		here, err := sitAt(ctx, t.local, id, player)
		if !errors.Is(err, matchmaking.ErrNoTable) {
			return place{here: here, awake: t.store.Awake}, err
		}
		node, _, err := t.store.Owner(ctx, id)
		switch {
		case errors.Is(err, data.ErrNotFound), errors.Is(err, data.ErrFinished):
			return t.lingers(ctx, id, player)
		case ctx.Err() != nil:
			return place{}, ctx.Err()
		case err == nil && node == t.me():
			if t.run(ctx, nil, id) == nil {
				if here, err := sitAt(ctx, t.local, id, player); !errors.Is(err, matchmaking.ErrNoTable) {
					return place{here: here, awake: t.store.Awake}, err
				}
			}
		case err == nil && node != 0:
			at, err := t.attach(ctx, node, id, player)
			if !elsewhere(err) && !errors.Is(err, matchmaking.ErrNoTable) && !errors.Is(err, matchmaking.ErrDraining) {
				return at, err
			}
		}
		if err := pause(ctx); err != nil {
			return place{}, err
		}
	}
	return place{}, matchmaking.ErrNoTable
}

// lingers takes a chair at a table whose game is over: it stays for a minute with its last owner.
func (t *tables) lingers(ctx context.Context, id data.MatchID, player data.PlayerID) (place, error) {
	for _, node := range t.others() {
		if at, err := t.attach(ctx, node, id, player); err == nil {
			return at, nil
		}
	}
	return place{}, matchmaking.ErrNoTable
}

// attach takes a chair at a table of another node.
func (t *tables) attach(ctx context.Context, node data.NodeID, id data.MatchID, player data.PlayerID) (place, error) {
	c := &far{switchboard: t.switchboard, node: node, name: t.name()}
	if _, err := ask[struct{}](ctx, t.switchboard, node, "attach", answerTime, attaching{c.name, id, player}); err != nil {
		return place{}, err
	}
	return place{there: c}, nil
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
		if err != nil && !errors.Is(err, errBusy) {
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

// leave gives the chair up. It does not wait for the other node.
func (c *far) leave() {
	c.Go(func() {
		_, _ = ask[struct{}](c.ctx, c.switchboard, c.node, "leave", answerTime, c.name) // else it is silent
	})
}
