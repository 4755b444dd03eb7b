// Package quota is the one ledger of what visitors may cause. Everything that costs
// the server something (a table, a replay, a post to the outside, a second of
// processor) is a Good with a Price. Whoever causes it is a Payer. A feature asks the
// Ledger in one line, before it does the work.
//
// Guests pay by their address, as a guest who comes again is another guest. Players
// pay by player. For dear goods players pay by address as well, as keys cost nothing.
package quota

import (
	"context"
	"net/netip"
	"strconv"
)

// Payer is whoever a cost is charged to. The zero value is the server itself, which
// pays nothing.
type Payer struct {
	Address netip.Addr // the address, of IPv6 the /64; the zero value when it is not known
	ID      string     // Player, Key or Guest of whoever it is
	Guest   bool       // pays by address alone

	target string
}

// Player is the ID of a player with a key.
func Player(id int64) string { return "player " + strconv.FormatInt(id, 10) }

// Key is the ID of a key that has no player yet.
func Key(fingerprint string) string { return "key " + fingerprint }

// Guest is the ID of a guest: it lasts as long as the connection.
func Guest(id int64) string { return "guest " + strconv.FormatInt(id, 10) }

// Toward returns a payer whose accounts count what is done to one target alone: a
// person, a host. What is shared by all is shared by all targets.
func (p Payer) Toward(target string) Payer {
	p.target = target
	return p
}

// Line names the line in which a payer stands where payers take turns: guests of one
// address stand in one.
func (p Payer) Line() string {
	if p.Guest && p.Address.IsValid() {
		return address + p.Address.String()
	}
	return p.ID
}

type payerKey struct{}

// With returns a context in which p pays.
func With(ctx context.Context, p Payer) context.Context {
	return WithCurrent(ctx, func() Payer { return p })
}

// WithCurrent returns a context in which whoever pays is asked for each time: the
// owner of a new key becomes a player in the middle of a session. current may be called
// from any goroutine.
func WithCurrent(ctx context.Context, current func() Payer) context.Context {
	return context.WithValue(ctx, payerKey{}, current)
}

// From returns who pays in a context: the server itself if nobody is named.
func From(ctx context.Context) Payer {
	if current, ok := ctx.Value(payerKey{}).(func() Payer); ok {
		return current()
	}
	return Payer{}
}
