package server

import (
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound what visitors may use. Zero values mean the usual ones, with
// which loopback addresses are held only to Connections; limits that are set
// hold for everybody.
type Limits struct {
	Connections int           // open at once in all; 4096
	PerAddress  int           // open at once from one address (of IPv6: from one /64); 32
	Handshakes  float64       // new connections a second from one address, four seconds' worth at once; 4
	Handshake   time.Duration // until a client must have authenticated; 20 s
	Channels    int           // at once on one connection; 8
	Idle        time.Duration // without a key, until a game on a screen or in plain text is ended; 1 h
	Patience    time.Duration // a client may take no output; 10 s
}

func (l Limits) orUsual() Limits {
	l.Connections = orUsual(l.Connections, 4096)
	l.Handshake = orUsual(l.Handshake, 20*time.Second)
	l.Channels = orUsual(l.Channels, 8)
	l.Idle = orUsual(l.Idle, time.Hour)
	l.Patience = orUsual(l.Patience, 10*time.Second)
	return l
}

func orUsual[T comparable](v, usual T) T {
	var zero T
	if v == zero {
		return usual
	}
	return v
}

// refusal is why a visitor is not let in: in a word for the operator, in a
// sentence for the visitor. The sentence is empty when there are too many even
// to be told.
type refusal struct{ reason, sentence string }

// door counts who is in.
type door struct {
	limits Limits

	mu      sync.Mutex
	open    int
	callers map[netip.Addr]*caller
	sweepAt int // callers at which those who are long gone are forgotten
}

// caller is one address.
type caller struct {
	open int
	rate *rate.Limiter
}

const (
	usualPerAddress = 32
	usualHandshakes = 4
	rateSeconds     = 4
	sweepEvery      = 1024
)

func newDoor(l Limits) *door {
	return &door{limits: l, callers: map[netip.Addr]*caller{}, sweepAt: sweepEvery}
}

// enter counts a connection in, also one that is refused; leave counts it out.
func (d *door) enter(from net.Addr, now time.Time) (leave func(), refused *refusal) {
	addr := callerOf(from)
	perAddress, handshakes := d.limitsOf(addr)
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.callers[addr]
	if c == nil {
		d.sweep(now)
		c = &caller{rate: rate.NewLimiter(rate.Limit(handshakes), max(1, int(handshakes*rateSeconds)))}
		d.callers[addr] = c
	}
	d.open++
	c.open++
	leave = func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.open--
		c.open--
	}
	switch {
	case d.open > 2*d.limits.Connections:
		refused = &refusal{reason: "full"}
	case d.open > d.limits.Connections:
		refused = &refusal{"full", fmt.Sprintf("All %d places are taken. Try again in a minute.", d.limits.Connections)}
	case c.open > perAddress:
		refused = &refusal{"address", fmt.Sprintf("There are %d connections from your address already. Close one and try again.", perAddress)}
	case !c.rate.AllowN(now, 1):
		refused = &refusal{"rate", "You are connecting too often. Wait a few seconds and try again."}
	}
	return leave, refused
}

func (d *door) limitsOf(a netip.Addr) (perAddress int, handshakes float64) {
	perAddress, handshakes = usualPerAddress, usualHandshakes
	if a.IsLoopback() {
		perAddress, handshakes = d.limits.Connections, float64(d.limits.Connections)
	}
	return orUsual(d.limits.PerAddress, perAddress), orUsual(d.limits.Handshakes, handshakes)
}

// sweep forgets callers who are not connected and may come as if for the first
// time, so that there are about as many as come within rateSeconds.
func (d *door) sweep(now time.Time) {
	if len(d.callers) < d.sweepAt {
		return
	}
	for addr, c := range d.callers {
		if c.open == 0 && c.rate.TokensAt(now) >= float64(c.rate.Burst()) {
			delete(d.callers, addr)
		}
	}
	d.sweepAt = 2*len(d.callers) + sweepEvery
}

// callerOf returns the address that limits go by. Whoever has one IPv6 address
// has 2^64 of them.
func callerOf(from net.Addr) netip.Addr {
	ap, err := netip.ParseAddrPort(from.String())
	if err != nil {
		return netip.Addr{}
	}
	addr := ap.Addr().Unmap().WithZone("")
	if addr.Is6() && !addr.IsLoopback() {
		if p, err := addr.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return addr
}

// count returns how many connections are open.
func (d *door) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open
}
