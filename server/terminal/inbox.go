package terminal

import (
	"sync"

	tea "charm.land/bubbletea/v2"
)

// pressed tells the guard that there is something in the inbox.
type pressed struct{}

// inbox holds what was typed until the program takes it: what comes at once is
// drawn once.
type inbox struct {
	mu    sync.Mutex
	msgs  []tea.Msg
	taken []tea.Msg // as taken last; its memory is used again
}

// put adds a message. The pressed that follows it is to wait for the program, which
// bounds how many there can be.
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

// take returns the messages, which are the caller's until the next call.
func (i *inbox) take() []tea.Msg {
	i.mu.Lock()
	defer i.mu.Unlock()
	clear(i.taken)
	i.msgs, i.taken = i.taken[:0], i.msgs
	return i.taken
}
