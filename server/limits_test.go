package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"noir/internal/await"
	"noir/internal/sweep"
)

// TestRefused: a refused client is told why in a sentence that it shows.
func TestRefused(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		limits Limits
		fit    int
		said   string
	}{
		"in all":      {Limits{Connections: 3, PerAddress: 100, Handshakes: 1000}, 3, "All 3 places are taken"},
		"per address": {Limits{PerAddress: 2}, 2, "There are 2 connections from your address"},
		"only one":    {Limits{PerAddress: 1}, 1, "There is a connection from your address already."},
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

// short is a listener that runs out of files for a while.
type short struct {
	net.Listener
	times int
}

func (l *short) Accept() (net.Conn, error) {
	if l.times > 0 {
		l.times--
		return nil, syscall.EMFILE
	}
	return l.Listener.Accept()
}

// TestOutOfFiles: connections are accepted again when there is room, and refused ones are
// counted.
func TestOutOfFiles(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- h.Serve(&short{l, 3}) }()
	h.addr = l.Addr().String()
	if r := command(t, h.dial(t, "marlowe", asGuest()...), "whoami"); r.code != 0 {
		t.Errorf("%+v", r)
	}
	if n := h.counter(t, "noir_accept_errors_total", ""); n != 3 {
		t.Errorf("%v are counted", n)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := h.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := await.One(t, served, "end of serving"); err != nil {
		t.Error(err)
	}
}

func TestLimitsAreNotNegative(t *testing.T) {
	t.Parallel()
	for _, l := range []Limits{{PerKey: -1}, {Handshakes: -1}, {Handshakes: math.NaN()}, {Idle: -time.Second}} {
		if _, err := New(Config{HostKeyPath: filepath.Join(t.TempDir(), "host"), Limits: l}); err == nil {
			t.Errorf("%+v were taken", l)
		}
	}
}

func TestLoopbackIsGenerous(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for range 2 * 32 {
		h.dial(t, "marlowe", asGuest()...)
	}
}

// TestOneAddressLeavesRoom: callers that are turned away take no place, however often they
// come, and few of their connections are kept open to tell them why.
func TestOneAddressLeavesRoom(t *testing.T) {
	t.Parallel()
	d := newDoor(Limits{}.OrUsual())
	now, in, told := time.Now(), 0, 0
	for range 10_000 {
		switch _, refused := d.enter(callerAt("192.0.2.1:1"), now); {
		case refused == nil:
			in++
		case refused.sentence != "":
			told++
		}
	}
	if in != 16 || told != 8 {
		t.Errorf("%d came in, %d are told why not", in, told)
	}
	if _, refused := d.enter(callerAt("198.51.100.1:1"), now); refused != nil {
		t.Errorf("another address: %s", refused.sentence)
	}
}

func TestDoor(t *testing.T) {
	t.Parallel()
	d := newDoor(Limits{}.OrUsual())
	now := time.Now()
	var open []func()
	for i := range 16 {
		leave, refused := d.enter(callerAt("[2001:db8::"+fmt.Sprint(i)+"]:1"), now)
		if refused != nil {
			t.Fatalf("connection %d: %v", i, refused)
		}
		open = append(open, leave)
	}
	if leave, refused := d.enter(callerAt("[2001:db8::ffff]:1"), now); refused == nil || refused.limit != limitHandshakes {
		t.Errorf("the same /64: %v", refused)
	} else {
		leave()
	}
	for _, other := range []string{"[2001:db8:0:1::]:1", "192.0.2.1:1", "[::ffff:192.0.2.2]:1"} {
		leave, refused := d.enter(callerAt(other), now)
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
	// A caller that is long gone is forgotten; a recent one is not.
	remembered, first := callerAt("192.0.2.1:1"), 0
	crowd := func(now time.Time) {
		for i := range 2 * sweep.Spare {
			leave, _ := d.enter(netip.AddrFrom4([4]byte{10, byte(first), byte(i >> 8), byte(i)}), now)
			leave()
		}
		first++
	}
	if crowd(now); d.callers.Of[remembered] == nil {
		t.Error("recent callers are forgotten")
	}
	if crowd(now.Add(time.Minute)); d.callers.Of[remembered] != nil {
		t.Error("a caller who is long gone is remembered")
	}
}

func TestChannelsAreLimited(t *testing.T) {
	t.Parallel()
	for most, says := range map[int]string{1: "There is a session on your connection already.", 2: "There are 2 sessions on your connection already."} {
		h := open(t, func(c *Config) { c.Limits.Channels = most })
		c := h.dial(t, "marlowe", asGuest()...)
		var last *shellTerminal
		for range most {
			last = shell(t, c, "xterm", 80, 24)
			last.see(t, "screen")
		}
		_, _, err := c.OpenChannel("session", nil)
		var refused *gossh.OpenChannelError
		if !errors.As(err, &refused) || refused.Message != says {
			t.Errorf("one more channel than %d: %v", most, err)
		}
		last.press(t, "q")
		last.code(t)
		next, requests, err := c.OpenChannel("session", nil) // the server may not know yet that the last is closed
		if err != nil {
			t.Fatal(err)
		}
		go gossh.DiscardRequests(requests)
		_ = next.Close()
	}
}

// TestChannelsAreOpenedAtAPace: further channels wait.
func TestChannelsAreOpenedAtAPace(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	const more = channelRate / 2
	began := time.Now()
	for opened := 0; opened < channelBurst+more; {
		channel, requests, err := c.OpenChannel("session", nil)
		var refused *gossh.OpenChannelError
		switch {
		case errors.As(err, &refused): // the server has not seen yet that others are closed
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

// TestSilentClients: a client that connects and does not authenticate is cut off.
func TestSilentClients(t *testing.T) {
	t.Parallel()
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
	const logged = `msg="no handshake" conn=` // when it was counted
	for late := time.Now().Add(patience); strings.Count(h.log.String(), logged) != 3; {
		if time.Now().After(late) {
			t.Fatalf("the log does not name the connections:\n%s", h.log.String())
		}
	}
	if h.met(t, limitHandshake) != 3 || h.outcome(t, "failed") != 0 {
		t.Errorf("%v met the limit, %v have failed", h.met(t, limitHandshake), h.outcome(t, "failed"))
	}
}

// TestLateClient: a person who takes long over their passphrase is warned before they are cut off,
// and may still come in.
func TestLateClient(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Limits.Handshake = 2 * lateTime })
	raw, err := h.raw()
	if err != nil {
		t.Fatal(err)
	}
	conn := &heard{Conn: raw, came: make(chan struct{}, 1)}
	var said string
	c, _, _, err := gossh.NewClientConn(conn, h.addr, &gossh.ClientConfig{
		User: "marlowe", HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		BannerCallback: func(message string) error { said += message; return nil },
		Auth: []gossh.AuthMethod{gossh.PublicKeysCallback(func() ([]gossh.Signer, error) {
			select { // what came before
			case <-conn.came:
			default:
			}
			await.One(t, conn.came, "word from the server")
			return []gossh.Signer{newKey(t)}, nil
		})},
	})
	if err != nil || said != "Sign in within 2s, or you will be cut off and have to connect again.\r\n" {
		t.Fatalf("was told %q: %v", said, err)
	}
	_ = c.Close()
}

// heard is a connection that signals when something has arrived.
type heard struct {
	net.Conn
	came chan struct{}
}

func (c *heard) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	select {
	case c.came <- struct{}{}:
	default:
	}
	return n, err
}

func isTimeout(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// TestShutdown: all are told, also whether another server takes them in, everything ends, and nothing waits in vain.
func TestShutdown(t *testing.T) {
	t.Parallel()
	t.Run("alone", func(t *testing.T) { shutDown(t, nil, errDraining) })
	t.Run("others are there", func(t *testing.T) { shutDown(t, &fellows{elsewhere: true}, errElsewhere) })
}

func shutDown(t *testing.T, peers Peers, told sentence) {
	t.Parallel()
	var h *testHouse
	var playing atomic.Int64
	h = open(t, func(c *Config) {
		c.Tables = &stage{drain: func() { playing.Store(int64(h.Online())) }}
		c.Peers = peers
	})
	screens := shell(t, h.dial(t, "marlowe", asGuest()...), "xterm", 80, 24)
	screens.see(t, "screen")
	waiting := make(chan result, 1)
	c := h.dial(t, "spade", asGuest()...)
	go func() { waiting <- command(t, c, "wait") }()
	for range 2 {
		await.One(t, h.visits, "visit")
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
	if code := screens.code(t); code != 1 || !strings.Contains(screens.said(), string(told)) {
		t.Errorf("screens: %d, %q", code, screens.said())
	}
	if screens.screen.IsAltScreen() {
		t.Error("the terminal was not given back")
	}
	if r := await.One(t, waiting, "end of the command"); r.code != 0 || r.err != string(told)+"\n" {
		t.Errorf("command: %+v", r)
	}
	if _, err := h.tryDial("late", asGuest()...); err == nil {
		t.Error("a connection was taken after the end")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := ended(t, func() error { return h.Serve(l) }, "end of serving what came too late"); err != nil {
		t.Error(err)
	}
	if _, err := l.Accept(); err == nil {
		t.Error("a listener that came too late is open")
	}
}

// TestShutdownDoesNotWaitForEver: a command that does not end is reported.
func TestShutdownDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	begun, stuck := make(chan struct{}), make(chan struct{})
	h := open(t, func(c *Config) {
		guideOf(c).command = func(context.Context, Visit, []string, io.Reader, io.Writer, io.Writer) int {
			close(begun)
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
	await.One(t, begun, "the command")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.Shutdown(ctx); err == nil {
		t.Error("Shutdown says that everything has ended")
	}
	close(stuck)
	_ = s.Wait()
}
