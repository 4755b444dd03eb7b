package herald

import (
	"errors"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// The reasons for which no connection is made.
var (
	errPrivate = errors.New("the address is none of the public internet")
	errBusy    = errors.New("that address was connected to too often lately")
)

// An address is connected to so often at most, whoever's webhook is there.
const (
	knockEvery = time.Second / 2
	knockBurst = 10
)

// guard lets the courier connect to the public internet only, and to none of its
// addresses too often. It is asked for each connection about the address that it goes
// to, so what a name meant when it was looked up before is nothing to it.
type guard struct {
	trial  bool // private addresses are as good
	knocks *pace[netip.Addr]
}

func newGuard(trial bool) *guard {
	return &guard{trial, newPace[netip.Addr](knockEvery, knockBurst)}
}

// control is a net.Dialer's.
func (g *guard) control(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	switch {
	case err != nil:
		return err
	case !g.trial && !public(to.Addr()):
		return errPrivate
	case !g.knocks.allow(network(to.Addr()), time.Now()):
		return errBusy
	}
	return nil
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
