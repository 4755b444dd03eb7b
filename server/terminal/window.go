package terminal

import "sync"

// Window is a terminal's window, whose size may change at any time.
type Window struct {
	mu      sync.Mutex
	size    Size
	session *Session // shown in it; nil before
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
	if w.session != nil {
		w.session.mailbox.press()
	}
}

// show attaches a session to the window.
func (w *Window) show(s *Session) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.session = s
}
