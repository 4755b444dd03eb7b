package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// model is a program made of functions; it notes what it was told.
type model struct {
	init   tea.Cmd
	update func(*model, tea.Msg) tea.Cmd
	view   func(*model) tea.View
	got    []tea.Msg
	size   Size
}

func (m *model) Init() tea.Cmd { return m.init }

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.EnvMsg, tea.ColorProfileMsg:
		return m, nil
	case tea.WindowSizeMsg:
		m.size = Size(msg)
	}
	m.got = append(m.got, msg)
	if m.update == nil {
		return m, nil
	}
	return m, m.update(m, msg)
}

func (m *model) View() tea.View {
	if m.view == nil {
		return tea.NewView(fmt.Sprintf("%dx%d %d", m.size.Width, m.size.Height, len(m.got)))
	}
	return m.view(m)
}

// bench is a session with an emulator at its end. It is used in a synctest bubble.
type bench struct {
	*Session
	emulator *vt.Emulator
	modes    map[ansi.Mode]bool
	titles   []string
	bells    int
	alt      bool
	hidden   bool
	keys     *io.PipeWriter
	window   *Window
	cut      chan struct{}
	log      bytes.Buffer
	meter    Meter
	written  atomic.Int64 // bytes
	ended    chan error
}

func (b *bench) Write(p []byte) (int, error) {
	b.written.Add(int64(len(p)))
	return b.emulator.Write(p)
}

// start runs a model at 40×4. out, when given, is in place of the emulator.
func start(ctx context.Context, m tea.Model, out func(*bench) io.Writer) *bench {
	return startWith(ctx, m, out, Options{})
}

// startWith is start with options, of which it sets the log and the meter.
func startWith(ctx context.Context, m tea.Model, out func(*bench) io.Writer, o Options) *bench {
	b := &bench{
		emulator: vt.NewEmulator(40, 4), modes: map[ansi.Mode]bool{},
		window: NewWindow(Size{40, 4}), cut: make(chan struct{}), ended: make(chan error, 1),
	}
	b.emulator.SetCallbacks(vt.Callbacks{
		Bell:             func() { b.bells++ },
		Title:            func(t string) { b.titles = append(b.titles, t) },
		AltScreen:        func(on bool) { b.alt = on },
		CursorVisibility: func(on bool) { b.hidden = !on },
		EnableMode:       func(m ansi.Mode) { b.modes[m] = true },
		DisableMode:      func(m ansi.Mode) { delete(b.modes, m) },
	})
	in, keys := io.Pipe()
	b.keys = keys
	t := Terminal{
		In: in, Out: b, Cut: sync.OnceFunc(func() { close(b.cut) }),
		Window: b.window, Profile: colorprofile.ANSI256, Env: []string{"TERM=xterm-256color"},
	}
	if out != nil {
		t.Out = out(b)
	}
	o.Log, o.Meter = slog.New(slog.NewTextHandler(&b.log, nil)), &b.meter
	b.Session = New(ctx, t, m, o)
	go func() {
		var err error
		b.Run(func(reason error) {
			err = reason
			_ = keys.Close()
		})
		b.ended <- err
	}()
	return b
}

func (b *bench) end(t *testing.T) error {
	t.Helper()
	select {
	case err := <-b.ended:
		return err
	case <-time.After(time.Minute):
		t.Fatal("the session does not end")
		return nil
	}
}

// restored fails unless the terminal is as it was before the session.
func (b *bench) restored(t *testing.T) {
	t.Helper()
	delete(b.modes, ansi.ModeTextCursorEnable)
	if b.alt || b.hidden || len(b.modes) > 0 {
		t.Errorf("left behind: alternate screen %t, cursor hidden %t, modes %v", b.alt, b.hidden, b.modes)
	}
}

func quitOn(key string) func(*model, tea.Msg) tea.Cmd {
	return func(_ *model, msg tea.Msg) tea.Cmd {
		if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == key {
			return tea.Quit
		}
		return nil
	}
}

func TestSessionDrawsAndGivesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &model{update: quitOn("q"), view: func(m *model) tea.View {
			v := tea.NewView(fmt.Sprintf("\x1b[1mkeys\x1b[m %d", len(m.got)-1))
			v.WindowTitle = "No\x07ir\x1b\\"
			v.MouseMode = tea.MouseModeCellMotion
			v.ReportFocus = true
			v.Cursor = tea.NewCursor(3, 1)
			return v
		}}
		b := start(t.Context(), m, nil)
		synctest.Wait()
		if got := b.emulator.String(); !strings.HasPrefix(got, "keys 0") {
			t.Errorf("shown %q", got)
		}
		if len(b.titles) != 1 || b.titles[0] != "Noir\\" {
			t.Errorf("titles %q", b.titles)
		}
		for _, mode := range []ansi.Mode{ansi.ModeMouseButtonEvent, ansi.ModeMouseExtSgr, ansi.ModeFocusEvent, ansi.ModeBracketedPaste} {
			if !b.modes[mode] {
				t.Errorf("mode %v is not set", mode)
			}
		}
		if pos := b.emulator.CursorPosition(); !b.alt || b.hidden || pos.X != 3 || pos.Y != 1 {
			t.Errorf("alternate screen %t, cursor hidden %t at %v", b.alt, b.hidden, pos)
		}
		_, _ = b.keys.Write([]byte("a\x1b[A"))
		time.Sleep(time.Second)
		synctest.Wait()
		if got := b.emulator.String(); !strings.HasPrefix(got, "keys 2") {
			t.Errorf("shown after two keys: %q", got)
		}
		_, _ = b.keys.Write([]byte("q"))
		if err := b.end(t); err != nil {
			t.Error(err)
		}
		b.restored(t)
	})
}

// TestSessionIdleIsSilent: nothing is written and nothing decoded while nothing
// happens.
func TestSessionIdleIsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		b := start(ctx, &model{}, nil)
		time.Sleep(time.Second)
		before := b.written.Load()
		time.Sleep(time.Hour)
		if n := b.written.Load() - before; n != 0 {
			t.Errorf("%d bytes in an idle hour", n)
		}
		cancel()
		if err := b.end(t); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		b.restored(t)
	})
}

// blocked is an output that takes nothing until it is cut or opened.
type blocked struct {
	*bench
	open    chan struct{}
	entered chan struct{}
}

func (w *blocked) Write(p []byte) (int, error) {
	select {
	case w.entered <- struct{}{}:
	default:
	}
	select {
	case <-w.open:
		return w.bench.Write(p)
	case <-w.cut:
		return 0, io.ErrClosedPipe
	}
}

func TestSessionStalledIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ticks := 0
		m := &model{update: func(m *model, msg tea.Msg) tea.Cmd {
			ticks++
			return tea.Tick(time.Second/10, func(time.Time) tea.Msg { return "again" })
		}}
		b := start(t.Context(), m, func(b *bench) io.Writer { return &blocked{bench: b} })
		if err := b.end(t); !errors.Is(err, ErrStalled) {
			t.Errorf("ended with %v", err)
		}
		if took := time.Since(began); took < patience || took > patience+time.Second {
			t.Errorf("cut after %v", took)
		}
		if ticks < 90 {
			t.Errorf("the terminal held the program up: %d ticks in 10 s", ticks)
		}
	})
}

func TestSessionNewestFrameWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &blocked{open: make(chan struct{}), entered: make(chan struct{}, 1)}
		views := 0
		m := &model{view: func(*model) tea.View {
			views++
			return tea.NewView(fmt.Sprintf("frame %d", views))
		}}
		b := start(t.Context(), m, func(b *bench) io.Writer { w.bench = b; return w })
		<-w.entered
		for range 1500 {
			b.mailbox.post("again")
		}
		synctest.Wait()
		close(w.open)
		time.Sleep(time.Second)
		synctest.Wait()
		if got, want := strings.TrimSpace(b.emulator.String()), fmt.Sprintf("frame %d", views); got != want {
			t.Errorf("shown %q, want %q", got, want)
		}
		if n := b.written.Load(); n > 500 {
			t.Errorf("%d bytes were written for two frames", n)
		}
		_ = b.keys.Close()
		if err := b.end(t); !errors.Is(err, ErrHungUp) {
			t.Error(err)
		}
	})
}

