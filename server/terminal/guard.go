package terminal

import (
	"fmt"
	"io"
	"reflect"
	"runtime/debug"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Drawer is a model that hands over its view line by line, so that an unchanged line is never
// copied. Its View is not called.
type Drawer interface {
	// Draw returns the lines, which must not change afterwards, and the view without its Content.
	// Returning the same slice as before means that neither has changed.
	Draw() (lines []string, view tea.View)
}

// guard stands between Bubble Tea and the program's model: it hands views to the writer and
// commands to the session, and contains panics. The model runs on goroutines of the workers, one
// turn after the other: drawing allocates and needs a deep stack, which a goroutine of each session
// would keep.
type guard struct {
	inner   tea.Model
	session *Session
	size    Size // zero until the program knows it: nothing is drawn before
	shown   frame
	broken  bool

	turn *turn
	msg  tea.Msg // the message whose turn it is
}

var _ tea.Model = (*guard)(nil)

func newGuard(inner tea.Model, s *Session) *guard {
	g := &guard{inner: inner, session: s}
	g.turn = newTurn(s.workers, g.respond, s.writer.run)
	return g
}

func (g *guard) Init() tea.Cmd {
	defer g.rescue()
	g.session.stopTicker()
	g.session.start(g.inner.Init())
	return nil
}

// Update has the model handle a message and draws the result.
func (g *guard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if g.broken {
		return g, nil
	}
	if _, resized := msg.(tea.WindowSizeMsg); resized {
		g.turn.press()
	}
	g.msg = msg
	g.turn.have()
	g.msg = nil
	return g, nil
}

// View draws nothing: Bubble Tea's renderer is off, and everything that changes a view goes through
// Update.
func (g *guard) View() tea.View { return tea.View{} }

// respond is the turn of one message, or of everything typed so far. It reports whether the result
// must be written now; the next turn may start meanwhile.
func (g *guard) respond() (write bool) {
	defer g.rescue()
	switch msg := g.msg.(type) {
	case pressed:
		for _, key := range g.session.inbox.take() {
			g.update(key)
		}
	case tea.WindowSizeMsg:
		if g.size == (Size{}) {
			close(g.session.sized)
		}
		g.size = Size(msg)
		g.update(msg)
	default:
		g.update(msg)
	}
	return g.size != (Size{}) && g.draw()
}

func (g *guard) update(msg tea.Msg) {
	next, cmd := g.inner.Update(msg)
	g.inner = next
	g.session.start(cmd)
}

// draw gives the newest frame to the writer, unless it has it, and reports whether the caller must
// run the writer.
func (g *guard) draw() bool {
	f := frame{size: g.size}
	if drawer, ok := g.inner.(Drawer); ok {
		f.lines, f.view = drawer.Draw()
		if g.shows(&f) {
			return false
		}
	} else {
		f.view = g.inner.View()
		f.lines = strings.Split(f.view.Content, "\n")
	}
	f.view.Content = ""
	g.shown = f
	return g.session.writer.show(&f)
}

// shows reports whether the writer already has a frame.
func (g *guard) shows(f *frame) bool {
	return len(f.lines) > 0 && len(f.lines) == len(g.shown.lines) && &f.lines[0] == &g.shown.lines[0] && f.size == g.shown.size
}

// lasting is how long a session must last before it is worth stopping its ticker.
const lasting = time.Second

// stopTicker stops Bubble Tea's ticker, which would wake every session once a second to look for
// output that filter has redirected. It must be called while the ticker runs.
func (s *Session) stopTicker() {
	s.start(func() tea.Msg {
		select {
		case <-s.ctx.Done():
		case <-time.After(lasting):
			_ = s.program.ReleaseTerminal() // there is none, and it takes half a second to see that
		}
		return nil
	})
}

func (g *guard) rescue() {
	if v := recover(); v != nil {
		g.broken = true
		g.session.fail(v)
	}
}

// fail ends the session because of a panic. It is called during the unwinding.
func (s *Session) fail(v any) {
	s.log.Error("a screen has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	s.end(ErrFailed)
}

// filter redirects what Bubble Tea would do to its own terminal, or to the whole process, to the
// session's terminal.
func (s *Session) filter(model tea.Model, msg tea.Msg) tea.Msg {
	switch m := msg.(type) {
	case tea.SuspendMsg: // would stop the server
		return nil
	case tea.RawMsg:
		fmt.Fprint(s.writer.raw(), m.Msg)
		return nil
	case Notifier:
		title, text := m.Notification()
		_, _ = io.WriteString(s.writer.raw(), notify(s.terminal.Env, title, text))
		return nil
	}
	switch msg {
	case tea.ClearScreen():
		s.writer.clear()
		model.(*guard).shown = frame{}
		return nil
	case tea.RequestBackgroundColor():
		if !simple(s.terminal.Env) {
			_, _ = io.WriteString(s.writer.raw(), ansi.RequestBackgroundColor)
		}
		return nil
	}
	if v := reflect.ValueOf(msg); v.Kind() == reflect.String && v.Type() == clipboardType {
		_, _ = io.WriteString(s.writer.raw(), ansi.SetSystemClipboard(v.String()))
		return nil
	}
	return msg
}

// clipboardType is the type of the clipboard message, which Bubble Tea does not export.
var clipboardType = reflect.TypeOf(tea.SetClipboard("")())
