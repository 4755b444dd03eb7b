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

// crew counts the goroutines that run commands, and the deferred messages. After its end it accepts
// no more.
type crew struct {
	mu    sync.Mutex
	busy  sync.WaitGroup
	gone  bool
	waits map[int]func() // cancels each; nil if that is not known yet
	last  int
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

// await has a deferred message sent when it is there.
func (c *crew) await(d deferred, send func(tea.Cmd)) {
	number, ok := c.expect()
	if !ok {
		return
	}
	stop := d.Await(func() {
		if c.arrive(number) {
			defer c.leave()
			send(d.Message)
		}
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, waiting := c.waits[number]; waiting {
		c.waits[number] = stop
	} else if c.gone {
		stop()
	}
}

// expect registers a deferred message.
func (c *crew) expect() (number int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		return 0, false
	}
	if c.waits == nil {
		c.waits = map[int]func(){}
	}
	c.last++
	c.waits[c.last] = nil
	return c.last, true
}

// arrive is join for a deferred message.
func (c *crew) arrive(number int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.waits, number)
	if !c.gone {
		c.busy.Add(1)
	}
	return !c.gone
}

// wait cancels the deferred messages and returns when no goroutine is left.
func (c *crew) wait() {
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
