// Package notify tells players what happens while they are away. It posts to their webhooks and
// serves their Atom feeds.
package notify

import (
	"context"
	"crypto/x509"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// store has the players' webhooks.
type store interface {
	Settings(ctx context.Context, id data.PlayerID) (data.Settings, error)
	ChangeSettings(ctx context.Context, id data.PlayerID, change func(*data.Settings)) (data.Settings, error)
	Hooked(ctx context.Context) (map[data.PlayerID]data.Settings, error)
	Lookouts(ctx context.Context, by data.PlayerID) (map[data.PlayerID]data.Settings, error)
	Write(ctx context.Context, l data.Letter) error
}

// Config configures a notifier. Style and Store are required.
type Config struct {
	Style
	Store store
	Quota *quota.Ledger // nil: one with the default prices
	Log   *slog.Logger  // nil logs nothing

	// AllowPrivate allows webhooks without TLS and at private addresses. It is for tests on one machine:
	// otherwise any player could make the server connect to its neighbours.
	AllowPrivate bool

	// Own are further names and addresses of this server, in addition to those of this machine. The
	// notifier posts to none of them, unless AllowPrivate is set.
	Own []string

	Roots    *x509.CertPool // that webhooks' certificates are checked against; nil: the system's
	Resolver *net.Resolver  // nil: the usual one
}

// Notifier implements matchmaking.Notifier. Messages wait in memory (at most mostWaiting) until
// they have arrived or are given up. Those that wait at Close are lost; Remind repeats what still
// matters then. All methods except Told are safe for concurrent use.
type Notifier struct {
	*Hooks

	metrics *metrics
	lookout map[data.PlayerID]time.Time // when each player was last told of a seeker; only for Told

	cancel context.CancelFunc // of posting.ctx
	work   sync.WaitGroup
}

var _ matchmaking.Notifier = (*Notifier)(nil)

// New starts a notifier. The caller must call Close, after Close of the broker that uses it.
func New(c Config) *Notifier {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Quota == nil {
		c.Quota = quota.NewLedger(nil)
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := posting{ctx: ctx, config: c, courier: newCourier(c), outbox: newOutbox()}
	n := &Notifier{Hooks: &Hooks{p}, metrics: newMetrics(p.outbox), lookout: map[data.PlayerID]time.Time{}, cancel: cancel}
	d := &dispatcher{p, n.metrics}
	n.work.Go(func() { p.outbox.run(ctx, d.deliver) })
	return n
}

// Close aborts the posts under way and waits for them.
func (n *Notifier) Close() {
	n.cancel()
	n.work.Wait()
}

// Collectors are the notifier's metrics.
func (n *Notifier) Collectors() []prometheus.Collector { return n.metrics.all }

// Told implements matchmaking.Notifier. It blocks on the store.
func (n *Notifier) Told(player data.PlayerID, e matchmaking.Event) {
	var err error
	switch {
	case e.News == matchmaking.Withdrawn:
		n.outbox.withdraw(e.Challenge)
	case player == 0:
		err = n.seeking(e)
	case !e.Here:
		var set data.Settings
		if set, err = n.config.Store.Settings(n.ctx, player); set.Webhook != "" {
			n.send(player, set, e)
		}
	}
	if err != nil {
		n.config.Log.Warn("somebody was not told", "news", e.News, "err", err)
	}
}

// lookoutEvery is the shortest time between two messages to a player that another looks for a
// game.
const lookoutEvery = time.Hour

// seeking tells all players with that setting that another one looks for a game.
func (n *Notifier) seeking(e matchmaking.Event) error {
	wanting, err := n.config.Store.Lookouts(n.ctx, e.By.ID)
	if err != nil {
		return err
	}
	for player, at := range n.lookout {
		if e.At.Sub(at) >= lookoutEvery {
			delete(n.lookout, player)
		}
	}
	for player, set := range wanting {
		if _, lately := n.lookout[player]; !lately {
			n.lookout[player] = e.At
			n.send(player, set, e)
		}
	}
	return nil
}

// Remind tells all players with a webhook about day games that wait for their move, as listed by
// mine (matchmaking.Broker.Mine). It is for the start of a server: it sends the messages that the
// previous process could not send, and repeats the others under the same IDs.
func (n *Notifier) Remind(ctx context.Context, mine func(context.Context, data.PlayerID) ([]matchmaking.Listing, error)) error {
	hooked, err := n.config.Store.Hooked(ctx)
	if err != nil {
		return err
	}
	for player, set := range hooked {
		rows, err := mine(ctx, player)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if row.Pace == data.Day && row.YourMove() {
				n.send(player, set, yourMove(row))
			}
		}
	}
	return nil
}

// yourMove returns the event that was sent when it became the player's move.
func yourMove(row matchmaking.Listing) matchmaking.Event {
	e := matchmaking.Event{
		News: matchmaking.YourMove, At: time.Now(), Game: row.Game, Match: row.ID, Ply: row.Ply,
		Deadline: row.Until, Pace: row.Pace, Rated: row.Rated,
	}
	for i, s := range row.Seats {
		if i != int(row.Seat) {
			e.Others = append(e.Others, s.Name)
		}
	}
	return e
}

// send queues an event for a player's webhook.
func (n *Notifier) send(player data.PlayerID, set data.Settings, e matchmaking.Event) {
	now := time.Now()
	p := &delivery{
		player: player, host: hostOf(set.Webhook), about: string(e.Match) + e.Challenge, challenge: e.Challenge,
		message: n.config.message(set, e), since: now, due: now,
	}
	if lost := n.outbox.put(p); lost {
		n.metrics.dropped.Inc()
	}
}
