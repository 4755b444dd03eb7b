package play

import (
	"sync"

	"noir/matchmaking"
)

// hold is the screen's hand on its chair. The chair may come after the screen
// has gone: it is given up at once then.
type hold struct {
	mu   sync.Mutex
	held matchmaking.Chair
	left bool
}

// put takes a chair.
func (h *hold) put(c matchmaking.Chair) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.left {
		c.Leave()
	}
	h.held = c
}

// chair returns the chair, which is there once the screen has been told so.
func (h *hold) chair() matchmaking.Chair {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held
}

func (h *hold) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held != nil && !h.left {
		h.held.Leave()
	}
	h.left = true
}
