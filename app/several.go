package app

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"

	"noir/data"
	"noir/matchmaking/cluster"
	"noir/matchmaking/cluster/nats"
	"noir/matchmaking/local"
	"noir/server"
)

// several is what a server has beside others that serve the same database at the same time. Without
// them all of it is zero.
type several struct {
	link      *nats.Link
	cluster   *cluster.Broker
	door      atomic.Pointer[server.Server]
	guests    server.Share
	dismissed func(server.Dismissal)
}

// maxServers is how many servers of one database have guests' names of their own.
const maxServers = 64

// openBroker opens the broker: of this process alone, or beside others.
func (a *App) openBroker(ctx context.Context, c Config, own local.Config) (err error) {
	if c.NATS == "" {
		b, err := local.New(ctx, own)
		if err != nil {
			return err
		}
		a.broker = b
		return a.notifier.Remind(ctx, b.Mine)
	}
	if a.node == nil {
		return errors.New("several servers (--nats) share a PostgreSQL database: name it with --database")
	}
	census, _ := a.node.store.Census()
	name := ""
	for _, n := range census.Nodes {
		if n.ID == census.Self {
			name, a.guests = n.Name, server.Share{Before: cluster.Guests(n.ID), Slot: n.Slot, Slots: maxServers}
		}
	}
	if a.link, err = nats.Open(nats.Config{URL: c.NATS, Credentials: c.NATSCreds, Name: name, House: c.House, Log: c.Log}); err != nil {
		return err
	}
	b, err := cluster.New(ctx, cluster.Config{
		Store: a.node.store, Link: a.link, House: c.House, Local: own, Here: a.connected,
		Online: func() int {
			if s := a.door.Load(); s != nil {
				return s.Online()
			}
			return 0
		},
		Dismissed: func(whose json.RawMessage) {
			var d server.Dismissal
			if s := a.door.Load(); s != nil && json.Unmarshal(whose, &d) == nil {
				s.Dismiss(d)
			}
		},
	})
	if err != nil {
		return err
	}
	a.broker, a.cluster = b, b
	a.dismissed = func(d server.Dismissal) { b.Dismiss(d) }
	return nil
}

// connected returns the names of the players who are connected to this server.
func (a *App) connected() map[data.PlayerID]string {
	if s := a.door.Load(); s != nil {
		return s.Here()
	}
	return nil
}

// everybody returns the names of the players who are connected to any server.
func (a *App) everybody() map[data.PlayerID]string {
	if a.cluster != nil {
		return a.cluster.Here()
	}
	return a.connected()
}

// online returns how many connections there are to all servers.
func (a *App) online() int {
	if a.cluster != nil {
		return a.cluster.Online()
	}
	return a.server.Online()
}

// ready returns why nobody can play here now.
func (a *App) ready(ctx context.Context) error {
	if a.cluster != nil {
		if err := a.cluster.Linked(); err != nil {
			return err
		}
	}
	return a.store.Ready(ctx)
}
