package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"noir/matchmaking"
)

// TestRefused: whoever is not let in is told why in a sentence that his client
// shows.
func TestRefused(t *testing.T) {
	for name, test := range map[string]struct {
		limits Limits
		fit    int
		said   string
	}{
		"in all":      {Limits{Connections: 3, PerAddress: 100, Handshakes: 1000}, 3, "All 3 places are taken"},
		"per address": {Limits{PerAddress: 2}, 2, "There are 2 connections from your address"},
		"per second":  {Limits{Handshakes: 1e-6}, 1, "You are connecting too often"},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, func(c *Config) { c.Limits = test.limits })
			var in []*gossh.Client
			for range test.fit {
				in = append(in, h.dial(t, "marlowe", asGuest()...))
			}
			_, err := h.tryDial("marlowe", asGuest()...)
			if err == nil || !strings.Contains(err.Error(), test.said) {
				t.Errorf("the next one was told %v", err)
			}
			if r := command(t, in[0], "whoami"); r.code != 0 {
				t.Errorf("those who are in: %+v", r)
			}
			if name == "per second" {
				return
			}
			_ = in[0].Close()
			late := time.Now().Add(patience)
			for {
				c, err := h.tryDial("marlowe", asGuest()...)
				if err == nil {
					_ = c.Close()
					break
				}
				if time.Now().After(late) {
					t.Fatalf("a place has become free: %v", err)
				}
			}
		})
	}
}

func TestLoopbackIsGenerous(t *testing.T) {
	h := open(t, nil)
	for range 2 * usualPerAddress {
		h.dial(t, "marlowe", asGuest()...)
	}
}

func TestDoor(t *testing.T) {
	d := newDoor(Limits{}.orUsual())
	now := time.Now()
	addr := func(s string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(s)) }
	var open []func()
	for i := range usualHandshakes * rateSeconds {
		leave, refused := d.enter(addr("[2001:db8::"+fmt.Sprint(i)+"]:1"), now)
		if refused != nil {
			t.Fatalf("connection %d: %v", i, refused)
		}
		open = append(open, leave)
	}
	if leave, refused := d.enter(addr("[2001:db8::ffff]:1"), now); refused == nil || refused.reason != "rate" {
		t.Errorf("the same /64: %v", refused)
	} else {
		leave()
	}
	for _, other := range []string{"[2001:db8:0:1::]:1", "192.0.2.1:1", "[::ffff:192.0.2.2]:1"} {
		leave, refused := d.enter(addr(other), now)
		if refused != nil {
			t.Errorf("%s: %v", other, refused)
		}
		open = append(open, leave)
	}
	for _, leave := range open {
		leave()
	}
	if n := d.count(); n != 0 {
		t.Errorf("%d are in", n)
	}
	// A caller that is long gone is forgotten; one that has just been is not.
	d.sweepAt = 0
	d.sweep(now)
	if len(d.callers) == 0 {
		t.Error("recent callers are forgotten")
	}
	d.sweepAt = 0
	d.sweep(now.Add(time.Minute))
	if len(d.callers) != 0 {
		t.Errorf("%d callers are remembered", len(d.callers))
	}
}

func TestChannelsAreLimited(t *testing.T) {
	h := open(t, func(c *Config) { c.Limits.Channels = 2 })
	c := h.dial(t, "marlowe", asGuest()...)
	shell(t, c, "xterm", 80, 24).see(t, "screen")
	second := shell(t, c, "xterm", 80, 24)
	second.see(t, "screen")
	_, _, err := c.OpenChannel("session", nil)
	var refused *gossh.OpenChannelError
	if !errors.As(err, &refused) || refused.Message != "There are 2 sessions on your connection already." {
		t.Errorf("a third channel: %v", err)
	}
	second.press(t, "q")
	second.code(t)
	for late := time.Now().Add(patience); ; { // the server learns a little later that it is closed
		channel, requests, err := c.OpenChannel("session", nil)
		if err == nil {
			go gossh.DiscardRequests(requests)
			_ = channel.Close()
			break
		}
		if time.Now().After(late) {
			t.Fatal(err)
		}
	}
}

// TestChannelsAreOpenedAtAPace: whoever opens more waits.
func TestChannelsAreOpenedAtAPace(t *testing.T) {
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	const more = channelRate / 2
	began := time.Now()
	for opened := 0; opened < channelBurst+more; {
		channel, requests, err := c.OpenChannel("session", nil)
		var refused *gossh.OpenChannelError
		switch {
		case errors.As(err, &refused): // the server has not seen that others are closed
			continue
		case err != nil:
			t.Fatal(err)
		}
		opened++
		go gossh.DiscardRequests(requests)
		_ = channel.Close()
	}
	if took, least := time.Since(began), time.Second*(more-1)/channelRate; took < least {
		t.Errorf("%d were opened in %v, not in %v", channelBurst+more, took, least)
	}
}

// TestSilentClients: whoever connects and does not authenticate is cut.
func TestSilentClients(t *testing.T) {
	h := open(t, func(c *Config) { c.Limits.Handshake = 200 * time.Millisecond })
	for name, first := range map[string]string{"silent": "", "slow": "SSH-2.0-x\r\n", "mad": "GET / HTTP/1.1\r\n\r\n"} {
		c, err := net.Dial("tcp", h.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(patience))
		_, _ = io.WriteString(c, first)
		if _, err := io.Copy(io.Discard, c); errors.Is(err, context.DeadlineExceeded) || isTimeout(err) {
			t.Errorf("a %s client is still connected", name)
		}
	}
}

