package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/matchmaking/cluster"
	"noir/matchmaking/cluster/nats"
	"noir/matchmaking/local"
	"noir/server"
	"noir/server/hostkey"
)

// several is the state of a server that shares its database with other serving servers. It is zero for a server alone.
type several struct {
	link    *nats.Link
	cluster *cluster.Broker
	door    atomic.Pointer[server.Server]
	peers   server.Peers
}

// maxServers is how many servers of one database have guests' names of their own.
const maxServers = 64

// mostSkew is how far the clocks of a server and the database may be apart.
const mostSkew = time.Second

// apart reports whether two clocks are further apart than they may be, whichever of them is ahead.
func apart(by, most time.Duration) bool { return by.Abs() > most }

// agree checks that this server speaks the protocol of the others and shows the same host key: players must not see
// which server they have reached.
func (a *App) agree(ctx context.Context, c Config) error {
	strangers, err := a.unlessTaken(ctx, func() ([]string, error) { return a.node.store.Speak(ctx, cluster.Protocol) })
	if errors.Is(err, data.ErrTaken) {
		return fmt.Errorf("other servers of this database are of a version that speaks with its like in another way: %s; end them all before you start this one",
			strings.Join(strangers, ", "))
	}
	if err != nil {
		return err
	}
	path, current, err := c.hostKey()
	if err != nil {
		return err
	}
	keys := []string{authorized(current)}
	switch next, err := hostkey.Read(path + hostkey.Next); {
	case err == nil:
		keys = append(keys, authorized(next))
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the next host key: %w", err)
	}
	others, err := a.unlessTaken(ctx, func() ([]string, error) { return a.node.store.Present(ctx, keys...) })
	if !errors.Is(err, data.ErrTaken) {
		return err
	}
	var prints []string
	for _, line := range others {
		if key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(line)); err == nil {
			prints = append(prints, ssh.FingerprintSHA256(key))
		}
	}
	return fmt.Errorf("the host key %s is %s, and the other servers of this database show %s: give all of them the same file with --host-key",
		path, ssh.FingerprintSHA256(current.PublicKey()), strings.Join(prints, " or "))
}

// unlessTaken calls the store, again and again while the answer is data.ErrTaken: a killed server may still hold what
// is asked for. It gives up after twice the time that removing a killed server takes.
func (a *App) unlessTaken(ctx context.Context, ask func() (others []string, err error)) (others []string, err error) {
	late := time.After(2 * data.DeadAfter)
	for {
		_, next := a.node.store.Census()
		others, err = ask()
		if !errors.Is(err, data.ErrTaken) {
			return others, err
		}
		select {
		case <-next:
		case <-late:
			return others, err
		case <-ctx.Done():
			return others, ctx.Err()
		}
	}
}

// authorized returns the public half of a key, as in authorized_keys.
func authorized(key ssh.Signer) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))
}

// openBroker opens the broker, of this process alone or of one among several.
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
	if err := a.agree(ctx, c); err != nil {
		return err
	}
	census, _ := a.node.store.Census()
	if skew := census.Clock; apart(skew, mostSkew/2) {
		c.Log.Warn("this server's clock differs from the database's", "by", skew)
	}
	name := ""
	for _, n := range census.Nodes {
		if n.ID == census.Self {
			name = n.Name
		}
	}
	if a.link, err = nats.Open(nats.Config{URL: c.NATS, Credentials: c.NATSCreds, Name: name, House: c.House, Log: c.Log}); err != nil {
		return err
	}
	b, err := cluster.New(ctx, cluster.Config{
		Store: a.node.store, Link: a.link, House: c.House, Local: own, Here: a.connected, Guests: a.connectedGuests,
		Online: func() int {
			if s := a.door.Load(); s != nil {
				return s.Online()
			}
			return 0
		},
		Adopted: func(ctx context.Context, mine cluster.Mine) {
			if err := a.notifier.Remind(ctx, mine); err != nil && ctx.Err() == nil {
				c.Log.Error("players were not told of games that another server had", "err", err)
			}
		},
		Stranded: func() {
			if s := a.door.Load(); s != nil {
				s.SendAway()
			}
		},
		Dismissed: a.heed,
	})
	if err != nil {
		return err
	}
	a.broker, a.cluster, a.peers = b, b, peers{b, a.node.store}
	return nil
}

// heed ends the sessions that a message of another server names. This server has no sessions until it has a door.
func (a *App) heed(whose json.RawMessage) {
	var d server.Dismissal
	if s := a.door.Load(); s != nil && json.Unmarshal(whose, &d) == nil {
		s.Dismiss(d)
	}
}

// peers are the other servers of the same database.
type peers struct {
	broker *cluster.Broker
	store  data.Shared
}

// Elsewhere implements server.Peers.
func (p peers) Elsewhere() bool { return !p.broker.Alone() }

// Dismissed implements server.Peers.
func (p peers) Dismissed(d server.Dismissal) { p.broker.Dismiss(d) }

// Share implements server.Peers. It is zero while this server is no node.
func (p peers) Share() server.Share {
	c, _ := p.store.Census()
	for _, n := range c.Nodes {
		if n.ID == c.Self {
			return server.Share{Before: cluster.Guests(n.ID), Slot: n.Slot, Slots: maxServers}
		}
	}
	return server.Share{}
}

// connected returns the names of the players who are connected to this server.
func (a *App) connected() map[data.PlayerID]string {
	if s := a.door.Load(); s != nil {
		return s.Here()
	}
	return nil
}

// connectedGuests returns the guests who are connected to this server.
func (a *App) connectedGuests() []data.PlayerID {
	if s := a.door.Load(); s != nil {
		return s.Guests()
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
		if c, _ := a.node.store.Census(); apart(c.Clock, mostSkew) {
			return fmt.Errorf("this server's clock differs by %v from the database's", c.Clock.Round(time.Millisecond))
		}
	}
	return a.store.Ready(ctx)
}
