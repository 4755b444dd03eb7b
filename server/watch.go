package server

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"noir/data"
)

const (
	banPoll    = 2 * time.Second // between two reads of the store's bans
	banTimeout = 5 * time.Second // for one read
)

// watch looks at what the store says of those who are connected, and ends the connections of players who are banned or
// deleted, or whose keys were taken away.
type watch struct {
	*shared

	looking   sync.Mutex        // held during a look: an older one never replaces a newer
	gone      []data.PlayerID   // at the last look
	strangers map[stranger]bool // at the last look
	unread    map[string]bool   // what could not be read at the last look, by what the log says of it
}

// run looks every banPoll until the server goes down.
func (w *watch) run() {
	tick := time.Tick(banPoll)
	for {
		select {
		case <-w.ctx.Done():
			return
		case <-tick:
			_ = w.look(w.ctx) // which is logged
		}
	}
}

// look reads the bans, which connected players are deleted, and whose their keys are. Each is read whatever
// becomes of the others. Of one that fails nothing changes; the first failure in a row is logged.
func (w *watch) look(ctx context.Context) error {
	w.looking.Lock()
	defer w.looking.Unlock()
	ctx, cancel := context.WithTimeout(ctx, banTimeout)
	defer cancel()
	if w.unread == nil {
		w.unread = map[string]bool{}
	}
	failures := map[string]error{}
	now, err := w.config.Store.Bans(ctx)
	if err == nil {
		w.bans.set(now)
		w.expelBanned()
	}
	failures["the bans cannot be read; those read last hold"] = err
	failures["deleted players cannot be looked up; their sessions go on"] = w.expelGone(ctx)
	if w.config.Peers != nil { // another server may have taken a key away, and its message may be lost
		failures["the owners of keys cannot be read; sessions by keys that were taken away go on"] = w.expelStrangers(ctx)
	}
	for what, err := range failures {
		if err != nil && !w.unread[what] && w.ctx.Err() == nil {
			w.log.Error(what, "err", err)
		}
		w.unread[what] = err != nil
	}
	return errors.Join(slices.Collect(maps.Values(failures))...)
}

// expelBanned ends the connections of all banned visitors.
func (w *watch) expelBanned() {
	if len(w.bans.all()) == 0 {
		return
	}
	for _, c := range w.connections.all() {
		who := c.who()
		if err := w.bans.against(c.from, who.fingerprint, who.player); err != nil {
			c.expel(err, nil)
		}
	}
}

// expelGone ends the connections of players who were deleted at the previous look too: their next game could not be
// stored. A player who deletes their own account is told so by the server that did it, a moment after the store knows.
// Call it with looking held.
func (w *watch) expelGone(ctx context.Context) error {
	all := w.connections.all()
	players := make([]data.PlayerID, 0, len(all))
	for _, c := range all {
		if who := c.who(); who.player > 0 {
			players = append(players, who.player)
		}
	}
	if len(players) == 0 {
		return nil
	}
	slices.Sort(players)
	gone, err := w.config.Store.Gone(ctx, slices.Compact(players))
	if err != nil {
		return err
	}
	before := w.gone
	w.gone = gone
	for _, c := range all {
		id := c.who().player // asked again: it may have become another player's meanwhile
		if slices.Contains(gone, id) && slices.Contains(before, id) {
			c.expel(errDeleted, nil)
		}
	}
	return nil
}

// stranger is a connection whose key does not, or no longer, belong to the connection's player.
type stranger struct {
	conn *connection
	key  string
	as   data.PlayerID
}

// expelStrangers ends the connections that were strangers at the previous look too: when a key changes its owner, the
// store knows it a moment before the connection does. Call it with looking held.
func (w *watch) expelStrangers(ctx context.Context) error {
	var in []stranger
	keys := map[string]bool{}
	for _, c := range w.connections.all() {
		if who := c.who(); who.player > 0 && who.fingerprint != "" {
			in = append(in, stranger{c, who.fingerprint, who.player})
			keys[who.fingerprint] = true
		}
	}
	owners := map[string]data.PlayerID{}
	if len(keys) > 0 {
		var err error
		if owners, err = w.config.Store.KeyOwners(ctx, slices.Collect(maps.Keys(keys))); err != nil {
			return err
		}
	}
	before := w.strangers
	w.strangers = map[stranger]bool{}
	for _, one := range in {
		if owners[one.key] == one.as {
			continue
		}
		w.strangers[one] = true
		if before[one] && one.conn.who().player == one.as { // otherwise it has become another player's meanwhile
			one.conn.expel(errRevoked, nil)
		}
	}
	return nil
}
