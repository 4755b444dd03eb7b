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

// The reasons to refuse a connection.
var (
	errPrivate = errors.New("the address is none of the public internet")
	errOwn     = errors.New("the address is one of this server's")
	errBusy    = errors.New("that address, or new ones, were connected to too often lately")
	errGone    = errors.New("the webhook is another one by now")
)

const (
	busyPause  = 5 * time.Second    // before another try when nothing was connected to
	ownAge     = 10 * time.Minute   // how old the list of the server's own addresses may be
	knownAge   = 7 * 24 * time.Hour // after which an unused network counts as new
	mostMet    = 1 << 14            // known networks; beyond that the least recently used are forgotten
	lookUpTime = 2 * time.Second    // for the server's own names
)

// guard allows the courier to connect only to the public internet: not to this server, to no
// address too often, and to few new ones. It checks each connection's actual address, so it does
// not matter what a name resolved to earlier.
type guard struct {
	allowPrivate bool // this server's addresses too
	quota        *quota.Ledger
	resolver     *net.Resolver
	names        []string // of this server, or addresses

	mu   sync.Mutex
	own  map[netip.Addr]bool
	read time.Time                // when own was read
	met  map[netip.Addr]time.Time // networks, and when they were last connected to
}

func newGuard(c Config) *guard {
	g := &guard{allowPrivate: c.AllowPrivate, quota: c.Quota, resolver: c.Resolver, own: map[netip.Addr]bool{}, met: map[netip.Addr]time.Time{}}
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

// control is the Control function of a net.Dialer.
func (g *guard) control(ctx context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	at := quota.Network(to.Addr())
	switch {
	case !g.allowPrivate && !public(to.Addr()):
		return errPrivate
	case !g.allowPrivate && g.isOwn(to.Addr()):
		return errOwn
	case g.quota.Take(quota.Payer{Address: at}, quota.Posts, 1) != nil, !g.meet(at, time.Now()):
		return errBusy
	}
	if reached, ok := ctx.Value(reachedKey{}).(*atomic.Pointer[netip.Addr]); ok {
		reached.Store(&at)
	}
	return nil
}

// meet notes a connection to a network. It refuses a new network when there were many new ones
// lately: that is what a port scan looks like.
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

// forgetOld makes room among the known networks. The mutex must be held.
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

// refresh looks up this server's addresses again now and then. It looks up names without the mutex;
// other callers use the old list meanwhile.
func (g *guard) refresh(ctx context.Context) {
	if g.allowPrivate {
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
		if at, err := g.resolver.LookupNetIP(ctx, "ip", name); err == nil {
			found = append(found, at...)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.readOwn(found)
}

// readOwn adds the current addresses; older ones stay. The mutex must be held.
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

// elsewhere are the prefixes of IANA's special-purpose address registries that are not single hosts
// on the public internet, and the metadata addresses of clouds.
var elsewhere = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
	"192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"224.0.0.0/3", "168.63.129.16/32",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

// global contains all other IPv6 addresses.
var global = netip.MustParsePrefix("2000::/3")

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

// public reports whether an address is on the public internet. IPv4 embedded in IPv6 is not.
func public(a netip.Addr) bool {
	if a.Zone() != "" || a.Is6() && !global.Contains(a) {
		return false
	}
	return a.IsValid() && !slices.ContainsFunc(elsewhere, func(p netip.Prefix) bool { return p.Contains(a) })
}
