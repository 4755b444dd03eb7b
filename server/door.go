package server

import (
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"noir/data"
	"noir/internal/language"
	"noir/internal/sweep"
)

// refusal is why a connection is refused: the limit, for the operator, and a sentence for the
// visitor. The sentence is empty when there are too many even to be told.
type refusal struct{ limit, sentence string }

// door counts visitors by address and by key.
type door struct {
	limits Limits

	mu      sync.Mutex
	open    int // connections that were let in
	turned  int // connections that are being told why not
	callers sweep.Map[netip.Addr, *caller]
	keys    map[string]int // connections, by the fingerprint of their key
}

// caller is one address.
type caller struct {
	open      int
	turned    int
	pace      *rate.Limiter // of connections
	newcomers *rate.Limiter // of players; nil when none was made lately
}

// How many refused clients are told why at once, in all and per address; others are closed without
// a word. They do not count as connections.
const (
	mostTurned       = 256
	mostTurnedCaller = 8
)

func newDoor(l Limits) *door {
	return &door{limits: l, callers: sweep.NewMap[netip.Addr, *caller](), keys: map[string]int{}}
}

// enter counts a connection, or says why it is refused. leave ends the count, also of a refused
// one.
func (d *door) enter(from netip.Addr, now time.Time) (leave func(), refused *refusal) {
	l := d.limits.of(from.IsLoopback())
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.callers.Of[from]
	if c == nil {
		d.callers.Sweep(func(c *caller) bool { return c.gone(now) })
		c = &caller{pace: rate.NewLimiter(rate.Limit(l.Handshakes), l.Burst)}
		d.callers.Of[from] = c
	}
	if refused = c.refused(d.open, l, now); refused == nil {
		return d.enterBoth(&d.open, &c.open), nil
	}
	if d.turned >= mostTurned || c.turned >= mostTurnedCaller {
		refused.sentence = ""
		return func() {}, refused
	}
	return d.enterBoth(&d.turned, &c.turned), refused
}

// refused says why a caller may not connect while so many others are; nil if they may.
func (c *caller) refused(open int, l Limits, now time.Time) *refusal {
	switch {
	case open >= l.Connections:
		return &refusal{limitConnections, fmt.Sprintf("All %d places are taken. Try again in a minute.", l.Connections)}
	case c.open >= l.PerAddress:
		return &refusal{limitAddress, language.Counted(l.PerAddress,
			"There is a connection from your address already. Close it and try again.",
			"There are %d connections from your address already. Close one and try again.")}
	case !c.pace.AllowN(now, 1):
		return &refusal{limitHandshakes, "You are connecting too often. Wait a few seconds and try again."}
	}
	return nil
}

// enterBoth increments both counters; leave decrements them. The mutex must be held.
func (d *door) enterBoth(all, own *int) (leave func()) {
	*all++
	*own++
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		*all--
		*own--
	}
}

// hold counts a connection against the key that it proved; an error is a sentence. After nil,
// release must be called.
func (d *door) hold(fingerprint string, from netip.Addr) error {
	limit := d.limits.of(from.IsLoopback()).PerKey
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.keys[fingerprint] < limit:
	case limit == 1:
		return saying("There is a connection with your key already. Close it and try again.")
	default:
		return saying("There are %d connections with your key already. Close one and try again.", limit)
	}
	d.keys[fingerprint]++
	return nil
}

func (d *door) release(fingerprint string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.keys[fingerprint]--; d.keys[fingerprint] == 0 {
		delete(d.keys, fingerprint)
	}
}

// enrol makes a player, unless too many were made from that address lately: data.ErrCrowded.
// Players made at the same moment may exceed the limit; the address then waits longer.
func (d *door) enrol(from netip.Addr, create func() (data.Player, error)) (data.Player, error) {
	if d.crowded(from, time.Now()) {
		return data.Player{}, data.ErrCrowded
	}
	p, err := create()
	if err == nil {
		d.newcomer(from, time.Now())
	}
	return p, err
}

func (d *door) crowded(from netip.Addr, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.callers.Of[from]
	return c != nil && c.newcomers != nil && c.newcomers.TokensAt(now) < 1
}

func (d *door) newcomer(from netip.Addr, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.callers.Of[from]
	if c == nil { // never while they are connected
		return
	}
	if c.newcomers == nil {
		limit := d.limits.of(from.IsLoopback()).NewPlayers
		c.newcomers = rate.NewLimiter(rate.Limit(float64(limit)/time.Hour.Seconds()), limit)
	}
	c.newcomers.ReserveN(now, 1)
}

// gone reports whether a caller is not connected and their limits have refilled.
func (c *caller) gone(now time.Time) bool {
	return c.open+c.turned == 0 && rested(c.pace, now) && rested(c.newcomers, now)
}

// rested reports whether a limiter has refilled completely.
func rested(pace *rate.Limiter, now time.Time) bool {
	return pace == nil || pace.TokensAt(now) >= float64(pace.Burst())
}

// count returns how many connections are open.
func (d *door) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open
}

// addressOf returns a visitor's address.
func addressOf(from net.Addr) netip.Addr {
	ap, err := netip.ParseAddrPort(from.String())
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap().WithZone("")
}
