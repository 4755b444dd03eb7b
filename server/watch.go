package server

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"noir/data"
)

const (
	banPoll    = 2 * time.Second // between two reads of the store's bans
	banTimeout = 5 * time.Second // for one read
)

// watchBans re-reads the bans every banPoll until the server goes down, and disconnects players who
// are banned or deleted.
func (s *Server) watchBans() {
	tick := time.Tick(banPoll)
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick:
			_ = s.readBans(s.ctx) // which is logged
		}
	}
}

// readBans reads the bans, which connected players are deleted, and whose their keys are. Each is read whatever
// becomes of the others. Of one that fails nothing changes; the first failure in a row is logged.
func (s *Server) readBans(ctx context.Context) error {
	s.bans.reading.Lock()
	defer s.bans.reading.Unlock()
	ctx, cancel := context.WithTimeout(ctx, banTimeout)
	defer cancel()
	if s.unread == nil {
		s.unread = map[string]bool{}
	}
	failures := map[string]error{}
	now, err := s.config.Store.Bans(ctx)
	if err == nil {
		s.bans.set(now)
		s.expelBanned()
	}
	failures["the bans cannot be read; those read last hold"] = err
	failures["deleted players cannot be looked up; their sessions go on"] = s.expelGone(ctx)
	if s.config.Peers != nil { // another server may have taken a key away, and its message may be lost
		failures["the owners of keys cannot be read; sessions by keys that were taken away go on"] = s.expelStrangers(ctx)
	}
	for what, err := range failures {
		if err != nil && !s.unread[what] && s.ctx.Err() == nil {
			s.log.Error(what, "err", err)
		}
		s.unread[what] = err != nil
	}
	return errors.Join(slices.Collect(maps.Values(failures))...)
}

// expelBanned ends the connections of all banned visitors.
func (s *Server) expelBanned() {
	if len(s.bans.all()) == 0 {
		return
	}
	for _, c := range s.connections.all() {
		who := c.who()
		if err := s.bans.against(c.from, who.fingerprint, who.player); err != nil {
			c.expel(err, nil)
		}
	}
}

// expelGone ends the connections of deleted players: their next game could not be stored.
func (s *Server) expelGone(ctx context.Context) error {
	all := s.connections.all()
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
	gone, err := s.config.Store.Gone(ctx, slices.Compact(players))
	for _, c := range all {
		if slices.Contains(gone, c.who().player) { // asked again: it may have become another player's meanwhile
			c.expel(errDeleted, nil)
		}
	}
	return err
}

// stranger is a connection whose key does not, or no longer, belong to the connection's player.
type stranger struct {
	conn *connection
	key  string
	as   data.PlayerID
}

// expelStrangers ends the connections that were strangers at the previous look too: when a key changes its owner, the
// store knows it a moment before the connection does. Call it with bans.reading held.
func (s *Server) expelStrangers(ctx context.Context) error {
	var in []stranger
	keys := map[string]bool{}
	for _, c := range s.connections.all() {
		if who := c.who(); who.player > 0 && who.fingerprint != "" {
			in = append(in, stranger{c, who.fingerprint, who.player})
			keys[who.fingerprint] = true
		}
	}
	owners := map[string]data.PlayerID{}
	if len(keys) > 0 {
		var err error
		if owners, err = s.config.Store.KeyOwners(ctx, slices.Collect(maps.Keys(keys))); err != nil {
			return err
		}
	}
	before := s.strangers
	s.strangers = map[stranger]bool{}
	for _, one := range in {
		if owners[one.key] == one.as {
			continue
		}
		s.strangers[one] = true
		if before[one] && one.conn.who().player == one.as { // otherwise it has become another player's meanwhile
			one.conn.expel(errRevoked, nil)
		}
	}
	return nil
}
