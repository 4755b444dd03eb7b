package term

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// guard stands between Bubble Tea and the program's model: it hands views to
// the writer and keeps panics inside the session. It lives in the program's
// own goroutine.
type guard struct {
	inner   tea.Model
	session *Session
	size    Size // zero until the program knows it: nothing is drawn before
	broken  bool
}

var _ tea.Model = (*guard)(nil)

func (g *guard) Init() (cmd tea.Cmd) {
	defer g.rescue()
	return g.session.guarded(g.inner.Init())
}

func (g *guard) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	if g.broken {
		return g, nil
	}
	defer g.rescue()
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		g.size = Size(size)
	}
	g.inner, cmd = g.inner.Update(msg)
	return g, g.session.guarded(cmd)
}

// View draws nothing by itself: Bubble Tea's renderer is off.
func (g *guard) View() tea.View {
	if g.broken || g.size == (Size{}) {
		return tea.View{}
	}
	defer g.rescue()
	g.session.writer.show(frame{view: g.inner.View(), size: g.size})
	return tea.View{}
}

func (g *guard) rescue() {
	if v := recover(); v != nil {
		g.broken = true
		g.session.fail(v)
	}
}

// fail ends the session because of a panic. It is called while it unwinds.
func (s *Session) fail(v any) {
	s.log.Error("a screen has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	s.end(ErrFailed)
}

// filter takes out what Bubble Tea would do to its own terminal, or to the
// whole process, and does it to ours.
func (s *Session) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch m := msg.(type) {
	case tea.SuspendMsg: // would stop the server
		return nil
	case tea.RawMsg: // would wait for the ticker
		fmt.Fprint(s.writer.raw(), m.Msg)
		return nil
	}
	if msg == tea.ClearScreen() {
		s.writer.clear()
		return nil
	}
	return msg
}

var cmdType = reflect.TypeFor[tea.Cmd]()

// guarded returns a command that cannot take the server down and is waited for.
// A batch or a sequence (whose type Bubble Tea does not export) is a slice of
// commands, each of which is guarded in turn.
func (s *Session) guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		if !s.commands.join() {
			return nil
		}
		defer s.commands.leave()
		defer func() {
			if v := recover(); v != nil {
				msg = nil
				s.fail(v)
			}
		}()
		msg = cmd()
		if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == cmdType {
			all := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
			for i := range v.Len() {
				all.Index(i).Set(reflect.ValueOf(s.guarded(v.Index(i).Interface().(tea.Cmd))))
			}
			return all.Interface()
		}
		return msg
	}
}

// crew counts the goroutines in which Bubble Tea runs commands. Bubble Tea
// starts them when it likes, so whoever comes after the end is turned away.
type crew struct {
	mu   sync.Mutex
	busy sync.WaitGroup
	gone bool
}

func (c *crew) join() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.gone {
		c.busy.Add(1)
	}
	return !c.gone
}

func (c *crew) leave() { c.busy.Done() }

func (c *crew) wait() {
	c.mu.Lock()
	c.gone = true
	c.mu.Unlock()
	c.busy.Wait()
}
