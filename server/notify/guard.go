package notify

import (
	"context"
	"errors"
	"maps"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"noir/internal/quota"
)

// The reasons for which no connection is made.
var (
	errPrivate = errors.New("the address is none of the public internet")
	errOwn     = errors.New("the address is one of this server's")
	errBusy    = errors.New("that address, or new ones, were connected to too often lately")
	errGone    = errors.New("the webhook is another one by now")
)

const (
	busyPause  = 5 * time.Second    // until what is errBusy is tried again
	ownAge     = 10 * time.Minute   // what is known of the server's own addresses may be so old
	knownAge   = 7 * 24 * time.Hour // a network that was not connected to for so long is a new one
	mostMet    = 1 << 14            // networks that are known; beyond them those that have rested longest are forgotten
	lookUpTime = 2 * time.Second    // for the server's own names
)

// guard lets the courier connect to the public internet only, to no address of this server,
// to none too often, and to few that are new. It is asked for each connection about the
// address that it goes to, so what a name meant when it was looked up before is nothing to it.
type guard struct {
	trial    bool // private addresses and this server's are as good
	quota    *quota.Ledger
	resolver *net.Resolver
	names    []string // of this server, or addresses

	mu   sync.Mutex
	own  map[netip.Addr]bool
	read time.Time                // when own was
	met  map[netip.Addr]time.Time // networks, and when they were connected to last
}

func newGuard(c Config) *guard {
	g := &guard{trial: c.Trial, quota: c.Quota, resolver: c.Resolver, own: map[netip.Addr]bool{}, met: map[netip.Addr]time.Time{}}
	if g.resolver == nil {
		g.resolver = net.DefaultResolver
	}
	for _, name := range c.Own {
		g.names = append(g.names, strings.ToLower(strings.TrimSuffix(name, ".")))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readOwn(nil)
	return g
}

// control is a net.Dialer's.
func (g *guard) control(ctx context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	at := network(to.Addr())
	switch {
	case !g.trial && !public(to.Addr()):
		return errPrivate
	case !g.trial && g.isOwn(to.Addr()):
		return errOwn
	case g.quota.Take(quota.Payer{Address: at}, quota.Posts, 1) != nil, !g.meet(at, time.Now()):
		return errBusy
	}
	if reached, ok := ctx.Value(reachedKey{}).(*atomic.Pointer[netip.Addr]); ok {
		reached.Store(&at)
	}
	return nil
}

// meet notes that a network is connected to. It refuses one that is new when there were
// many new ones lately: whoever looks for doors that are open knocks at ever new ones.
func (g *guard) meet(at netip.Addr, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	last, known := g.met[at]
	if known = known && now.Sub(last) < knownAge; !known && g.quota.Take(quota.Payer{ID: "webhooks"}, quota.NewPosts, 1) != nil {
		return false
	}
	if !known && len(g.met) >= mostMet {
		g.forgetOld()
	}
	g.met[at] = now
	return true
}

// forgetOld makes room among the networks that are known. The mutex is held.
func (g *guard) forgetOld() {
	oldest := slices.SortedFunc(maps.Keys(g.met), func(a, b netip.Addr) int { return g.met[a].Compare(g.met[b]) })
	for _, at := range oldest[:len(oldest)/4] {
		delete(g.met, at)
	}
}

// isOwn reports whether an address is one of this server's.
func (g *guard) isOwn(a netip.Addr) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.own[a.Unmap().WithZone("")]
}

// named reports whether a host is one of this server's names.
func (g *guard) named(host string) bool {
	return slices.Contains(g.names, strings.ToLower(strings.TrimSuffix(host, ".")))
}

// refresh looks the addresses of this server up again, now and then. Names are asked for
// meanwhile; other callers go by what is known.
func (g *guard) refresh(ctx context.Context) {
	if g.trial {
		return
	}
	g.mu.Lock()
	due := time.Since(g.read) >= ownAge
	if due {
		g.read = time.Now()
	}
	g.mu.Unlock()
	if !due {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, lookUpTime)
	defer cancel()
	var found []netip.Addr
	for _, name := range g.names {
		if _, err := netip.ParseAddr(name); err == nil {
			continue
		}
		if at, err := g.resolver.LookupNetIP(ctx, "ip", name); err == nil {
			found = append(found, at...)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readOwn(found)
}

// readOwn adds what addresses there are now; those from before stay. The mutex is held.
func (g *guard) readOwn(found []netip.Addr) {
	for _, name := range g.names {
		if at, err := netip.ParseAddr(name); err == nil {
			found = append(found, at)
		}
	}
	if all, err := net.InterfaceAddrs(); err == nil {
		for _, one := range all {
			if at, err := netip.ParsePrefix(one.String()); err == nil {
				found = append(found, at.Addr())
			}
		}
	}
	for _, at := range found {
		g.own[at.Unmap().WithZone("")] = true
	}
}

// elsewhere are the prefixes of the IANA's registries of special addresses that are
// no single machines of the public internet, and where a cloud answers its own.
var elsewhere = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
	"192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"224.0.0.0/3", "168.63.129.16/32",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

// global is where all other addresses of IPv6 are.
var global = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

// public reports whether an address is one of the public internet. One of IPv4 in the
// clothes of IPv6 is not.
func public(a netip.Addr) bool {
	if a.Zone() != "" || a.Is6() && !global.Contains(a) {
		return false
	}
	return a.IsValid() && !slices.ContainsFunc(elsewhere, func(p netip.Prefix) bool { return p.Contains(a) })
}

// network is the address by which somebody is counted: of IPv6 the /64, since whoever
// has one address there has all of it.
func network(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return a
}