func TestSessionResize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &model{view: func(m *model) tea.View {
			return tea.NewView(strings.Repeat(strings.Repeat("x", m.size.Width)+"\n", m.size.Height))
		}}
		b := start(t.Context(), m, nil)
		synctest.Wait()
		for _, size := range []Size{{0, 0}, {-5, 3}, {1 << 31, 1 << 31}, {30, 3}} {
			b.emulator.Resize(size.Clamp().Width, size.Clamp().Height)
			b.window.Resize(size)
			time.Sleep(time.Second)
			synctest.Wait()
			want := size.Clamp()
			if m.size != want {
				t.Errorf("the program got %v for %v", m.size, size)
			}
			compare(t, b.emulator, full(m.View().Content, want))
		}
		_ = b.keys.Close()
		if err := b.end(t); !errors.Is(err, ErrHungUp) {
			t.Error(err)
		}
	})
}

func TestSessionRawAndBell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &model{update: func(_ *model, msg tea.Msg) tea.Cmd {
			switch k, _ := msg.(tea.KeyPressMsg); k.String() {
			case "b":
				return tea.Raw("\a")
			case "s":
				return tea.Suspend // must not stop the process
			case "x":
				return tea.Raw(strings.Repeat("y", maxRaw+1)) // too much: dropped
			}
			return nil
		}}
		b := start(t.Context(), m, nil)
		synctest.Wait()
		began := time.Now()
		_, _ = b.keys.Write([]byte("bsx"))
		time.Sleep(frameGap)
		synctest.Wait()
		if b.bells != 1 {
			t.Errorf("%d bells after %v", b.bells, time.Since(began))
		}
		if got := b.emulator.String(); strings.Contains(got, "y") {
			t.Errorf("shown %q", got)
		}
		_ = b.keys.Close()
		_ = b.end(t)
		b.restored(t)
	})
}

// still is a Drawer that never reports a change but the first.
type still struct {
	model
	lines []string
	drawn bool
}

func (s *still) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := s.model.Update(msg)
	return s, cmd
}

func (s *still) Draw() (lines []string, view tea.View, changed bool) {
	changed, s.drawn = !s.drawn, true
	return s.lines, tea.View{}, changed
}

// TestSessionLeavesAStillViewAlone: what has not changed is not compared again, except for
// another size.
func TestSessionLeavesAStillViewAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &still{lines: []string{"at first"}}
		m.update = func(_ *model, msg tea.Msg) tea.Cmd {
			if k, _ := msg.(tea.KeyPressMsg); k.String() == "s" {
				m.lines[0] = "in secret"
			}
			return nil
		}
		b := start(t.Context(), m, nil)
		synctest.Wait()
		expect := func(want string) {
			t.Helper()
			time.Sleep(time.Second)
			synctest.Wait()
			if got := strings.TrimSpace(b.emulator.String()); got != want {
				t.Errorf("%q is shown, not %q", got, want)
			}
		}
		_, _ = b.keys.Write([]byte("s"))
		expect("at first")
		b.emulator.Resize(39, 4)
		b.window.Resize(Size{39, 4})
		expect("in secret")
		_ = b.keys.Close()
		_ = b.end(t)
	})
}

func TestSessionPanics(t *testing.T) {
	boom := func() tea.Msg { panic("boom") }
	for name, m := range map[string]*model{
		"update":   {update: func(m *model, _ tea.Msg) tea.Cmd { panic("boom") }},
		"view":     {view: func(m *model) tea.View { panic("boom") }},
		"command":  {init: boom},
		"batch":    {init: tea.Batch(func() tea.Msg { return 1 }, boom)},
		"sequence": {init: tea.Sequence(func() tea.Msg { return 1 }, tea.Batch(boom, boom))},
		"waiting":  {init: func() tea.Msg { return &awaited{} }},
		"deferred": {init: func() tea.Msg { return &awaited{wait: time.Second, message: boom} }},
		"drawing":  {view: func(m *model) tea.View { return tea.NewView("\x1b[" + strings.Repeat("1;", 99) + "m") }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := start(t.Context(), m, nil)
				if err := b.end(t); !errors.Is(err, ErrFailed) {
					t.Errorf("ended with %v", err)
				}
				b.restored(t)
				if log := b.log.String(); !strings.Contains(log, "boom") && name != "drawing" || !strings.Contains(log, ".go:") {
					t.Errorf("the log has no stack: %s", log)
				}
			})
		})
	}
}

