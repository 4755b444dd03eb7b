package server

import (
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"noir/internal/quota"
	"noir/internal/quota/quotatest"
)

// TestSpentAddress: a client whose address has used too much processor time is told so, whatever
// the session; those with another address go on.
func TestSpentAddress(t *testing.T) {
	t.Parallel()
	ledger := quotatest.Ledger(t, map[string]string{"processor-per-address": "1/1h"})
	h := open(t, func(c *Config) { c.Quota = ledger })
	c := h.dial(t, "marlowe", gossh.PublicKeys(newKey(t)))
	if r := command(t, c, "whoami"); r.code != 0 {
		t.Fatalf("before: %+v", r)
	}
	ledger.Charge(quota.Payer{Address: netip.MustParseAddr("127.0.0.1")}, quota.Processor, 3)
	var all sync.WaitGroup
	all.Go(func() {
		if r := command(t, c, "whoami"); r.code != 1 || r.err != string(errSpent)+"\n" {
			t.Errorf("a command: %+v", r)
		}
	})
	all.Go(func() {
		in := func(s *gossh.Session) { s.Stdin = strings.NewReader("hello\n") }
		if r := command(t, c, "", in); r.code != 1 || r.err != string(errSpent)+"\n" {
			t.Errorf("plain text: %+v", r)
		}
	})
	all.Go(func() {
		s := shell(t, c, "xterm", 80, 24)
		s.see(t, "Your address has used a great deal of this server's time.")
	})
	all.Wait()
	elsewhere := h.from(t, "127.0.0.2", nil)
	if r := command(t, elsewhere, "whoami"); r.code != 0 {
		t.Errorf("from elsewhere: %+v", r)
	}
	if n := h.met(t, "processor"); n != 3 {
		t.Errorf("counted %v times", n)
	}
}

// from dials from another address of this machine, as a guest.
func (h *testHouse) from(t *testing.T, address string, exchanged func()) *gossh.Client {
	t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	raw, err := dialer.Dial("tcp", h.addr)
	if err != nil {
		t.Fatal(err)
	}
	config := gossh.ClientConfig{
		Auth: asGuest(), Timeout: patience,
		HostKeyCallback: func(string, net.Addr, gossh.PublicKey) error {
			if exchanged != nil {
				exchanged()
			}
			return nil
		},
	}
	if exchanged != nil {
		config.RekeyThreshold = 256
	}
	conn, channels, requests, err := gossh.NewClientConn(raw, h.addr, &config)
	if err != nil {
		t.Fatal(err)
	}
	c := gossh.NewClient(conn, channels, requests)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// TestExchangesAreCounted: a client that exchanges keys again and again is cut, and its address
// pays for each.
func TestExchangesAreCounted(t *testing.T) {
	t.Parallel()
	ledger := quotatest.Ledger(t, map[string]string{"processor-per-address": "1/1000h"})
	h := open(t, func(c *Config) { c.Quota = ledger })
	var exchanges atomic.Int32
	c := h.from(t, "127.0.0.3", func() { exchanges.Add(1) })
	for range 100_000 {
		if _, _, err := c.SendRequest("x", true, make([]byte, 256)); err != nil {
			break
		}
	}
	if err := c.Wait(); err == nil {
		t.Error("the connection was not cut")
	}
	if n := exchanges.Load(); n != maxExchanges {
		t.Errorf("%d key exchanges, want %d", n, maxExchanges)
	}
	if n := h.met(t, "key_exchanges"); n != 1 {
		t.Errorf("counted %v times", n)
	}
	owing := quota.Payer{Address: netip.MustParseAddr("127.0.0.3")}
	if err := ledger.Take(owing, quota.Processor, 1-maxExchanges*exchangeTime.Seconds()); err == nil {
		t.Error("key exchanges cost nothing")
	}
}
