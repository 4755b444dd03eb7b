package web

import (
	"net/http"
	"net/netip"
	"testing"
)

// TestReaders: an address is that of the connection, unless a trusted proxy says another one.
func TestReaders(t *testing.T) {
	trusted := netip.MustParsePrefix("10.0.0.0/8")
	s := &Site{press: press{config: Config{Proxies: trusted.Contains}}}
	for _, c := range []struct {
		from string
		said []string
		want string
	}{
		{"203.0.113.9:4000", nil, "203.0.113.9"},
		{"203.0.113.9:4000", []string{"198.51.100.1"}, "203.0.113.9"},
		{"127.0.0.1:4000", nil, "127.0.0.1"},
		{"127.0.0.1:4000", []string{"198.51.100.1, 203.0.113.9"}, "203.0.113.9"},
		{"[::1]:4000", []string{"198.51.100.1", " 2001:db8::1 "}, "2001:db8::1"},
		{"[::ffff:127.0.0.1]:4000", []string{"::ffff:203.0.113.9"}, "203.0.113.9"},
		{"10.1.2.3:4000", []string{"203.0.113.9"}, "203.0.113.9"},
		{"127.0.0.1:4000", []string{"198.51.100.1, 203.0.113.9, 10.0.0.5"}, "203.0.113.9"},
		{"10.1.2.3:4000", []string{"203.0.113.9, evil"}, "10.1.2.3"},
		{"10.1.2.3:4000", []string{""}, "10.1.2.3"},
	} {
		r := &http.Request{RemoteAddr: c.from, Header: http.Header{"X-Forwarded-For": c.said}}
		if got := s.reader(r).String(); got != c.want {
			t.Errorf("from %s by %q: %s, want %s", c.from, c.said, got, c.want)
		}
	}
}
