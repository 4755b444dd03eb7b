package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/internal/await"
)

func TestDispatch(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", gossh.PublicKeys(newKey(t)))
	pty := func(name string) func(*gossh.Session) {
		return func(s *gossh.Session) {
			if err := s.RequestPty(name, 30, 100, gossh.TerminalModes{gossh.ECHO: 0}); err != nil {
				t.Fatal(err)
			}
		}
	}
	says := func(text string) func(*gossh.Session) {
		return func(s *gossh.Session) { s.Stdin = strings.NewReader(text) }
	}

	if r := command(t, c, "", says("hello\n")); r.out != "plain \nyou said hello\n" || r.code != 0 {
		t.Errorf("without a terminal, by somebody who has no name yet: %+v", r)
	}
	if r := command(t, c, "args"); r.out != "[]\n" || r.err != "" {
		t.Errorf("a first command: %+v", r)
	}
	if r := command(t, c, "", pty("dumb"), says("hello\r\x04")); r.out != "plain marlowe\r\nyou said hello\r\n" || r.code != 0 {
		t.Errorf("with a dumb terminal: %+v", r)
	}
	if r := command(t, c, `args 'two words' "a\"b" c`); r.out != `["two words" "a\"b" "c"]`+"\n" {
		t.Errorf("a command: %+v", r)
	}
	if r := command(t, c, "whoami", pty("xterm")); r.out != "marlowe 1\r\n" {
		t.Errorf("a command with a terminal: %+v", r)
	}
	s := shell(t, c, "xterm-256color", 100, 30)
	s.see(t, "screen of marlowe 100x30")
	for range 5 {
		await.One(t, h.visits, "visit")
	}
	v := await.One(t, h.visits, "visit")
	if !slices.Contains(v.Env, "TERM=xterm-256color") || v.Colours != colorprofile.ANSI256 || v.ASCII {
		t.Errorf("visit %+v", v)
	}
	s.press(t, "aq")
	if code := s.code(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	for line, want := range map[string]result{
		"whoam":        {code: 2, err: "no such command\n"},
		"args 'a":      {code: 2, err: "The quotes in that command do not match: close each of them.\n"},
		"panic":        {code: 1, err: string(errFailed) + "\n"},
		"args":         {out: "[]\n"},
		" ":            {code: 2, err: "no such command\n"},
		"args " + "ü世": {out: "[\"ü世\"]\n"},
	} {
		if got := command(t, c, line); got != want {
			t.Errorf("%q: %+v, want %+v", line, got, want)
		}
	}
	plain := command(t, c, "", func(s *gossh.Session) { s.Stdin = strings.NewReader("fail\n") })
	if plain.code != 1 || plain.err != "That went wrong.\n" {
		t.Errorf("a plain game that fails: %+v", plain)
	}
	if log := h.log.String(); !strings.Contains(log, "a broken command") || !strings.Contains(log, "harness_test.go") {
		t.Errorf("the log has no stack:\n%s", log)
	}
}

// TestBrokenScreen: a panic is the end of its own session, and of nothing else.
func TestBrokenScreen(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	other := shell(t, c, "xterm", 80, 24)
	s := shell(t, c, "xterm", 80, 24)
	s.see(t, "keys 0")
	s.press(t, "p")
	if code := s.code(t); code != 1 || !strings.Contains(s.said(), string(errFailed)) {
		t.Errorf("exit code %d, told %q", code, s.said())
	}
	if s.screen.IsAltScreen() {
		t.Error("the terminal was not given back")
	}
	if log := h.log.String(); !strings.Contains(log, "a broken screen") || !strings.Contains(log, "harness_test.go") {
		t.Errorf("the log has no stack:\n%s", log)
	}
	other.press(t, "a")
	other.see(t, "keys 1")
}

// TestScreensThatCannotBeShown are not counted among those that are.
func TestScreensThatCannotBeShown(t *testing.T) {
	t.Parallel()
	var h *testHouse
	h = open(t, func(c *Config) {
		guideOf(c).screens = func(Visit) tea.Model {
			for _, one := range h.connections.all() {
				one.mu.Lock()
				for s := range one.running {
					s.pty = nil
				}
				one.mu.Unlock()
			}
			return screen{}
		}
	})
	s := shell(t, h.dial(t, "marlowe", asGuest()...), "xterm", 80, 24)
	if code := s.code(t); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if shown, failed := h.counter(t, "noir_sessions", "screens"), h.counter(t, "noir_panics_total", "session"); shown != 0 || failed != 1 {
		t.Errorf("%v screens are shown after %v panics", shown, failed)
	}
}

// TestNothingIsForwarded: only sessions, without any of their side doors.
func TestNothingIsForwarded(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	forward := gossh.Marshal(struct {
		Host string
		Port uint32
		From string
		Back uint32
	}{"127.0.0.1", 22, "127.0.0.1", 1})
	for _, kind := range []string{"direct-tcpip", "direct-streamlocal@openssh.com", "x11", "tun@openssh.com", "auth-agent@openssh.com"} {
		_, _, err := c.OpenChannel(kind, forward)
		var refused *gossh.OpenChannelError
		if !errors.As(err, &refused) || refused.Reason != gossh.Prohibited {
			t.Errorf("%s: %v", kind, err)
		}
	}
	for _, kind := range []string{"tcpip-forward", "streamlocal-forward@openssh.com", "cancel-tcpip-forward"} {
		if ok, _, err := c.SendRequest(kind, true, forward[:17]); ok || err != nil {
			t.Errorf("%s: %t, %v", kind, ok, err)
		}
	}
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, kind := range []string{"auth-agent-req@openssh.com", "x11-req", "subsystem", "signal", "break", "unheard-of"} {
		if ok, err := s.SendRequest(kind, true, gossh.Marshal(struct{ S string }{"netconf"})); ok || err != nil {
			t.Errorf("%s: %t, %v", kind, ok, err)
		}
	}
	if out, err := s.Output("whoami"); err != nil || !strings.HasPrefix(string(out), "guest-") {
		t.Errorf("after all that: %q, %v", out, err)
	}
}

func TestRequestsAreBounded(t *testing.T) {
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Setenv("LANG", "C"); err != nil {
		t.Fatal(err)
	}
	for _, kv := range [][2]string{{"A=B", "x"}, {"", "x"}, {"BIG", strings.Repeat("x", maxEnvBytes)}} {
		if err := s.Setenv(kv[0], kv[1]); err == nil {
			t.Errorf("%.10q was accepted", kv[0])
		}
	}
	accepted := 1
	for i := range 2 * maxEnv {
		if s.Setenv(fmt.Sprintf("V%d", i), "x") == nil {
			accepted++
		}
	}
	if accepted != maxEnv {
		t.Errorf("%d variables were accepted", accepted)
	}
	if ok, _ := s.SendRequest("exec", true, gossh.Marshal(struct{ S string }{strings.Repeat("x", maxCommand+1)})); ok {
		t.Error("an endless command was accepted")
	}
	for _, bad := range [][]byte{
		nil, []byte("\x00\x00\x00\xffx"), gossh.Marshal(ptyRequest{Term: strings.Repeat("x", maxTerm+1)}),
		gossh.Marshal(ptyRequest{Term: "x\x1b[2J"}), gossh.Marshal(ptyRequest{Term: "x", Modes: strings.Repeat("x", maxModes+1)}),
	} {
		if ok, _ := s.SendRequest("pty-req", true, bad); ok {
			t.Errorf("the terminal %q was accepted", bad)
		}
	}
	if out, err := s.Output("env"); err != nil || !strings.HasPrefix(string(out), fmt.Sprintf("%d LANG=C V0=x", maxEnv)) {
		t.Errorf("env: %.60q, %v", out, err)
	}
	// Without an end: none of it is heard.
	s, err = c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range maxRequests {
		if ok, err := s.SendRequest("unheard-of", true, nil); ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	if err := s.Start("whoami"); err == nil {
		t.Error("a session started after too many requests")
	}
}

// TestResizeFlood: sizes that the protocol allows and nobody has, faster than anybody resizes; the
// last one counts.
func TestResizeFlood(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	s := shell(t, c, "xterm", 1<<31, 1<<31)
	s.see(t, "400x150")
	for i := range 5000 {
		window := struct{ W, H, X, Y uint32 }{uint32(i*7919) | 1<<30, uint32(i) << 20, 0, 0}
		if _, err := s.SendRequest("window-change", false, gossh.Marshal(window)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.WindowChange(0, 77); err != nil { // 0 is not known
		t.Fatal(err)
	}
	s.see(t, "77x150")
	_ = s.WindowChange(33, 44)
	s.see(t, "44x33")
	if _, err := s.SendRequest("window-change", false, []byte("x")); err != nil {
		t.Fatal(err)
	}
	s.press(t, "q")
	if code := s.code(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestChannelClosed: a client that closes its channel and keeps the connection
// leaves nothing behind.
func TestChannelClosed(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	for range 20 {
		for _, kind := range []string{"shell", "exec"} {
			channel, requests, err := openChannel(c)
			if err != nil {
				t.Fatal(err)
			}
			go gossh.DiscardRequests(requests)
			if kind == "shell" {
				ask(t, channel, "pty-req", ptyRequest{Term: "xterm", Columns: 80, Rows: 24})
			}
			ask(t, channel, kind, struct{ Line string }{"wait"})
			await.One(t, h.visits, "visit")
			if err := channel.Close(); err != nil {
				t.Fatal(err)
			}
			await.One(t, h.over, "end of the session")
		}
	}
	if r := command(t, c, "whoami"); r.code != 0 {
		t.Errorf("afterwards: %+v", r)
	}
}

// TestErrorStreamIsDropped: a client may send as much standard error as it likes on each of its
// channels, more than one holds, and nobody reads it.
func TestErrorStreamIsDropped(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) { c.Limits.CommandInput = 100 << 20 })
	c := h.dial(t, "marlowe", asGuest()...)
	for range 2 {
		channel, requests, err := c.OpenChannel("session", nil)
		if err != nil {
			t.Fatal(err)
		}
		go gossh.DiscardRequests(requests)
		ask(t, channel, "exec", struct{ Line string }{"wait"})
		sent := make(chan error, 1)
		go func() {
			_, err := channel.Stderr().Write(make([]byte, 3<<20))
			sent <- err
		}()
		if err := await.One(t, sent, "end of the stream"); err != nil {
			t.Error(err)
		}
	}
	if r := command(t, c, "whoami"); r.code != 0 {
		t.Errorf("afterwards: %+v", r)
	}
}

// openChannel opens a session's channel. The place of an ended one may be freed a moment after its
// visit: it retries until then.
func openChannel(c *gossh.Client) (gossh.Channel, <-chan *gossh.Request, error) {
	for late := time.Now().Add(patience); ; {
		channel, requests, err := c.OpenChannel("session", nil)
		var refused *gossh.OpenChannelError
		if !errors.As(err, &refused) || refused.Reason != gossh.ResourceShortage || time.Now().After(late) {
			return channel, requests, err
		}
	}
}

// ptyRequest is the payload of a pty-req.
type ptyRequest struct {
	Term                                  string
	Columns, Rows, PixelsWide, PixelsHigh uint32
	Modes                                 string
}

// ask sends a request that has to be accepted.
func ask(t *testing.T, channel gossh.Channel, kind string, payload any) {
	t.Helper()
	if ok, err := channel.SendRequest(kind, true, gossh.Marshal(payload)); !ok || err != nil {
		t.Fatalf("%s: %t, %v", kind, ok, err)
	}
}

// TestStalledClient: a client that takes no output is cut, whatever it runs.
func TestStalledClient(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) {
		c.Limits.Patience = time.Second
		guideOf(c).screens = func(Visit) tea.Model { return &busy{} }
	})
	for _, kind := range []string{"shell", "exec"} {
		c := h.dial(t, "marlowe", asGuest()...)
		channel, requests, err := c.OpenChannel("session", nil)
		if err != nil {
			t.Fatal(err)
		}
		go gossh.DiscardRequests(requests)
		if kind == "shell" {
			ask(t, channel, "pty-req", ptyRequest{Term: "xterm", Columns: 400, Rows: 150})
		}
		ask(t, channel, kind, struct{ Line string }{"flood"})
		cut := make(chan error, 1)
		go func() { cut <- c.Wait() }()
		await.One(t, cut, "end of the connection of a stalled "+kind)
	}
}

// busy draws another full screen all the time.
type busy struct {
	n             int
	width, height int
}

func (b *busy) Init() tea.Cmd { return func() tea.Msg { return "again" } }

func (b *busy) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	b.n++
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		b.width, b.height = msg.Width, msg.Height
	case string:
		return b, tea.Tick(time.Millisecond, func(time.Time) tea.Msg { return "again" })
	}
	return b, nil
}

