package notify

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/quota"
)

func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"1.1.1.1", "93.184.216.34", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "2a01:4f8::1"} {
		if !public(netip.MustParseAddr(text)) {
			t.Errorf("%s is refused", text)
		}
	}
	for _, text := range []string{
		"0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "172.31.255.255",
		"192.0.0.192", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.255",
		"240.0.0.1", "255.255.255.255", "168.63.129.16", "::", "::1", "::ffff:1.1.1.1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::1",
		"100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "ff02::1",
		"2606:4700::1111%eth0",
	} {
		if public(netip.MustParseAddr(text)) {
			t.Errorf("%s is let through", text)
		}
	}
	if public(netip.Addr{}) {
		t.Error("no address is let through")
	}
}

// TestNewAddressesAreFew: a port scan contacts ever new addresses. Known ones can be connected to
// meanwhile.
func TestNewAddressesAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGuard(Config{Quota: quota.NewLedger(nil)})
		knock := func(n int) error {
			at := netip.AddrPortFrom(netip.AddrFrom4([4]byte{93, byte(n >> 16), byte(n >> 8), byte(n)}), 443)
			return g.control(t.Context(), "tcp", at.String(), nil)
		}
		scan := func(from int) (made int) {
			for n := range 2400 {
				if knock(from+n) == nil {
					made++
				}
			}
			return made
		}
		if made := scan(0); made != 60 {
			t.Errorf("%d connections at once", made)
		}
		if err := knock(0); err != nil {
			t.Errorf("one that is known: %v", err)
		}
		time.Sleep(8 * time.Second)
		if made := scan(10000); made != 32 {
			t.Errorf("%d connections after 8 s", made)
		}
	})
}

// TestTheGuardRemembersFew networks.
func TestTheGuardRemembersFew(t *testing.T) {
	t.Parallel()
	g := newGuard(Config{Quota: quota.NewLedger(nil)})
	g.mu.Lock()
	for n := range mostMet {
		g.met[netip.AddrFrom4([4]byte{93, byte(n >> 16), byte(n >> 8), byte(n)})] = time.Now()
	}
	g.mu.Unlock()
	late := netip.MustParseAddr("94.0.0.1")
	if !g.meet(late, time.Now()) || len(g.met) > mostMet || g.met[late].IsZero() {
		t.Errorf("%d networks are known", len(g.met))
	}
}

// TestTheServersOwnAddresses are refused, including those of this machine, and for another reason than private ones.
func TestTheServersOwnAddresses(t *testing.T) {
	t.Parallel()
	g := newGuard(Config{Quota: quota.NewLedger(nil), Own: []string{"93.184.216.34", "noir.example.com"}})
	for address, why := range map[string]string{
		"93.184.216.34:2222": "the address is one of this server's", "192.168.1.1:443": "the address is none of the public internet",
	} {
		if err := g.control(t.Context(), "tcp", address, nil); err == nil || err.Error() != why {
			t.Errorf("%s: %v", address, err)
		}
	}
	if !g.isOwn(netip.MustParseAddr("127.0.0.1")) {
		t.Error("the addresses of this machine are not known")
	}
	if err := g.control(t.Context(), "tcp", "93.184.216.35:443", nil); err != nil {
		t.Errorf("another one: %v", err)
	}
}
