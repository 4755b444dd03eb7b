package terminal

import (
	"sync"

	tea "charm.land/bubbletea/v2"
)

// Window is a terminal's window, whose size may change at any time.
type Window struct {
	mu      sync.Mutex
	size    Size
	session *Session // shown in it; nil before
	told    Size     // the newest size sent to its program
	telling bool     // a command is sending it sizes
}

// NewWindow returns a window of a size.
func NewWindow(size Size) *Window { return &Window{size: size} }

// Size returns the current size.
func (w *Window) Size() Size {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size
}

// Resize tells the program, if there is one, a new size. It never blocks: a size that comes while
// the program is busy replaces the previous one.
func (w *Window) Resize(size Size) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size = size
	if w.session != nil && !w.telling {
		w.telling = true
		w.session.start(w.tell)
	}
}

// show attaches a session to the window and returns the size with which its program starts.
func (w *Window) show(s *Session) Size {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.session, w.told = s, w.size.Clamp()
	return w.told
}

// tell is the command that sends the program new sizes as long as there are any.
func (w *Window) tell() tea.Msg {
	select {
	case <-w.session.ctx.Done():
		return nil
	case <-w.session.sized: // Bubble Tea sends the first size at its own time
	}
	for size, ok := w.news(); ok; size, ok = w.news() {
		w.session.program.Send(tea.WindowSizeMsg(size))
	}
	return nil
}

// news returns a size that the program does not know yet. If there is none, the command ends.
func (w *Window) news() (size Size, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	size = w.size.Clamp()
	w.telling = size != w.told
	w.told = size
	return size, w.telling
}