func (b *busy) View() tea.View {
	line := strings.Repeat(string(rune('a'+b.n%26)), b.width)
	return tea.NewView(strings.TrimSuffix(strings.Repeat(line+"\n", b.height), "\n"))
}

// TestIdle: a clock that ticks on the screen does not keep a session alive.
func TestIdle(t *testing.T) {
	t.Parallel()
	h := open(t, func(c *Config) {
		c.Limits.Idle = 200 * time.Millisecond
		guideOf(c).screens = func(Visit) tea.Model { return &busy{} }
	})
	c := h.dial(t, "marlowe", asGuest()...)
	s := shell(t, c, "xterm", 10, 3)
	if code := s.code(t); code != 1 || !strings.Contains(s.said(), string(errIdle)) {
		t.Errorf("exit code %d, told %q", code, s.said())
	}
	if s.screen.IsAltScreen() {
		t.Error("the terminal was not given back")
	}
	plain := command(t, c, "", func(s *gossh.Session) {
		if _, err := s.StdinPipe(); err != nil { // never closed: it stays and does nothing
			t.Fatal(err)
		}
	})
	if plain.code != 1 || !strings.Contains(plain.err, string(errIdle)) {
		t.Errorf("plain: %+v", plain)
	}
}

// TestTerminalLines: a command with a terminal reads lines that can be edited.
func TestTerminalLines(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	for typed, want := range map[string]string{
		"ab\x7fc\r\x04":            "ab\b \bc\r\nac\r\n",
		"ü\x08x\r\n\x04":           "ü\b \bx\r\nx\r\n",
		"no\x15yes\r\x04":          "no\b \b\b \byes\r\nyes\r\n",
		"\x08a\x1b\x00\x07b\n\x04": "ab\r\nab\r\n",
	} {
		r := command(t, c, "cat", func(s *gossh.Session) {
			_ = s.RequestPty("dumb", 24, 80, gossh.TerminalModes{})
			s.Stdin = strings.NewReader(typed)
		})
		if r.out != want || r.code != 0 {
			t.Errorf("%q: %+v, want %q", typed, r, want)
		}
	}
	r := command(t, c, "cat", func(s *gossh.Session) {
		_ = s.RequestPty("dumb", 24, 80, gossh.TerminalModes{})
		s.Stdin = strings.NewReader("x\x03y\r")
	})
	if r.code != 3 || strings.Contains(r.out, "y") {
		t.Errorf("ctrl+c: %+v", r)
	}
}

