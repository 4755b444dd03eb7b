package server

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are addresses of load balancers and reverse proxies, which are believed when they name
// the client of a connection or a request. The zero value is empty.
type Proxies []netip.Prefix

// String formats them as Set parses them.
func (p Proxies) String() string {
	all := make([]string, len(p))
	for i, prefix := range p {
		all[i] = prefix.String()
	}
	return strings.Join(all, ",")
}

// Set parses addresses and prefixes with commas between them (pflag.Value).
func (p *Proxies) Set(text string) error {
	var all Proxies
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(one)
		if addr, alone := netip.ParseAddr(one); alone == nil && addr.Zone() == "" {
			prefix, err = addr.Prefix(addr.BitLen())
		}
		if err != nil || prefix.Addr().Is4In6() {
			return fmt.Errorf("%.64q is not an address or a prefix such as 10.0.0.0/8", one)
		}
		all = append(all, prefix.Masked())
	}
	*p = all
	return nil
}

// Type is how flags of this kind are written (pflag.Value).
func (p *Proxies) Type() string { return "prefixes" }

// Has reports whether an address is among them.
func (p Proxies) Has(addr netip.Addr) bool {
	return slices.ContainsFunc(p, func(prefix netip.Prefix) bool { return prefix.Contains(addr) })
}
