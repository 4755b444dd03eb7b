// Package quota is the one ledger of what visitors may consume. Everything that costs the server
// something (a table, a replay, a post to a webhook, a second of processor time) is a Good with a
// Price. The visitor who causes it is the Payer. A feature asks the Ledger in one line, before it
// does the work.
//
// Guests pay by address, since a guest who returns is another guest. Players pay by player. For
// dear goods players also pay by address, since keys are free.
package quota

import (
	"context"
	"net/netip"
	"strconv"
)

// Payer is who a cost is charged to. The zero value is the server itself, which pays nothing.
type Payer struct {
	Address netip.Addr // as from Network; the zero value if unknown
	ID      string     // from Player, Key or Guest
	Guest   bool       // pays by address only

	target string
}

// Network returns the address by which a visitor is counted: for IPv6 the /64, since one subscriber
// has all of it.
func Network(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if a.Is6() && !a.IsLoopback() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}

// Player is the ID of a player with a key.
func Player(id int64) string { return "player " + strconv.FormatInt(id, 10) }

// Key is the ID of a key that has no player yet.
func Key(fingerprint string) string { return "key " + fingerprint }

// Guest is the ID of a guest: it lasts as long as the connection.
func Guest(id int64) string { return "guest " + strconv.FormatInt(id, 10) }

// Toward returns a payer whose accounts count only what is done to one target: a person, a host.
// The shared account is then shared by all targets.
func (p Payer) Toward(target string) Payer {
	p.target = target
	return p
}

// Line names the payer's line where payers take turns: guests of one address share one.
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

// WithCurrent returns a context whose payer is looked up each time: the owner of a new key becomes
// a player in the middle of a session. current must be safe for concurrent use.
func WithCurrent(ctx context.Context, current func() Payer) context.Context {
	return context.WithValue(ctx, payerKey{}, current)
}

// From returns the payer of a context: the server itself if there is none.
func From(ctx context.Context) Payer {
	if current, ok := ctx.Value(payerKey{}).(func() Payer); ok {
		return current()
	}
	return Payer{}
}
