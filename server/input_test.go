package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"noir/internal/await"
	"noir/internal/language"
)

// TestIdleCountsFromTheLastKey, and holds nothing once the session is over.
func TestIdleCountsFromTheLastKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancelCause(t.Context())
		out, in := io.Pipe()
		keys := newAwake(ctx, end, out, time.Hour)
		go func() { _, _ = io.Copy(io.Discard, keys) }()
		for range 5 {
			time.Sleep(59 * time.Minute)
			_, _ = in.Write([]byte("x"))
		}
		if err := context.Cause(ctx); err != nil {
			t.Errorf("ended with %v", err)
		}
		began := time.Now()
		<-ctx.Done()
		if took := time.Since(began); took != time.Hour || !errors.Is(context.Cause(ctx), errIdle) {
			t.Errorf("ended with %v after %v", context.Cause(ctx), took)
		}
		_, _ = in.Write([]byte("x"))
		synctest.Wait()
		if keys.timer.Stop() {
			t.Error("a key after the end has set the timer again")
		}
		_ = in.Close()
	})
}

// TestUnusedConnection: one without a session is closed after a while, one with
// a session never.
func TestUnusedConnection(t *testing.T) {
	closed := func(c net.Conn) bool {
		_ = c.SetReadDeadline(time.Now())
		_, err := c.Read(make([]byte, 1))
		return errors.Is(err, io.EOF)
	}
	synctest.Test(t, func(t *testing.T) {
		s := &shared{limits: Limits{}.OrUsual(), log: slog.New(slog.DiscardHandler), metrics: newMetrics(Config{})}
		far, near := net.Pipe()
		c := newConnection(s, near, netip.Addr{})
		time.Sleep(s.limits.Handshake + unusedTime - time.Second)
		for nth := range 2 { // the one after the other
			only, other := &session{user: "only"}, &session{user: "other"}
			c.begin(only)
			c.begin(other)
			time.Sleep(24 * time.Hour)
			if closed(far) || s.metrics.online.Load() != 1 {
				t.Errorf("closed %t with session %d, %d online", closed(far), nth, s.metrics.online.Load())
			}
			c.end(other)
			if s.metrics.online.Load() != 1 || !c.inUse() {
				t.Errorf("%d online, in use %t, with one session of two", s.metrics.online.Load(), c.inUse())
			}
			c.end(only)
			time.Sleep(unusedTime - time.Second)
			if closed(far) || s.metrics.online.Load() != 0 {
				t.Errorf("closed %t too early after session %d, %d online", closed(far), nth, s.metrics.online.Load())
			}
		}
		time.Sleep(time.Minute)
		if !closed(far) {
			t.Error("still open without a session")
		}
		far, near = net.Pipe()
		newConnection(s, near, netip.Addr{}).hurry()
		time.Sleep(time.Second)
		if !closed(far) {
			t.Error("still open while the server goes down")
		}
	})
}

// TestNoSessionOnAClosedConnection: a channel that is opened while the connection ends is
// refused, and the end waits for those before it.
func TestNoSessionOnAClosedConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shared{limits: Limits{}.OrUsual(), log: slog.New(slog.DiscardHandler), metrics: newMetrics(Config{})}
		_, near := net.Pipe()
		c := newConnection(s, near, netip.Addr{})
		if refused := c.enter(); refused != "" {
			t.Fatal(refused)
		}
		ended := make(chan struct{})
		go func() { c.ended(); close(ended) }()
		synctest.Wait() // it waits for the channel
		select {
		case <-ended:
			t.Error("ended while a channel is open")
		default:
		}
		if refused := c.enter(); refused != "The connection is closed." {
			t.Errorf("refused with %q", refused)
		}
		c.leave(nil)
		<-ended
	})
}

// TestAChannelWaitsForOneThatEnds: as many wait as end, for a second; others are refused at once.
func TestAChannelWaitsForOneThatEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shared{limits: Limits{Channels: 1}.OrUsual(), log: slog.New(slog.DiscardHandler), metrics: newMetrics(Config{})}
		_, near := net.Pipe()
		c := newConnection(s, near, netip.Addr{})
		defer c.unused.Stop()
		const full = "There is a session on your connection already."
		enter := func(want string, after time.Duration) {
			t.Helper()
			began := time.Now()
			if refused := c.enter(); refused != want || time.Since(began) != after {
				t.Errorf("%q after %s, want %q after %s", refused, time.Since(began), want, after)
			}
		}
		enter("", 0)
		enter(full, 0) // nothing ends
		ends := &session{}
		c.leaves(ends)
		enter(full, leaveTime) // its client does not close it
		var waits sync.WaitGroup
		waits.Go(func() { enter("", leaveTime/2) })
		synctest.Wait()
		enter(full, 0) // one ends, and one waits for it
		time.Sleep(leaveTime / 2)
		c.leave(ends)
		waits.Wait()
		enter(full, 0) // what has left ends no more
	})
}

