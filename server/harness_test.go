package server

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"go.uber.org/goleak"
	gossh "golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/internal/await"
	"noir/internal/language"
	"noir/matchmaking"
)

func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // they mostly wait
	goleak.VerifyTestMain(m)
}

// patience is how long a test waits for something that must happen.
const patience = 20 * time.Second

// house is a running server with the things that a test may want to look at.
type testHouse struct {
	*Server
	store  *sqlite.Store
	addr   string
	dir    string
	visits chan Visit // every visit, when it begins
	over   chan error // why each visit ended
	log    *lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// open starts a server on a free port; change may alter its configuration.
func open(t *testing.T, change func(*Config)) *testHouse {
	t.Helper()
	h := &testHouse{
		dir: sqlitetest.Dir(t), visits: make(chan Visit, 1000), over: make(chan error, 1000), log: new(lockedBuffer),
	}
	h.store = sqlitetest.Open(t, h.dir)
	config := Config{
		HostKeyPath: filepath.Join(h.dir, "host_key"),
		Store:       h.store,
		Log:         testLog(h.log),
		Tables:      new(stage),
		Visits: &guide{
			screens: func(v Visit) tea.Model {
				h.note(v)
				return screen{name: v.Player.Name}
			},
			plain: func(v Visit, in io.Reader, out io.Writer) error {
				h.note(v)
				return chat(v, in, out)
			},
			command: func(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int {
				h.note(v)
				return run(ctx, v, args, in, out, errOut)
			},
		},
	}
	if change != nil {
		change(&config)
	}
	var err error
	if h.Server, err = New(config); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h.addr = l.Addr().String()
	served := make(chan error, 1)
	go func() { served <- h.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := h.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		if err := await.One(t, served, "end of serving"); err != nil {
			t.Errorf("serve: %v", err)
		}
		if err := h.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// guide are the Visits of a test, which may replace each part.
type guide struct {
	screens func(Visit) tea.Model
	plain   func(v Visit, in io.Reader, out io.Writer) error
	command func(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int
	unnamed func(args []string) bool     // nil: no command
	reader  func(Visit) *language.Reader // nil: English
	notice  func(error) tea.Msg          // nil: none
}

// guideOf returns the guide of a server that is to be opened.
func guideOf(c *Config) *guide { return c.Visits.(*guide) }

func (g *guide) Screens(v Visit) tea.Model { return g.screens(v) }

func (g *guide) Plain(_ context.Context, v Visit, in io.Reader, out io.Writer) error {
	return g.plain(v, in, out)
}

func (g *guide) Command(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int {
	return g.command(ctx, v, args, in, out, errOut)
}

func (g *guide) Unnamed(args []string) bool { return g.unnamed != nil && g.unnamed(args) }

func (g *guide) Reader(v Visit) *language.Reader {
	if g.reader == nil {
		return nil
	}
	return g.reader(v)
}

func (g *guide) Notice(why error) tea.Msg {
	if g.notice == nil {
		return nil
	}
	return g.notice(why)
}

// stage are the Tables of a test, at which nobody plays.
type stage struct {
	counts matchmaking.Counts
	totals matchmaking.Totals
	drain  func()
	gone   chan data.PlayerID // nil: nobody is told
}

func (s *stage) Own() matchmaking.Counts { return s.counts }

func (s *stage) Totals() matchmaking.Totals { return s.totals }

func (s *stage) Drain(context.Context) {
	if s.drain != nil {
		s.drain()
	}
}

func (s *stage) Depart(guest data.PlayerID) {
	if s.gone != nil {
		s.gone <- guest
	}
}

// fellows are the Peers of a test.
type fellows struct {
	elsewhere bool
	told      []Dismissal
}

func (f *fellows) Elsewhere() bool { return f.elsewhere }

func (*fellows) Share() Share { return Share{} }

func (f *fellows) Dismissed(d Dismissal) { f.told = append(f.told, d) }

// note tells the test of a visit, and of its end.
func (h *testHouse) note(v Visit) {
	h.visits <- v
	context.AfterFunc(v.Context, func() { h.over <- context.Cause(v.Context) })
}

// screen shows a name, a size and the number of keys.
type screen struct {
	name string
	size tea.WindowSizeMsg
	keys int
}

func (s screen) Init() tea.Cmd { return nil }

func (s screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.size = msg
	case tea.KeyPressMsg:
		s.keys++
		switch msg.String() {
		case "q":
			return s, tea.Quit
		case "p":
			panic("a broken screen")
		}
	}
	return s, nil
}

func (s screen) View() tea.View {
	return tea.NewView(fmt.Sprintf("screen of %s %dx%d keys %d.", s.name, s.size.Width, s.size.Height, s.keys))
}

// chat answers each line with itself.
func chat(v Visit, in io.Reader, out io.Writer) error {
	fmt.Fprintf(out, "plain %s\n", v.Player.Name)
	var line []byte
	for b := make([]byte, 1); ; {
		n, err := in.Read(b)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if line = append(line, b[:n]...); b[0] == '\n' {
			if string(line) == "fail\n" {
				return errors.New("That went wrong.")
			}
			fmt.Fprintf(out, "you said %s", line)
			line = nil
		}
	}
}

// run is a handful of commands.
func run(ctx context.Context, v Visit, args []string, in io.Reader, out, errOut io.Writer) int {
	switch cmd := append(args, "")[0]; cmd {
	case "whoami":
		fmt.Fprintf(out, "%s %d\n", v.Player.Name, v.Player.ID)
	case "args":
		fmt.Fprintf(out, "%q\n", args[1:])
	case "env":
		fmt.Fprintf(out, "%d %s\n", len(v.Env), strings.Join(v.Env, " "))
	case "cat":
		if _, err := io.Copy(out, in); err != nil {
			return 3
		}
	case "flood":
		for ctx.Err() == nil {
			fmt.Fprintln(out, strings.Repeat("flood ", 1000))
		}
	case "wait":
		<-ctx.Done()
	case "panic":
		panic("a broken command")
	default:
		fmt.Fprintln(errOut, "no such command")
		return 2
	}
	return 0
}

// newKey returns a client's key.
func newKey(t *testing.T) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// told records what a server says while a client authenticates.
type told struct{ text string }

func (s *told) answer(_, instruction string, questions []string, _ []bool) ([]string, error) {
	s.text += instruction
	return make([]string, len(questions)), nil
}

func asGuest() []gossh.AuthMethod {
	return []gossh.AuthMethod{gossh.KeyboardInteractive(new(told).answer)}
}

// dial connects with the methods; the test fails when it cannot.
func (h *testHouse) dial(t *testing.T, user string, methods ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	c, err := h.tryDial(user, methods...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func (h *testHouse) tryDial(user string, methods ...gossh.AuthMethod) (*gossh.Client, error) {
	return gossh.Dial("tcp", h.addr, &gossh.ClientConfig{
		User: user, Auth: methods, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience,
	})
}

// result is the result of a command.
type result struct {
	out, err string
	code     int
}

// command runs a command line on a connection.
func command(t *testing.T, c *gossh.Client, line string, prepare ...func(*gossh.Session)) result {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out, errOut bytes.Buffer
	s.Stdout, s.Stderr = &out, &errOut
	for _, p := range prepare {
		p(s)
	}
	if line == "" {
		err = s.Shell()
	} else {
		err = s.Start(line)
	}
	if err == nil {
		err = ended(t, s.Wait, fmt.Sprintf("end of the command %q", line))
	}
	r := result{out: out.String(), err: errOut.String()}
	var exit *gossh.ExitError
	if errors.As(err, &exit) {
		r.code = exit.ExitStatus()
	} else if err != nil && !errors.Is(err, io.EOF) { // io.EOF: it has ended before all of its input was sent
		t.Fatalf("%q: %v (stdout %q, stderr %q)", line, err, r.out, r.err)
	}
	return r
}

// shellTerminal is a client's screen.
type shellTerminal struct {
	*gossh.Session
	keys   io.Writer
	mu     sync.Mutex
	screen *vt.Emulator
	raw    bytes.Buffer
	drawn  chan struct{} // something has been drawn
}

func (s *shellTerminal) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.drawn <- struct{}{}:
	default:
	}
	s.raw.Write(p)
	return s.screen.Write(p)
}

// shell opens a session with a terminal.
func shell(t *testing.T, c *gossh.Client, name string, width, height int) *shellTerminal {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	tt := &shellTerminal{Session: s, screen: vt.NewEmulator(80, 24), drawn: make(chan struct{}, 1)}
	if tt.keys, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	s.Stdout = tt
	if err := s.RequestPty(name, height, width, gossh.TerminalModes{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	return tt
}

// see waits until the screen shows a text.
func (s *shellTerminal) see(t *testing.T, text string) {
	t.Helper()
	late := time.After(patience)
	for {
		s.mu.Lock()
		shown := s.screen.String()
		s.mu.Unlock()
		if strings.Contains(shown, text) {
			return
		}
		select {
		case <-s.drawn:
		case <-late:
			t.Fatalf("%q is not on the screen:\n%s", text, shown)
		}
	}
}

// press sends keys.
func (s *shellTerminal) press(t *testing.T, keys string) {
	t.Helper()
	if _, err := io.WriteString(s.keys, keys); err != nil {
		t.Fatal(err)
	}
}

// said is what the terminal was told once it was given back.
func (s *shellTerminal) said() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.raw.String()
	return all[strings.LastIndex(all, ansi.ResetModeAltScreenSaveCursor)+1:]
}

// code waits for the end of the session and returns its exit code.
func (s *shellTerminal) code(t *testing.T) int {
	t.Helper()
	err := ended(t, s.Wait, "end of the session")
	var exit *gossh.ExitError
	switch {
	case errors.As(err, &exit):
		return exit.ExitStatus()
	case err != nil:
		t.Fatalf("the session ended with %v", err)
	}
	return 0
}

// ended returns what a wait for an end returns, or fails when that takes too long.
func ended(t *testing.T, wait func() error, what string) error {
	t.Helper()
	over := make(chan error, 1)
	go func() { over <- wait() }()
	return await.One(t, over, what)
}

func testLog(to io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// outcome is how many connections have come in as that, or not.
func (h *testHouse) outcome(t *testing.T, as string) float64 {
	return h.counter(t, "noir_auth_total", as)
}

// met is how often a limit was met.
func (h *testHouse) met(t *testing.T, limit string) float64 {
	return h.counter(t, "noir_limits_met_total", limit)
}

// counter reads a counter or a gauge with one label, or with none: "".
func (h *testHouse) counter(t *testing.T, name, label string) float64 {
	t.Helper()
	families, err := h.metrics.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == name && (label == "" || m.GetLabel()[0].GetValue() == label) {
				return m.GetCounter().GetValue() + m.GetGauge().GetValue()
			}
		}
	}
	t.Fatalf("no %s of %q", name, label)
	return 0
}

// raw connects without a word.
func (h *testHouse) raw() (net.Conn, error) { return net.Dial("tcp", h.addr) }
