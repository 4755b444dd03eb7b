package terminal

import (
	"sync"

	tea "charm.land/bubbletea/v2"
)

// deferred is what a command returns in place of a message that is not there yet (tui.Deferred).
type deferred interface {
	Urgent() bool
	Await(ready func()) (stop func())
	Message() tea.Msg
}

// expected is a deferred message that is not there yet.
type expected struct {
	deferred
	session *Session
}

// commands counts the goroutines that run commands, and has the deferred messages. After its end it
// accepts no more.
type commands struct {
	mu    sync.Mutex
	busy  sync.WaitGroup
	gone  bool
	waits map[*expected]func() // cancels each; nil if that is not known yet
}

func (c *commands) join() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.gone {
		c.busy.Add(1)
	}
	return !c.gone
}

func (c *commands) leave() { c.busy.Done() }

// expect registers a deferred message.
func (c *commands) expect(w *expected) (ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		return false
	}
	if c.waits == nil {
		c.waits = map[*expected]func(){}
	}
	c.waits[w] = nil
	return true
}

// stops says what cancels an expected message, which may have arrived.
func (c *commands) stops(w *expected, stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, waiting := c.waits[w]; waiting {
		c.waits[w] = stop
	} else if c.gone {
		stop()
	}
}

// arrive is join for a deferred message.
func (c *commands) arrive(w *expected) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waits, w)
	if !c.gone {
		c.busy.Add(1)
	}
	return !c.gone
}

// wait cancels the deferred messages and returns when no goroutine is left.
func (c *commands) wait() {
	c.mu.Lock()
	c.gone = true
	for _, stop := range c.waits {
		if stop != nil {
			stop()
		}
	}
	c.waits = nil
	c.mu.Unlock()
	c.busy.Wait()
}
