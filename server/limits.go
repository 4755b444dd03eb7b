package server

import (
	"fmt"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound what visitors may use. Zero values mean the defaults, under which loopback addresses
// are exempt from PerAddress, Handshakes, Burst, PerKey and NewPlayers; explicit limits hold for
// all addresses.
type Limits struct {
	Connections  int           // open at once in all; 4096
	PerAddress   int           // open at once from one address (for IPv6, one /64); 32
	PerKey       int           // with a session, at once, with one key; 16
	Handshakes   float64       // new connections a second from one address; 4
	Burst        int           // of those, how many may come at once; four seconds' worth
	Handshake    time.Duration // until a client must have authenticated; 20 s
	Channels     int           // at once on one connection; 8
	NewPlayers   int           // made from one address in an hour; 20
	Input        int           // bytes a second from a person, four seconds' worth at once; 2048
	CommandInput int           // bytes a second to a command, four seconds' worth at once; 128 KiB
	Idle         time.Duration // without a key, until a game on a screen or in plain text is ended; 1 h
	Patience     time.Duration // how long a client may take no output; 10 s
}

// Check returns an error that names the first limit that is not positive.
func (l Limits) Check() error {
	for _, limit := range []struct {
		name string
		fits bool
	}{
		{"connections", l.Connections >= 0}, {"per-address", l.PerAddress >= 0}, {"per-key", l.PerKey >= 0},
		{"handshakes", l.Handshakes >= 0}, {"handshake-burst", l.Burst >= 0}, {"handshake-timeout", l.Handshake >= 0},
		{"channels", l.Channels >= 0}, {"new-players", l.NewPlayers >= 0},
		{"input", l.Input >= 0}, {"command-input", l.CommandInput >= 0}, {"idle", l.Idle >= 0}, {"patience", l.Patience >= 0},
	} {
		if !limit.fits {
			return fmt.Errorf("the limit %s cannot be less than 0, which is the usual one", limit.name)
		}
	}
	return nil
}

// OrUsual returns the limits with defaults in place of zeros, except for the zeros that exempt
// loopback addresses.
func (l Limits) OrUsual() Limits {
	l.Connections = orUsual(l.Connections, 4096)
	l.Handshake = orUsual(l.Handshake, 20*time.Second)
	l.Channels = orUsual(l.Channels, 8)
	l.Input = orUsual(l.Input, 2048)
	l.CommandInput = orUsual(l.CommandInput, 128<<10)
	l.Idle = orUsual(l.Idle, time.Hour)
	l.Patience = orUsual(l.Patience, 10*time.Second)
	return l
}

// of returns the limits for one kind of address.
func (l Limits) of(loopback bool) Limits {
	usual := Limits{PerAddress: 32, PerKey: 16, Handshakes: 4, NewPlayers: 20}
	if loopback {
		free := l.Connections
		usual = Limits{PerAddress: free, PerKey: free, Handshakes: float64(free), NewPlayers: unlimited}
	}
	l.PerAddress = orUsual(l.PerAddress, usual.PerAddress)
	l.PerKey = orUsual(l.PerKey, usual.PerKey)
	l.Handshakes = orUsual(l.Handshakes, usual.Handshakes)
	l.Burst = orUsual(l.Burst, max(1, int(burstSeconds*l.Handshakes)))
	l.NewPlayers = orUsual(l.NewPlayers, usual.NewPlayers)
	return l
}

// intake limits the input of one connection: as much as a program and a person on each channel may
// send, with room for two such bursts.
func (l Limits) intake() *rate.Limiter {
	bytes := l.CommandInput + l.Channels*l.Input
	return rate.NewLimiter(rate.Limit(bytes), 2*burstSeconds*bytes)
}

const (
	burstSeconds = 4       // how much of a rate may come at once
	unlimited    = 1 << 30 // more than ever come
)

func orUsual[T comparable](v, usual T) T {
	var zero T
	if v == zero {
		return usual
	}
	return v
}

// The limits as /metrics names them. The tables' limits are in matchmaking (Totals.Limits).
const (
	limitConnections = "connections"
	limitAddress     = "address"
	limitHandshakes  = "handshakes"
	limitHandshake   = "handshake_timeout"
	limitKey         = "key"
	limitChannels    = "channels"
	limitForwarding  = "forwarding"
	limitNewPlayers  = "new_players"
	limitInput       = "input"
	limitIdle        = "idle"
	limitPatience    = "patience"
	limitExchanges   = "key_exchanges"
	limitHeader      = "proxy_header"
)

// doorLimits are all of them.
var doorLimits = []string{
	limitConnections, limitAddress, limitHandshakes, limitHandshake, limitKey, limitChannels,
	limitForwarding, limitNewPlayers, limitInput, limitIdle, limitPatience, limitExchanges, limitHeader,
}
