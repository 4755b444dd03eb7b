package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"noir/internal/await"
	"noir/matchmaking"
)

// serveMetrics serves the metrics of a server and returns what gets a page of
// them, and where the end of serving comes out.
func (h *testHouse) serveMetrics(t *testing.T) (get func(path string) (int, string), served <-chan error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- h.ServeMetrics(l) }()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	return func(path string) (int, string) {
		t.Helper()
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
	}, ended
}

// TestSessionsAreCountedOut: a gauge goes back to 0 when its sessions are over.
func TestSessionsAreCountedOut(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	get, _ := h.serveMetrics(t)
	c := h.dial(t, "marlowe", asGuest()...)
	for range 3 {
		command(t, c, "", func(s *gossh.Session) { s.Stdin = strings.NewReader("hello\n") }) // in plain text
		command(t, c, "whoami")
	}
	_, all := get("/metrics")
	for _, kind := range []string{"plain", "command"} {
		if line := fmt.Sprintf("noir_sessions{kind=%q} 0\n", kind); !strings.Contains(all, line) {
			t.Errorf("/metrics has no %s", line)
		}
	}
}

func TestMetrics(t *testing.T) {
	var mended atomic.Bool
	h := open(t, func(c *Config) {
		c.Version = "v1"
		c.Ready = func(context.Context) error {
			if mended.Load() {
				return nil
			}
			return errors.New("the disk is full")
		}
		c.Tables = &stage{
			counts: matchmaking.Counts{Tables: 3, Public: 1, Playing: 5, Bots: 4, Thinking: 1, Idle: 2, Waiting: map[string]int{"district-noir": 2}},
			totals: matchmaking.Totals{
				Moves: 7, Finished: map[string]uint64{"points": 2}, Failed: 1, Untold: 6,
				Limits: map[string]uint64{"tables": 2}, Panics: map[string]uint64{"house": 1},
			},
		}
	})
	get, served := h.serveMetrics(t)
	shell(t, h.dial(t, "marlowe", gossh.PublicKeys(newKey(t))), "xterm", 80, 24).see(t, "screen")
	guest := h.dial(t, "guest", asGuest()...)
	_, _, _ = guest.OpenChannel("direct-tcpip", nil)
	command(t, guest, "whoami")
	_, all := get("/metrics")
	for _, line := range []string{
		`noir_sessions{kind="screens"} 1`, `noir_connections 2`, `noir_limits_met_total{limit="forwarding"} 1`, `noir_limits_met_total{limit="tables"} 2`,
		`noir_limits_met_total{limit="idle"} 0`, `noir_panics_total{where="house"} 1`, `noir_panics_total{where="screen"} 0`,
		`noir_auth_total{outcome="key"} 1`, `noir_auth_total{outcome="guest"} 1`, `noir_auth_total{outcome="failed"} 0`,
		`noir_draining 0`, `noir_bans{kind="key"} 0`, fmt.Sprintf(`noir_build_info{go=%q,version="v1"} 1`, runtime.Version()),
		`noir_tables 3`, `noir_public_tables 1`, `noir_moves_total 7`, `noir_games_finished_total{reason="points"} 2`,
		`noir_store_errors_total 1`, `noir_untold_total 6`, `noir_bots 4`, `noir_bots_thinking 1`, `noir_bots_waiting 2`,
		`noir_playing 5`, `noir_waiting{game="district-noir"} 2`, `go_goroutines `,
	} {
		if !strings.Contains(all, line) {
			t.Errorf("/metrics has no %s", line)
		}
	}
	if code, body := get("/healthz"); code != 200 || body != "ok\n" {
		t.Errorf("/healthz: %d %s", code, body)
	}
	if code, body := get("/readyz"); code != 503 || !strings.Contains(body, "disk is full") || strings.Contains(body, "ok") {
		t.Errorf("/readyz: %d %s", code, body)
	}
	mended.Store(true)
	for late := time.Now().Add(patience); ; { // an answer stands for a moment
		if code, _ := get("/readyz"); code == 200 {
			break
		}
		if time.Now().After(late) {
			t.Error("/readyz is not 200 again")
			break
		}
	}
	if code, _ := get("/debug/pprof/"); code != 404 {
		t.Errorf("/debug/pprof/: %d", code)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := h.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if err := await.One(t, served, "end of the metrics server"); err != nil {
		t.Error(err)
	}
	if n := h.counter(t, "noir_draining", ""); n != 1 {
		t.Errorf("noir_draining is %v after the end", n)
	}
}

func TestProfilingIsAskedFor(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Profiling = true })
	get, _ := h.serveMetrics(t)
	for path, want := range map[string]string{"/debug/pprof/": "goroutine", "/debug/pprof/goroutine?debug=1": "ServeMetrics"} {
		if code, body := get(path); code != 200 || !strings.Contains(body, want) {
			t.Errorf("%s: %d %.200s", path, code, body)
		}
	}
	if code, body := get("/debug/pprof/trace?seconds=0.01"); code != 200 || !strings.HasPrefix(body, "go ") {
		t.Errorf("a trace: %d %.20q", code, body)
	}
}