func isTimeout(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// TestShutdown: everybody is told, everything ends, nothing is waited for that
// does not come.
func TestShutdown(t *testing.T) {
	var h *testHouse
	var playing atomic.Int64
	h = open(t, func(c *Config) {
		c.Draining = func(context.Context) { playing.Store(int64(h.Online())) }
	})
	screens := shell(t, h.dial(t, "marlowe", asGuest()...), "xterm", 80, 24)
	screens.see(t, "screen")
	waiting := make(chan result, 1)
	c := h.dial(t, "spade", asGuest()...)
	go func() { waiting <- command(t, c, "wait") }()
	for range 2 {
		within(t, h.visits, "visit")
	}
	h.dial(t, "vera", asGuest()...) // and opens no session
	half, err := net.Dial("tcp", h.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer half.Close()
	if _, err := bufio.NewReader(half).ReadString('\n'); err != nil {
		t.Fatal(err)
	}

	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	began := time.Now()
	if err := h.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	t.Logf("it took %v", time.Since(began))
	if n := playing.Load(); n != 2 {
		t.Errorf("%d were online when they were told", n)
	}
	if code := screens.code(t); code != 1 || !strings.Contains(screens.errOut.String(), string(errDraining)) {
		t.Errorf("screens: %d, %q", code, screens.errOut.String())
	}
	if screens.screen.IsAltScreen() {
		t.Error("the terminal was not given back")
	}
	if r := within(t, waiting, "end of the command"); r.code != 0 || r.err != string(errDraining)+"\n" {
		t.Errorf("command: %+v", r)
	}
	if _, err := h.tryDial("late", asGuest()...); err == nil {
		t.Error("a connection was taken after the end")
	}
}

// TestShutdownDoesNotWaitForEver: a command that does not end is reported.
func TestShutdownDoesNotWaitForEver(t *testing.T) {
	stuck := make(chan struct{})
	h := open(t, func(c *Config) {
		c.Command = func(context.Context, Visit, []string, io.Reader, io.Writer, io.Writer) int {
			<-stuck
			return 0
		}
	})
	c := h.dial(t, "marlowe", asGuest()...)
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start("x"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.Shutdown(ctx); err == nil {
		t.Error("Shutdown says that everything has ended")
	}
	close(stuck)
	_ = s.Wait()
}

func TestMetrics(t *testing.T) {
	ready := errors.New("the disk is full")
	h := open(t, func(c *Config) {
		c.Ready = func(context.Context) error { return ready }
		c.Counts = func() matchmaking.Counts {
			return matchmaking.Counts{Tables: 3, Public: 1, Playing: 5, Waiting: map[string]int{"district-noir": 2}}
		}
		c.Totals = func() matchmaking.Totals {
			return matchmaking.Totals{
				Moves: 7, Finished: map[string]uint64{"points": 2}, Failed: 1,
				Writes: matchmaking.Timing{Count: 9, Sum: 4500 * time.Millisecond},
				Waits:  matchmaking.Timing{Count: 4, Sum: time.Minute},
			}
		}
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- h.ServeMetrics(l) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	get := func(path string) (int, string) {
		r, err := client.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(body)
	}
	shell(t, h.dial(t, "marlowe", gossh.PublicKeys(newKey(t))), "xterm", 80, 24).see(t, "screen")
	guest := h.dial(t, "guest", asGuest()...)
	_, _, _ = guest.OpenChannel("direct-tcpip", nil)
	command(t, guest, "whoami")
	_, all := get("/metrics")
	for _, line := range []string{
		`noir_sessions{kind="screens"} 1`, `noir_connections 2`, `noir_refused_total{reason="forwarding"} 1`,
		`noir_authenticated_total{method="key"} 1`, `noir_authenticated_total{method="guest"} 1`,
		`noir_tables 3`, `noir_public_tables 1`, `noir_moves_total 7`, `noir_games_finished_total{reason="points"} 2`,
		`noir_store_errors_total 1`, `noir_store_write_seconds_sum 4.5`, `noir_store_write_seconds_count 9`,
		`noir_queue_wait_seconds_sum 60`, `noir_queue_wait_seconds_count 4`, `noir_playing 5`, `noir_waiting{game="district-noir"} 2`, `go_goroutines `,
	} {
		if !strings.Contains(all, line) {
			t.Errorf("/metrics has no %s", line)
		}
	}
	if code, body := get("/healthz"); code != 200 || body != "ok\n" {
		t.Errorf("/healthz: %d %s", code, body)
	}
	if code, body := get("/readyz"); code != 503 || !strings.Contains(body, "disk is full") {
		t.Errorf("/readyz: %d %s", code, body)
	}
	ready = nil
	if code, _ := get("/readyz"); code != 200 {
		t.Errorf("/readyz: %d", code)
	}
	if code, _ := get("/debug/pprof/"); code != 404 {
		t.Errorf("/debug/pprof/: %d", code)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := h.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := within(t, served, "end of the metrics server"); err != nil {
		t.Error(err)
	}
}
