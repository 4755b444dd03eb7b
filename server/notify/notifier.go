// Package notify tells players what happens while they are elsewhere. It posts to the
// webhooks that they have named and serves the Atom feeds of those who want one.
package notify

import (
	"context"
	"crypto/x509"
	"log/slog"
	"net"
	"sync"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// store says where players want to be told, and who has blocked whom.
type store interface {
	Settings(ctx context.Context, id data.PlayerID) (data.Settings, error)
	ChangeSettings(ctx context.Context, id data.PlayerID, change func(*data.Settings)) (data.Settings, error)
	Hooked(ctx context.Context) (map[data.PlayerID]data.Settings, error)
	Blocks(ctx context.Context) ([][2]data.PlayerID, error)
	Write(ctx context.Context, l data.Letter) error
}

// Config is what a notifier is made of. Style and Store are needed.
type Config struct {
	Style
	Store store
	Quota *quota.Ledger // nil: one with the usual prices
	Log   *slog.Logger  // nil logs nothing

	// Trial allows webhooks without TLS and at private addresses. It is for trials on
	// one machine: whoever has a key could have the server knock at any door near it.
	Trial bool

	// Own are names and addresses at which this server is reached itself, beside the
	// addresses of this machine: it posts to none of them, unless Trial is set.
	Own []string

	Roots    *x509.CertPool // that sign for webhooks; nil: the system's
	Resolver *net.Resolver  // nil: the usual one
}

// Notifier implements matchmaking.Notifier. Messages wait in memory (mostWaiting) until
// they have arrived or are given up; those that wait when it is closed are lost, and
// Remind makes up for what still concerns somebody then. Its methods but Told may be
// called from any number of goroutines.
type Notifier struct {
	config  Config
	log     *slog.Logger
	courier *courier
	outbox  *outbox
	metrics *metrics
	quota   *quota.Ledger
	lookout map[data.PlayerID]time.Time // when somebody was last told of a seeker; Told's own

	ctx    context.Context // of everything that it does by itself
	cancel context.CancelFunc
	work   sync.WaitGroup
}

var _ matchmaking.Notifier = (*Notifier)(nil)

// New starts a notifier. Close must be called, after the Close of the broker that has it.
func New(c Config) *Notifier {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Quota == nil {
		c.Quota = quota.NewLedger(nil)
	}
	n := &Notifier{
		config: c, log: c.Log, courier: newCourier(c), outbox: newOutbox(),
		quota: c.Quota, lookout: map[data.PlayerID]time.Time{},
	}
	n.metrics = newMetrics(n.outbox)
	n.ctx, n.cancel = context.WithCancel(context.Background())
	n.work.Go(func() { n.outbox.run(n.ctx, n.deliver) })
	return n
}

// Close breaks off what is under way and waits for it.
func (n *Notifier) Close() {
	n.cancel()
	n.work.Wait()
}

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
		n.log.Warn("somebody was not told", "news", e.News, "err", err)
	}
}

// lookoutEvery is how often at most somebody is told that another one seeks company.
const lookoutEvery = time.Hour

// seeking tells of somebody who seeks company those who want to hear of it.
func (n *Notifier) seeking(e matchmaking.Event) error {
	hooked, err := n.config.Store.Hooked(n.ctx)
	if err != nil {
		return err
	}
	apart, err := n.apart(e.By.ID)
	if err != nil {
		return err
	}
	for player, at := range n.lookout {
		if e.At.Sub(at) >= lookoutEvery {
			delete(n.lookout, player)
		}
	}
	for player, set := range hooked {
		_, lately := n.lookout[player]
		if set.Lookout && !lately && !apart[player] && player != e.By.ID {
			n.lookout[player] = e.At
			n.send(player, set, e)
		}
	}
	return nil
}

// apart returns those who have blocked a player or whom they have blocked.
func (n *Notifier) apart(player data.PlayerID) (map[data.PlayerID]bool, error) {
	blocks, err := n.config.Store.Blocks(n.ctx)
	others := map[data.PlayerID]bool{}
	for _, pair := range blocks {
		switch player {
		case pair[0]:
			others[pair[1]] = true
		case pair[1]:
			others[pair[0]] = true
		}
	}
	return others, err
}

// Remind tells everybody with a webhook of the day games that wait for them, which mine
// lists (matchmaking.Broker.Mine). It is for the start of a server: what the last one
// had not told is told then, and what it had is told again under the same ID.
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

// yourMove is what was told when it became somebody's move.
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

// send has an event posted to a player's webhook, soon.
func (n *Notifier) send(player data.PlayerID, set data.Settings, e matchmaking.Event) {
	now := time.Now()
	p := &parcel{
		player: player, host: hostOf(set.Webhook), about: string(e.Match) + e.Challenge, challenge: e.Challenge,
		message: n.config.message(set, e), since: now, due: now,
	}
	if lost := n.outbox.put(p); lost {
		n.metrics.dropped.Inc()
	}
}
