package terminal

import (
	"sync"

	tea "charm.land/bubbletea/v2"
)

// pressed tells the guard that the inbox is not empty.
type pressed struct{}

// inbox holds typed input until the program takes it: what comes at once is drawn once.
type inbox struct {
	mu    sync.Mutex
	msgs  []tea.Msg
	taken []tea.Msg // as last taken; its memory is reused
}

// put adds a message. The caller then sends pressed and waits for the program, which bounds how
// many messages there can be.
func (i *inbox) put(msg tea.Msg) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.msgs = append(i.msgs, msg)
}

// full reports whether there is anything in it.
func (i *inbox) full() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return len(i.msgs) > 0
}

// take returns the messages, which are valid until the next call.
func (i *inbox) take() []tea.Msg {
	i.mu.Lock()
	defer i.mu.Unlock()
	clear(i.taken)
	i.msgs, i.taken = i.taken[:0], i.msgs
	return i.taken
}
