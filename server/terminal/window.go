package terminal

import (
	"sync"

	tea "charm.land/bubbletea/v2"
)

// Window is the window of a terminal, whose size changes at any time.
type Window struct {
	mu      sync.Mutex
	size    Size
	session *Session // that is shown in it; nil before
	told    Size     // the newest size that its program has been sent
	telling bool     // a command sends it sizes
}

// NewWindow returns a window of a size.
func NewWindow(size Size) *Window { return &Window{size: size} }

// Size returns the size as it is now.
func (w *Window) Size() Size {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.size
}

// Resize tells the program, if there is one, of another size. It never blocks: a
// size that comes while the program is busy replaces the one before it.
func (w *Window) Resize(size Size) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size = size
	if w.session != nil && !w.telling {
		w.telling = true
		w.session.start(w.tell)
	}
}

// show takes the window for a session; its program begins with the size that it
// returns.
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
	case <-w.session.sized: // Bubble Tea sends the first size when it likes
	}
	for size, ok := w.news(); ok; size, ok = w.news() {
		w.session.program.Send(tea.WindowSizeMsg(size))
	}
	return nil
}

// news returns a size that the program does not know yet. If there is none, the
// command that asks is the last.
func (w *Window) news() (size Size, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	size = w.size.Clamp()
	w.telling = size != w.told
	w.told = size
	return size, w.telling
}
