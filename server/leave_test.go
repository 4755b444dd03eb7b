package server

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"noir/internal/await"
)

// held is a screen with something to give up in the end.
type held struct {
	screen
	left *atomic.Int64
	gone chan struct{} // a value for each Leave
}

func (h held) Leave() {
	h.left.Add(1)
	h.gone <- struct{}{}
}

func (h held) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := h.screen.Update(msg)
	h.screen = next.(screen)
	return h, cmd
}

// TestLeave: what the screens hold is given up once, whatever ends them.
func TestLeave(t *testing.T) {
	t.Parallel()
	var left atomic.Int64
	gone := make(chan struct{}, 10)
	h := open(t, func(c *Config) {
		guideOf(c).screens = func(v Visit) tea.Model { return held{screen{name: v.Player.Name}, &left, gone} }
	})
	ends := map[string]func(*gossh.Client, *shellTerminal){
		"quit":       func(_ *gossh.Client, s *shellTerminal) { s.press(t, "q") },
		"panic":      func(_ *gossh.Client, s *shellTerminal) { s.press(t, "p") },
		"channel":    func(_ *gossh.Client, s *shellTerminal) { _ = s.Close() },
		"connection": func(c *gossh.Client, _ *shellTerminal) { _ = c.Close() },
	}
	for name, end := range ends {
		c := h.dial(t, "marlowe", asGuest()...)
		s := shell(t, c, "xterm", 80, 24)
		s.see(t, "screen")
		end(c, s)
		await.One(t, gone, "Leave after "+name)
	}
	s := shell(t, h.dial(t, "marlowe", asGuest()...), "xterm", 80, 24)
	s.see(t, "screen")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := h.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if n := left.Load(); n != int64(len(ends))+1 {
		t.Errorf("%d screens, left %d times", len(ends)+1, n)
	}
}

// polite is a screen with a word for those who go.
type polite struct{ screen }

func (polite) Farewell() string { return "come again\n" }

func (p polite) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	next, cmd := p.screen.Update(msg)
	p.screen = next.(screen)
	return p, cmd
}

// TestFarewell: a visitor who quits reads it on their own terminal, below what they typed
// there.
func TestFarewell(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) {
		guideOf(c).screens = func(v Visit) tea.Model { return polite{screen{name: v.Player.Name}} }
	})
	s := shell(t, h.dial(t, "marlowe", asGuest()...), "xterm", 80, 24)
	s.see(t, "screen")
	s.press(t, "q")
	s.see(t, "come again")
}

// TestShutdownOfAFullHouse: all are told and disconnected within the grace period, which is
// shorter here than any limit that would cut a session.
func TestShutdownOfAFullHouse(t *testing.T) {
	t.Parallel()
	const connections, channels, grace = 50, 4, 8 * time.Second
	h := open(t, nil)
	all := make([]*shellTerminal, connections*channels)
	var coming sync.WaitGroup
	for i := range connections {
		c := h.dial(t, fmt.Sprintf("player%d", i), asGuest()...)
		coming.Go(func() {
			for j := range channels {
				all[i*channels+j] = shell(t, c, "xterm", 80, 24)
			}
		})
	}
	coming.Wait()
	for _, s := range all {
		s.see(t, "screen of guest")
	}
	ctx, cancel := context.WithTimeout(t.Context(), grace)
	defer cancel()
	if err := h.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if ctx.Err() != nil {
		t.Error("not before the grace was over")
	}
	for i, s := range all {
		if code := s.code(t); code != 1 || !strings.Contains(s.said(), string(errDraining)) || s.screen.IsAltScreen() {
			t.Fatalf("session %d: exit code %d, told %q", i, code, s.said())
		}
	}
}
