package server

import (
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/internal/language"
)

// bans are the bans in force, as last read from the store.
type bans struct {
	list atomic.Pointer[[]ban]
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
