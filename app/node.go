package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"noir/data"
)

// ErrTakenOver is returned by Close after the other servers of the database removed this one as dead. One of them has
// its games. Started again, this one stands by.
var ErrTakenOver = errors.New("another server took this one for dead and has its games; start this one again")

// ErrOldStore is returned by Close after a copy has taken the database's place, which may lack moves that this
// server has in memory. Started again, it goes on from what there is.
var ErrOldStore = errors.New("another PostgreSQL server has taken the database's place, and may lack what was written last; start this server again")

// node is this server as one of those that a database has. One of them serves, the others stand by.
type node struct {
	store data.Shared
	log   *slog.Logger
}

// house is the role that the serving node holds in the database.
const house = "house"

// lead waits until this server is the one that serves. It calls standsBy, unless nil, with the name of the server that
// serves before it.
func (n *node) lead(ctx context.Context, standsBy func(leader string)) error {
	waits := false
	for {
		c, next := n.store.Census()
		leader, led := c.Holder(house)
		switch {
		case c.Self == 0: // it stood still, and the others removed it as dead
			if n.store.Join(ctx) == nil {
				continue
			}
			next = nil
		case !led:
			_, err := n.store.Take(ctx, house)
			if err == nil {
				return nil
			}
			if !errors.Is(err, data.ErrTaken) && !errors.Is(err, data.ErrUnavailable) {
				return err
			}
		case !waits:
			waits = true
			n.log.Info("another server serves the database; this one stands by", "leader", leader.Name)
			if standsBy != nil {
				standsBy(leader.Name)
			}
		}
		select {
		case <-next:
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// adoptedAtOnce is how many matches are adopted in one transaction.
const adoptedAtOnce = 256

// adopt makes this server the owner of all running matches that have none, and returns them. It frees the seats of
// guests: guests are gone with the server that had them, and this server gives their ids to others.
func (n *node) adopt(ctx context.Context) (all []data.Match, err error) {
	for {
		some, err := n.store.Adopt(ctx, adoptedAtOnce)
		if err != nil {
			return nil, err
		}
		if len(some) == 0 {
			return all, nil
		}
		for _, m := range some {
			for i := range m.Seats {
				if s := &m.Seats[i]; s.Player.Guest() {
					s.Player = 0
				}
			}
		}
		all = append(all, some...)
	}
}

// guard waits until ctx ends, this server is removed as dead, or a copy takes the store's place. In the last two cases
// it calls fail, and the server writes nothing any more.
func (n *node) guard(ctx context.Context, fail func(why error)) {
	began, _ := n.store.Census()
	for {
		c, next := n.store.Census()
		if c.Self == 0 {
			fail(ErrTakenOver)
			return
		}
		if c.History != began.History && n.store.Leave(ctx) == nil {
			fail(ErrOldStore)
			return
		}
		select {
		case <-next:
		case <-ctx.Done():
			return
		}
	}
}