func TestInputOfCommands(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	big := strings.Repeat("0123456789abcdef\r\n\x03\x04\x00", 20000)
	r := command(t, c, "cat", func(s *gossh.Session) { s.Stdin = strings.NewReader(big) })
	if r.out != big {
		t.Errorf("%d bytes in, %d out", len(big), len(r.out))
	}
	// A command that does not read what it is sent.
	if r := command(t, c, "whoami", func(s *gossh.Session) { s.Stdin = strings.NewReader(big) }); r.code != 0 {
		t.Errorf("unread input: %+v", r)
	}
}

// TestStoreDown: a silent store lets nobody in as somebody else.
func TestStoreDown(t *testing.T) {
	t.Parallel()
	var store downStore
	h := open(t, func(c *Config) {
		store.store = c.Store
		c.Store = &store
	})
	c := h.dial(t, "marlowe", gossh.PublicKeys(newKey(t)))
	if r := command(t, c, "whoami"); r.code != 1 || r.out != "" || r.err != string(errLookup)+"\n" {
		t.Errorf("command: %+v", r)
	}
	s := shell(t, c, "xterm", 80, 24)
	if code := s.code(t); code != 1 || !strings.Contains(s.said(), string(errLookup)) {
		t.Errorf("screens: %d, %q", code, s.said())
	}
	if !strings.Contains(h.log.String(), "disk is full of eels") {
		t.Error("the operator does not learn why")
	}
}

// downStore is a store whose disk has failed.
type downStore struct{ store }

func (downStore) PlayerByKey(context.Context, string) (data.Player, error) {
	return data.Player{}, fmt.Errorf("the disk is full of eels: %w", data.ErrUnavailable)
}

// TestKeyboardOfHostileClients: bytes that are no keys end no more than their
// own session.
func TestKeyboardOfHostileClients(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	c := h.dial(t, "marlowe", asGuest()...)
	for _, bytes := range [][]byte{
		bytes.Repeat([]byte{0x1b}, 2000), bytes.Repeat([]byte("\x1b[200~"), 200), bytes.Repeat([]byte{0xff}, 2000),
		[]byte("\x1b]52;c;" + strings.Repeat("A", 3000)), []byte("\x1b[" + strings.Repeat("9;", 500) + "u"),
		[]byte("\x1bP" + strings.Repeat("\x1b", 99) + "\x1b[<99999999999;1;1M"),
	} {
		s := shell(t, c, "xterm", 80, 24)
		s.see(t, "screen of")
		_, _ = s.keys.Write(bytes)
		_ = s.Close()
	}
	s := shell(t, c, "xterm", 80, 24)
	s.press(t, "a")
	s.see(t, "keys 1")
}
