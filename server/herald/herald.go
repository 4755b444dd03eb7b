// Package herald tells players what happens while they are elsewhere. It posts to the
// webhooks that they have named and serves the Atom feeds of those who want one.
package herald

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

// Config is what a herald is made of. Style and Store are needed.
type Config struct {
	Style
	Store data.Store
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

// Herald implements matchmaking.Herald. Messages wait in memory (mostWaiting) until
// they have arrived or are given up; those that wait when it is closed are lost, and
// Remind makes up for what still concerns somebody then. Its methods but Told may be
// called from any number of goroutines.
type Herald struct {
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

var _ matchmaking.Herald = (*Herald)(nil)

// New starts a herald. Close must be called, after the Close of the broker that has it.
func New(c Config) *Herald {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Quota == nil {
		c.Quota = quota.NewLedger(nil)
	}
	h := &Herald{
		config: c, log: c.Log, courier: newCourier(c), outbox: newOutbox(),
		quota: c.Quota, lookout: map[data.PlayerID]time.Time{},
	}
	h.metrics = newMetrics(h.outbox)
	h.ctx, h.cancel = context.WithCancel(context.Background())
	h.work.Go(func() { h.outbox.run(h.ctx, h.deliver) })
	return h
}

// Close breaks off what is under way and waits for it.
func (h *Herald) Close() {
	h.cancel()
	h.work.Wait()
}

// Told implements matchmaking.Herald. It blocks on the store.
func (h *Herald) Told(player data.PlayerID, e matchmaking.Event) {
	var err error
	switch {
	case e.News == matchmaking.Withdrawn:
		h.outbox.withdraw(e.Challenge)
	case player == 0:
		err = h.seeking(e)
	case !e.Here:
		var set data.Settings
		if set, err = h.config.Store.Settings(h.ctx, player); set.Webhook != "" {
			h.send(player, set, e)
		}
	}
	if err != nil {
		h.log.Warn("somebody was not told", "news", e.News, "err", err)
	}
}

// lookoutEvery is how often at most somebody is told that another one seeks company.
const lookoutEvery = time.Hour

// seeking tells of somebody who seeks company those who want to hear of it.
func (h *Herald) seeking(e matchmaking.Event) error {
	hooked, err := h.config.Store.Hooked(h.ctx)
	if err != nil {
		return err
	}
	apart, err := h.apart(e.By.ID)
	if err != nil {
		return err
	}
	for player, at := range h.lookout {
		if e.At.Sub(at) >= lookoutEvery {
			delete(h.lookout, player)
		}
	}
	for player, set := range hooked {
		_, lately := h.lookout[player]
		if set.Lookout && !lately && !apart[player] && player != e.By.ID {
			h.lookout[player] = e.At
			h.send(player, set, e)
		}
	}
	return nil
}

// apart returns those who have blocked a player or whom he has blocked.
func (h *Herald) apart(player data.PlayerID) (map[data.PlayerID]bool, error) {
	blocks, err := h.config.Store.Blocks(h.ctx)
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

// Remind tells everybody with a webhook of the day games that wait for him, which mine
// lists (matchmaking.Broker.Mine). It is for the start of a server: what the last one
// had not told is told then, and what it had is told again under the same ID.
func (h *Herald) Remind(ctx context.Context, mine func(context.Context, data.PlayerID) ([]matchmaking.Listing, error)) error {
	hooked, err := h.config.Store.Hooked(ctx)
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
				h.send(player, set, yourMove(row))
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
func (h *Herald) send(player data.PlayerID, set data.Settings, e matchmaking.Event) {
	now := time.Now()
	p := &parcel{
		player: player, host: hostOf(set.Webhook), about: string(e.Match) + e.Challenge, challenge: e.Challenge,
		message: h.config.message(set, e), since: now, due: now,
	}
	if lost := h.outbox.put(p); lost {
		h.metrics.dropped.Inc()
	}
}
