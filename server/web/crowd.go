package web

import (
	"net"
	"net/http"
	"net/netip"
	"sync"

	"noir/internal/quota"
)

// How many connections are open at once, in all and from one address that is no trusted proxy's; others are closed.
// A browser opens six.
const (
	mostReaders     = 256
	mostFromAddress = 32
)

// crowd counts the connections that are open.
type crowd struct {
	trusted func(netip.Addr) bool // whether an address is that of a proxy, behind which there are many readers

	mu   sync.Mutex
	open int
	from map[netip.Addr]int // by network; without those of proxies
}

// count is told what a connection does, and closes one that is too many.
func (o *crowd) count(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if !o.enter(c) {
			_ = c.Close()
		}
	case http.StateClosed, http.StateHijacked:
		o.leave(c)
	}
}

// enter counts a connection, also one that is too many: it will leave too. It reports whether the connection may stay.
func (o *crowd) enter(c net.Conn) bool {
	at, one := o.network(c)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.open++
	if !one {
		return o.open <= mostReaders
	}
	if o.from == nil {
		o.from = map[netip.Addr]int{}
	}
	o.from[at]++
	return o.open <= mostReaders && o.from[at] <= mostFromAddress
}

func (o *crowd) leave(c net.Conn) {
	at, one := o.network(c)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.open--
	if !one {
		return
	}
	if o.from[at]--; o.from[at] == 0 {
		delete(o.from, at)
	}
}

// network is what a connection is counted by; one is false for one that comes from a proxy.
func (o *crowd) network(c net.Conn) (at netip.Addr, one bool) {
	from, err := netip.ParseAddrPort(c.RemoteAddr().String())
	if err != nil || o.trusted(from.Addr().Unmap()) {
		return netip.Addr{}, false
	}
	return quota.Network(from.Addr()), true
}
