package server

import (
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"noir/data"
)

// refusal is why a connection is not taken: the limit, for the operator, and a
// sentence for the visitor. The sentence is empty when there are too many even
// to be told.
type refusal struct{ limit, sentence string }

// door counts who is in, by address and by key.
type door struct {
	limits Limits

	mu      sync.Mutex
	open    int // connections that were let in
	turned  int // connections that are told why not
	callers map[netip.Addr]*caller
	keys    map[string]int // connections, by the fingerprint of their key
	sweepAt int            // callers at which those who are long gone are forgotten
}

// caller is one address.
type caller struct {
	open      int
	turned    int
	pace      *rate.Limiter // of connections
	newcomers *rate.Limiter // of players; nil when none was made lately
}

const sweepEvery = 1024

// So many at once are told why they are not let in, of all and of one address;
// others are closed without a word. They take no place.
const (
	mostTurned       = 256
	mostTurnedCaller = 8
)

func newDoor(l Limits) *door {
	return &door{limits: l, callers: map[netip.Addr]*caller{}, keys: map[string]int{}, sweepAt: sweepEvery}
}

// enter counts a connection in, or says why it may not be: leave counts it out
// again, or the one who is told.
func (d *door) enter(from netip.Addr, now time.Time) (leave func(), refused *refusal) {
	l := d.limits.of(from.IsLoopback())
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.callers[from]
	if c == nil {
		d.sweep(now)
		c = &caller{pace: rate.NewLimiter(rate.Limit(l.Handshakes), l.Burst)}
		d.callers[from] = c
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

// refused says why a caller may not come in beside so many others; nil if they may.
func (c *caller) refused(open int, l Limits, now time.Time) *refusal {
	switch {
	case open >= l.Connections:
		return &refusal{limitConnections, fmt.Sprintf("All %d places are taken. Try again in a minute.", l.Connections)}
	case c.open >= l.PerAddress:
		return &refusal{limitAddress, fmt.Sprintf("There are %d connections from your address already. Close one and try again.", l.PerAddress)}
	case !c.pace.AllowN(now, 1):
		return &refusal{limitHandshakes, "You are connecting too often. Wait a few seconds and try again."}
	}
	return nil
}

// enterBoth counts one in both counters, and returns what counts it out. The
// mutex is held.
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

// hold counts a connection to the key that it has proved; an error is a
// sentence. After nil, release must follow.
func (d *door) hold(fingerprint string, from netip.Addr) error {
	limit := d.limits.of(from.IsLoopback()).PerKey
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.keys[fingerprint] >= limit {
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

// enrol makes a player, unless too many were made from that address lately:
// data.ErrCrowded. Those who are made at the same moment may be more than the
// limit; the address then waits for so much longer.
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
	c := d.callers[from]
	return c != nil && c.newcomers != nil && c.newcomers.TokensAt(now) < 1
}

func (d *door) newcomer(from netip.Addr, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c := d.callers[from]
	if c == nil { // never while they are connected
		return
	}
	if c.newcomers == nil {
		limit := d.limits.of(from.IsLoopback()).NewPlayers
		c.newcomers = rate.NewLimiter(rate.Limit(float64(limit)/time.Hour.Seconds()), limit)
	}
	c.newcomers.ReserveN(now, 1)
}

// sweep forgets callers who are not connected and may come as if for the first
// time.
func (d *door) sweep(now time.Time) {
	if len(d.callers) < d.sweepAt {
		return
	}
	for addr, c := range d.callers {
		if c.open+c.turned == 0 && rested(c.pace, now) && rested(c.newcomers, now) {
			delete(d.callers, addr)
		}
	}
	d.sweepAt = 2*len(d.callers) + sweepEvery
}

// rested reports whether a rate has been left alone for so long that it allows
// all that it ever allows at once.
func rested(pace *rate.Limiter, now time.Time) bool {
	return pace == nil || pace.TokensAt(now) >= float64(pace.Burst())
}

// count returns how many connections have been let in.
func (d *door) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open
}

// addressOf returns the address that somebody comes from.
func addressOf(from net.Addr) netip.Addr {
	ap, err := netip.ParseAddrPort(from.String())
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap().WithZone("")
}

// callerOf returns the address that limits go by. Whoever has one IPv6 address
// has 2^64 of them.
func callerOf(from netip.Addr) netip.Addr {
	if from.Is6() && !from.IsLoopback() {
		if p, err := from.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return from
}
