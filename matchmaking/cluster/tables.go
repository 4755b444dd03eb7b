package cluster

import (
	"context"
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
		return nil, outward(ctx, err)
	}
	c := &chair{tables: t, match: id, player: player, at: at, over: make(chan struct{}), moves: make(chan struct{})}
	if err := c.open(ctx); err != nil {
		return nil, outward(ctx, err)
	}
	return c, nil
}

// findTime is how long find looks for a table that runs somewhere.
const findTime = 30 * time.Second

// find takes a chair at a table, wherever it is. While the match has no owner, or that one does not answer, it waits
// for the next. Errors: matchmaking.ErrNoTable when no such match runs, or no node has its table within findTime;
// otherwise the owner's.
func (t *tables) find(ctx context.Context, id data.MatchID, player data.PlayerID) (place, error) {
	name := t.name() // of the chair, whose node may have given it though its answer was lost: asked again, it replaces that one
	for late := time.Now().Add(findTime); time.Now().Before(late); {
		here, err := sitAt(ctx, t.local, id, player)
		if !errors.Is(err, matchmaking.ErrNoTable) {
			return place{here: here, awake: t.store.Awake}, err
		}
		node, _, err := t.store.Owner(ctx, id)
		switch {
		case errors.Is(err, data.ErrNotFound), errors.Is(err, data.ErrFinished):
			return t.lingers(ctx, name, id, player)
		case ctx.Err() != nil:
			return place{}, ctx.Err()
		case err == nil && node == t.me():
			if t.run(ctx, nil, id) == nil {
				if here, err := sitAt(ctx, t.local, id, player); !errors.Is(err, matchmaking.ErrNoTable) {
					return place{here: here, awake: t.store.Awake}, err
				}
			}
		case err == nil && node != 0:
			at, err := t.attach(ctx, node, name, id, player)
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
func (t *tables) lingers(ctx context.Context, name string, id data.MatchID, player data.PlayerID) (place, error) {
	for _, node := range t.others() {
		if at, err := t.attach(ctx, node, name, id, player); err == nil {
			return at, nil
		}
	}
	return place{}, matchmaking.ErrNoTable
}

// attach takes a chair of a name at a table of another node.
func (t *tables) attach(ctx context.Context, node data.NodeID, name string, id data.MatchID, player data.PlayerID) (place, error) {
	c := &far{client: t.client, node: node, name: name}
	if _, err := ask[struct{}](ctx, t.client, node, verbAttach, answerTime, attaching{c.name, id, player}); err != nil {
		return place{}, err
	}
	var err error
	if c.line, err = t.dial(node, 2*feedRoom); err != nil {
		return place{}, err
	}
	return place{there: c}, nil
}

const (
	quietFor  = 4 * time.Second         // without a frame, until a node is asked whether it has a newer one
	unreadFor = quietFor + answerTime/2 // without a question while frames come, until the owner is told that they are read: less than silentFor
	deafFor   = 3                       // questions in a row that the owner does not answer in answerTime, until the chair is given up
)

// far is a chair at a table of another node. One goroutine calls next; any goroutine may call do.
type far struct {
	*client
	node data.NodeID
	name string
	line *line // over which its frames come

	last  *matchmaking.Frame // nil: none has come
	lines []engine.Line      // so far
	room  int                // frames that may come before more are asked for
	quiet *time.Timer        // runs out when nothing has come for too long
	came  time.Time          // when something came last
	spoke time.Time          // when anything was asked last
	asked int                // questions since
	anew  time.Time          // when it was asked to send what was lost
}

// next returns the newest frame after a revision of that node's.
func (c *far) next(ctx context.Context, after int) (matchmaking.Frame, error) {
	if c.quiet == nil {
		c.quiet = time.NewTimer(0)
	}
	for {
		select {
		case a := <-c.line.answers:
			c.came, c.asked = time.Now(), 0
			var p frame
			ok, err := a.read(&p)
			if err != nil {
				return matchmaking.Frame{}, err
			}
			if !ok {
				continue
			}
			if c.room--; c.room <= feedRoom/2 {
				if err := c.more(); err != nil {
					return matchmaking.Frame{}, err
				}
			}
			if p.Revision <= after { // it has come twice
				continue
			}
			f, follows := p.unpack(c.last, c.lines, c.came)
			if follows {
				c.last, c.lines = &f, f.Log
				return f, nil
			}
			if time.Since(c.anew) > answerTime { // something was lost, and perhaps the question for it
				c.anew = c.came
				if err := c.pull(after, len(c.lines)); err != nil {
					return matchmaking.Frame{}, err
				}
			}
		case <-c.quiet.C:
			if left := quietFor - time.Since(c.came); left > 0 {
				unread := unreadFor - time.Since(c.spoke)
				if unread <= 0 {
					if err := c.more(); err != nil {
						return matchmaking.Frame{}, err
					}
					unread = unreadFor
				}
				c.quiet.Reset(min(left, unread))
				continue
			}
			if c.asked == deafFor {
				return matchmaking.Frame{}, c.line.lost("it does not answer")
			}
			c.asked++
			if err := c.pull(after, len(c.lines)); err != nil {
				return matchmaking.Frame{}, err
			}
			c.quiet.Reset(answerTime)
		case <-c.line.gone:
			return matchmaking.Frame{}, c.line.lost("it is gone")
		case <-c.line.cut:
			return matchmaking.Frame{}, c.line.lost("the link is down")
		case <-ctx.Done():
			return matchmaking.Frame{}, ctx.Err()
		}
	}
}

// pull asks for the frames after a revision, and for the lines after a number of them.
func (c *far) pull(after, has int) error {
	c.room, c.spoke = feedRoom, time.Now()
	return c.line.ask(verbPull, pulled{Chair: c.name, After: after, Has: has})
}

// more asks for what follows the frames that are on their way. That also says that the frames are read: a chair without
// questions is given up (kept.tidy).
func (c *far) more() error {
	c.room, c.spoke = feedRoom, time.Now()
	return c.line.ask(verbPull, pulled{Chair: c.name, More: true})
}

func (c *far) do(ctx context.Context, a act) (matchmaking.Hint, error) {
	a.Chair = c.name
	return ask[matchmaking.Hint](ctx, c.client, c.node, verbAct, actTime, a)
}

// leave gives the chair up. It does not wait for the other node.
func (c *far) leave() {
	c.line.close()
	c.Go(func() {
		_, _ = ask[struct{}](c.Context, c.client, c.node, verbLeave, answerTime, c.name) // otherwise its silence ends it
	})
}