// TestAChannelWaitsForOneThatItsClientHasClosed, whose work takes a moment to end.
func TestAChannelWaitsForOneThatItsClientHasClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shared{limits: Limits{Channels: 1}.OrUsual(), log: slog.New(slog.DiscardHandler), metrics: newMetrics(Config{})}
		_, near := net.Pipe()
		c := newConnection(s, near, netip.Addr{})
		defer c.unused.Stop()
		if refused := c.enter(); refused != "" {
			t.Fatal(refused)
		}
		closed := &session{connection: c, shared: s, order: order{work: func(*session) int { return 0 }}, end: func(error) {}, done: make(chan struct{})}
		requests := make(chan *gossh.Request)
		var serving sync.WaitGroup
		defer serving.Wait()
		serving.Go(func() { closed.serve(requests); c.leave(closed) })
		close(requests)
		time.AfterFunc(leaveTime/2, func() { close(closed.done) })
		synctest.Wait()
		if refused := c.enter(); refused != "" {
			t.Error(refused)
		}
	})
}

// send writes to a session until it takes no more or all is sent.
func send(t *testing.T, s *shellTerminal, bytes int, sent chan<- error) {
	t.Helper()
	_, err := s.keys.Write([]byte(strings.Repeat("x", bytes)))
	sent <- err
}

// TestPlainInputIsPaced: a person who pastes a book is told once, and nothing is lost.
func TestPlainInputIsPaced(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Limits.Input = 100 })
	c := h.dial(t, "marlowe", asGuest()...)
	const lines = 50 // of ten bytes: a hundred bytes too many
	began := time.Now()
	r := command(t, c, "", func(s *gossh.Session) { s.Stdin = strings.NewReader(strings.Repeat("123456789\n", lines)) })
	if n := strings.Count(r.out, "you said 123456789\n"); n != lines || r.code != 0 {
		t.Errorf("%d lines were taken, exit code %d", n, r.code)
	}
	if r.err != string(errSlowed)+"\n" {
		t.Errorf("was told %q", r.err)
	}
	if took := time.Since(began); took < 900*time.Millisecond {
		t.Errorf("it took %v", took)
	}
	if n := h.met(t, limitInput); n != 1 {
		t.Errorf("counted %v times", n)
	}
}

// TestCommandInputIsPaced leaves programs what the protocol promises them:
// 100 lines of 4 KiB at once, then 20 a second.
func TestCommandInputIsPaced(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	within := strings.Repeat(strings.Repeat("x", 4095)+"\n", 120)
	r := command(t, c, "cat", func(s *gossh.Session) { s.Stdin = strings.NewReader(within) })
	if r.out != within || r.err != "" {
		t.Errorf("%d of %d bytes came back, and %q", len(r.out), len(within), r.err)
	}
	beyond := strings.Repeat("x", 700<<10)
	began := time.Now()
	r = command(t, c, "cat", func(s *gossh.Session) { s.Stdin = strings.NewReader(beyond) })
	if r.out != beyond || r.err != string(errSlowed)+"\n" {
		t.Errorf("%d of %d bytes came back, and %q", len(r.out), len(beyond), r.err)
	}
	if took := time.Since(began); took < time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestFloodOfKeys: the person is told on the screen while it lasts, and at the
// end when it does not stop.
func TestFloodOfKeys(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) {
		c.Limits.Input = 100
		guideOf(c).notice = func(err error) tea.Msg { return noticed(err.Error()) }
		guideOf(c).screens = func(v Visit) tea.Model { return telling{} }
	})
	s := shell(t, h.dial(t, "marlowe", asGuest()...), "xterm", 100, 24)
	s.see(t, "listening")
	sent := make(chan error, 1)
	go send(t, s, 10<<20, sent)
	s.see(t, string(errSlowed))
	if code := s.code(t); code != 1 || !strings.Contains(s.said(), string(errFlooded)) {
		t.Errorf("%d, %q", code, s.said())
	}
	await.One(t, sent, "end of the flood")
	if n := h.met(t, limitInput); n != 1 {
		t.Errorf("counted %v times", n)
	}
}

