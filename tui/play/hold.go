package play

import (
	"sync"

	"noir/matchmaking"
)

// hold is the screen's hand on its chair. The chair may come after the screen
// has gone: it is given up at once then.
type hold struct {
	mu   sync.Mutex
	held matchmaking.Viewer
	left bool
}

// put takes a chair.
func (h *hold) put(c matchmaking.Viewer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.left {
		c.Leave()
	}
	h.held = c
}

// chair returns the chair, which is there once the screen has been told so.
func (h *hold) chair() matchmaking.Viewer {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.held
}

// seat returns the chair of somebody who plays. ErrWatching.
func (h *hold) seat() (matchmaking.Seat, error) {
	seat, plays := h.chair().(matchmaking.Seat)
	if !plays {
		return nil, matchmaking.ErrWatching
	}
	return seat, nil
}

func (h *hold) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held != nil && !h.left {
		h.held.Leave()
	}
	h.left = true
}