// TestSessionJoinsCommands: the end does not wait for a tick, Run does.
func TestSessionJoinsCommands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ticking := make(chan struct{})
		tick := tea.Tick(5*time.Second, func(time.Time) tea.Msg { return nil })
		m := &model{update: quitOn("q"), init: func() tea.Msg { close(ticking); return tick() }}
		in, keys := io.Pipe()
		s := New(t.Context(), Terminal{In: in, Out: io.Discard, Cut: func() {}, Window: NewWindow(Size{40, 4})}, m, Options{})
		go func() {
			<-ticking
			_, _ = keys.Write([]byte("q"))
		}()
		s.Run(func(reason error) {
			if reason != nil || time.Since(began) > time.Second {
				t.Errorf("it ended with %v after %v", reason, time.Since(began))
			}
			_ = keys.Close()
		})
		if took := time.Since(began); took < 5*time.Second {
			t.Errorf("Run returned after %v, with a command running", took)
		}
	})
}

// awaited is a message that comes after a while; without any it cannot be waited for.
type awaited struct {
	wait    time.Duration
	message func() tea.Msg
	stopped atomic.Bool
}

func (a *awaited) Urgent() bool { return true }

func (a *awaited) Await(ready func()) (stop func()) {
	if a.message == nil {
		panic("boom")
	}
	timer := time.AfterFunc(a.wait, ready)
	return func() { a.stopped.Store(timer.Stop()) }
}

func (a *awaited) Message() tea.Msg { return a.message() }

// TestSessionDrawsOnce: input that comes at once is handled key by key and drawn once.
func TestSessionDrawsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		views := 0
		m := &model{view: func(*model) tea.View { views++; return tea.View{} }}
		b := start(t.Context(), m, nil)
		time.Sleep(2 * attentive)
		synctest.Wait()
		views, m.got = 0, nil
		_, _ = b.keys.Write([]byte("abc\x1b[A"))
		synctest.Wait()
		if len(m.got) != 4 || views != 1 {
			t.Errorf("%d keys were drawn %d times", len(m.got), views)
		}
		_ = b.keys.Close()
		_ = b.end(t)
	})
}

// TestSessionDefers: a message that is deferred comes once, when it is there, and is
// not waited for any more when the session is over.
func TestSessionDefers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		soon := &awaited{wait: time.Minute, message: func() tea.Msg { return "soon" }}
		late := &awaited{wait: time.Hour, message: func() tea.Msg { return "late" }}
		m := &model{update: quitOn("q"), init: tea.Batch(func() tea.Msg { return soon }, func() tea.Msg { return late })}
		b := start(t.Context(), m, nil)
		time.Sleep(2 * time.Minute)
		_, _ = b.keys.Write([]byte("q"))
		began := time.Now()
		if err := b.end(t); err != nil || time.Since(began) > time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		if came := slices.DeleteFunc(m.got, func(msg tea.Msg) bool { _, text := msg.(string); return !text }); len(came) != 1 || came[0] != "soon" {
			t.Errorf("there came %v", came)
		}
		if soon.stopped.Load() || !late.stopped.Load() {
			t.Error("the wrong one was stopped")
		}
	})
}

// TestSessionFlood: input beyond what anybody types is slowed down, which is told once, then ends
// the session; nothing is kept in memory.
func TestSessionFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var taken, told atomic.Int64
		b := startWith(t.Context(), &model{}, nil, Options{Slowed: func() tea.Msg { told.Add(1); return "slowed" }})
		go func() {
			flood := bytes.Repeat([]byte("x"), 1024)
			for {
				n, err := b.keys.Write(flood)
				taken.Add(int64(n))
				if err != nil {
					return
				}
			}
		}()
		if err := b.end(t); !errors.Is(err, ErrFlooded) {
			t.Errorf("ended with %v", err)
		}
		if n := told.Load(); n != 1 {
			t.Errorf("told %d times", n)
		}
		took := time.Since(began)
		const perSecond = 2048 // written out, so that the limit does not move unnoticed
		if most := perSecond*(burst+int64(took/time.Second)+1) + 2048; taken.Load() > most {
			t.Errorf("%d bytes were taken in %v, at most %d are allowed", taken.Load(), took, most)
		}
		if took < floodTime || took > 2*floodTime {
			t.Errorf("ended after %v", took)
		}
	})
}