// telling is a screen that shows the messages it gets.
type telling struct{ text string }

type noticed string

func (m telling) Init() tea.Cmd { return nil }

func (m telling) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if n, ok := msg.(noticed); ok {
		m.text = string(n)
	}
	return m, nil
}

func (m telling) View() tea.View { return tea.NewView("listening " + m.text) }

// TestEndsAreCounted: a session that a limit ends is counted for it.
func TestEndsAreCounted(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Limits.Idle, c.Limits.Patience = 200*time.Millisecond, time.Second })
	s := shell(t, h.dial(t, "marlowe", asGuest()...), "xterm", 80, 24)
	if code := s.code(t); code != 1 || !strings.Contains(s.said(), string(errIdle)) {
		t.Errorf("%d, %q", code, s.said())
	}
	c := h.dial(t, "spade", asGuest()...)
	deaf, requests, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(requests)
	if _, err := deaf.SendRequest("exec", true, gossh.Marshal(struct{ Line string }{"flood"})); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait()
	for late := time.Now().Add(patience); h.met(t, limitIdle) != 1 || h.met(t, limitPatience) != 1; {
		if time.Now().After(late) {
			t.Fatalf("%v idle, %v deaf", h.met(t, limitIdle), h.met(t, limitPatience))
		}
	}
}

// endless is a channel whose client sends without end, but for a pause now and then.
type endless struct {
	gossh.Channel
	told  bytes.Buffer
	pause time.Time // when it comes; zero: never
}

func (c *endless) Read(p []byte) (int, error) {
	if !c.pause.IsZero() && time.Now().After(c.pause) {
		time.Sleep(typingFlood)
		c.pause = c.pause.Add(2*typingFlood - time.Second)
	}
	return len(p), nil
}

func (c *endless) Stderr() io.ReadWriter { return &c.told }

// TestInputThatDoesNotRest ends its session after ten seconds; with a pause in between, it does not. It is told once
// that it is slowed, and waits no longer once the session is over.
func TestInputThatDoesNotRest(t *testing.T) {
	for name, c := range map[string]struct {
		pauses bool
		took   time.Duration
		why    error
	}{
		// A burst of four seconds first, and a read of half a second that finds the time exceeded.
		"endless":     {false, 10*time.Second + 500*time.Millisecond, errFlooded},
		"with pauses": {true, time.Minute, errDraining},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				channel := new(endless)
				if c.pauses {
					channel.pause = time.Now().Add(typingFlood - time.Second)
				}
				s := &session{
					shared:  &shared{limits: Limits{Input: 100}.OrUsual(), metrics: newMetrics(Config{})},
					channel: channel,
				}
				s.reads.Store(new(language.Reader))
				s.ctx, s.end = context.WithCancelCause(t.Context())
				began, in := time.Now(), s.paced(s.limits.Input, typingFlood)
				time.AfterFunc(time.Minute, func() { s.end(errDraining) })
				for s.ctx.Err() == nil {
					if n, err := in.Read(make([]byte, 50)); n != 50 || err != nil {
						t.Fatal(n, err)
					}
				}
				if took, why := time.Since(began), context.Cause(s.ctx); took != c.took || why != c.why {
					t.Errorf("ended after %v by %v", took, why)
				}
				if told := channel.told.String(); told != string(errSlowed)+"\n" {
					t.Errorf("told %q", told)
				}
				over := time.Now()
				for range 100 {
					_, _ = in.Read(make([]byte, 50))
				}
				if took := time.Since(over); took > 2*typingFlood {
					t.Errorf("what comes after the end waits for %v", took)
				}
			})
		})
	}
}

// TestTheEndOfFastInput is heard, although what came with it had to wait.
func TestTheEndOfFastInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &pacedReader{
			Reader: iotest.DataErrReader(strings.NewReader(strings.Repeat("x", 500))), ctx: t.Context(),
			pace: rate.NewLimiter(100, 400), slowed: func() {}, most: time.Minute, flooded: func() {},
		}
		for _, want := range []struct {
			n   int
			err error
		}{{400, nil}, {100, io.EOF}} {
			if n, err := r.Read(make([]byte, 1000)); n != want.n || err != want.err {
				t.Errorf("%d bytes and %v, not %d and %v", n, err, want.n, want.err)
			}
		}
	})
}
