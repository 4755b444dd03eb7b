package server

import (
	"context"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/internal/language"
)

const (
	banPoll    = 2 * time.Second // between two reads of the store's bans
	banTimeout = 5 * time.Second // for one read
)

// bans are the bans in force, as last read from the store.
type bans struct {
	list      atomic.Pointer[[]ban]
	reading   sync.Mutex        // held while reading the store: an older read never replaces a newer
	strangers map[stranger]bool // at the last look; guarded by reading
}

// ban is a ban with its prefix parsed; the zero prefix contains nobody.
type ban struct {
	data.Ban
	prefix netip.Prefix
}

// unknown reports whether the list has never been read.
func (b *bans) unknown() bool { return b.list.Load() == nil }

func (b *bans) all() []ban {
	if list := b.list.Load(); list != nil {
		return *list
	}
	return nil
}

// set replaces the list with what the store has.
func (b *bans) set(now []data.Ban) {
	list := make([]ban, len(now))
	for i, one := range now {
		list[i].Ban = one
		if one.Kind == data.BanPrefix {
			list[i].prefix, _ = netip.ParsePrefix(one.Value) // the store has only valid ones
		}
	}
	b.list.Store(&list)
}

// against returns the sentence of a ban on this address, key or player, or nil. Unknown
// arguments are zero.
func (b *bans) against(from netip.Addr, fingerprint string, player data.PlayerID) error {
	now := time.Now()
	for _, one := range b.all() {
		if one.InForce(now) && one.meets(from, fingerprint, player) {
			return one.told()
		}
	}
	return nil
}

func (b *ban) meets(from netip.Addr, fingerprint string, player data.PlayerID) bool {
	switch b.Kind {
	case data.BanPrefix:
		return b.prefix.Contains(from)
	case data.BanKey:
		return fingerprint != "" && fingerprint == b.Value
	case data.BanName:
		return player > 0 && player == b.Player
	}
	return false
}

// told returns the sentence for a visitor shut out by the ban.
func (b *ban) told() error {
	whom := map[data.BanKind]sentence{
		data.BanPrefix: sentence("Your address is"), data.BanKey: sentence("Your key is"), data.BanName: sentence("You are"),
	}[b.Kind]
	until := error(sentence("for good"))
	if !b.Until.IsZero() {
		end := b.Until.UTC()
		until = language.Sentence(nil, "until %s, %s UTC", end, end.Format("15:04"))
	}
	if b.Reason == "" {
		return saying("%s shut out %s.", whom, until)
	}
	return saying("%s shut out %s: %s.", whom, until, strings.TrimSuffix(b.Reason, "."))
}

// count returns how many bans of a kind are in force.
func (b *bans) count(kind data.BanKind) int {
	n, now := 0, time.Now()
	for _, one := range b.all() {
		if one.Kind == kind && one.InForce(now) {
			n++
		}
	}
	return n
}

// watchBans re-reads the bans every banPoll until the server goes down, and disconnects players who
// are banned or deleted.
func (s *Server) watchBans() {
	failed := false
	tick := time.Tick(banPoll)
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick:
			failed = s.readBans(s.ctx, failed) != nil
		}
	}
}

// readBans reads the bans, and which connected players are deleted. If that fails, nothing changes;
// the first failure in a row is logged.
func (s *Server) readBans(ctx context.Context, failed bool) error {
	s.bans.reading.Lock()
	defer s.bans.reading.Unlock()
	ctx, cancel := context.WithTimeout(ctx, banTimeout)
	defer cancel()
	now, err := s.config.Store.Bans(ctx)
	if err == nil {
		s.bans.set(now)
		s.expelBanned()
		err = s.expelGone(ctx)
	}
	if err == nil && s.config.Dismissed != nil { // another server may have taken a key away, and its message may be lost
		err = s.expelStrangers(ctx)
	}
	if err != nil && !failed && s.ctx.Err() == nil {
		s.log.Error("the bans cannot be read; those read last hold", "err", err)
	}
	return err
}

// expelBanned ends the connections of all banned visitors.
func (s *Server) expelBanned() {
	if len(s.bans.all()) == 0 {
		return
	}
	for _, c := range s.all() {
		c.mu.Lock()
		err := s.bans.against(c.from, c.fingerprint, c.player)
		c.mu.Unlock()
		if err != nil {
			c.expel(err, nil)
		}
	}
}

const errDeleted = sentence("Your player has been deleted or merged with another. Connect again to play on.")

// expelGone ends the connections of deleted players: their next game could not be stored.
func (s *Server) expelGone(ctx context.Context) error {
	in := map[data.PlayerID][]*connection{}
	for _, c := range s.all() {
		c.mu.Lock()
		if c.player > 0 {
			in[c.player] = append(in[c.player], c)
		}
		c.mu.Unlock()
	}
	if len(in) == 0 {
		return nil
	}
	gone, err := s.config.Store.Gone(ctx, slices.Collect(maps.Keys(in)))
	for _, id := range gone {
		for _, c := range in[id] {
			c.mu.Lock()
			still := c.player == id // it may have become another's meanwhile
			c.mu.Unlock()
			if still {
				c.expel(errDeleted, nil)
			}
		}
	}
	return err
}

// stranger is a connection by a key that is not, or not any more, of the player whom it is for.
type stranger struct {
	conn *connection
	key  string
	as   data.PlayerID
}

// expelStrangers ends the connections that are strangers as they were at the look before: a key that has just
// changed its owner is the new one's in the store a moment before the connection knows. Call it with bans.reading held.
func (s *Server) expelStrangers(ctx context.Context) error {
	var in []stranger
	keys := map[string]bool{}
	for _, c := range s.all() {
		c.mu.Lock()
		if c.player > 0 && c.fingerprint != "" {
			in = append(in, stranger{c, c.fingerprint, c.player})
			keys[c.fingerprint] = true
		}
		c.mu.Unlock()
	}
	owners := map[string]data.PlayerID{}
	if len(keys) > 0 {
		var err error
		if owners, err = s.config.Store.KeyOwners(ctx, slices.Collect(maps.Keys(keys))); err != nil {
			return err
		}
	}
	before := s.bans.strangers
	s.bans.strangers = map[stranger]bool{}
	for _, one := range in {
		if owners[one.key] == one.as {
			continue
		}
		if s.bans.strangers[one] = true; before[one] {
			one.conn.mu.Lock()
			still := one.conn.player == one.as // it may have become another's meanwhile
			one.conn.mu.Unlock()
			if still {
				one.conn.expel(errRevoked, nil)
			}
		}
	}
	return nil
}

// all returns the current connections.
func (s *Server) all() []*connection {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.connections))
}
