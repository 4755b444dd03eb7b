package quota_test

import (
	"net/netip"
	"testing"

	"noir/internal/quota"
)

// TestLines: guests of an address take turns as one, players each for themselves wherever they are, and so do guests whose
// address is not known.
func TestLines(t *testing.T) {
	home, other := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("203.0.113.8")
	for _, c := range []struct {
		a, b quota.Payer
		one  bool
	}{
		{guest(-1, home), guest(-2, home), true},
		{guest(-1, home), guest(-2, other), false},
		{guest(-1, netip.Addr{}), guest(-2, netip.Addr{}), false},
		{player(1, home), player(2, home), false},
		{player(1, home), player(1, other), true},
		{player(1, home), guest(-1, home), false},
	} {
		if (c.a.Line() == c.b.Line()) != c.one {
			t.Errorf("%+v and %+v take turns as %q and %q", c.a, c.b, c.a.Line(), c.b.Line())
		}
	}
}
