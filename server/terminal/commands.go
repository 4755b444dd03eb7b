package terminal

import (
	"reflect"
	"sync"

	tea "charm.land/bubbletea/v2"

	"noir/internal/workers"
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
	commands *commands
}

// commands runs the program's commands and posts their messages. It counts its goroutines, and has the deferred
// messages. After its end it accepts no more.
type commands struct {
	workers *workers.Pool
	mailbox *mailbox
	failed  func(panicked any)

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

// start runs a command in a goroutine of the session, which wait waits for.
func (c *commands) start(cmd tea.Cmd) {
	if cmd == nil || !c.join() {
		return
	}
	c.workers.Go(func() {
		defer c.leave()
		c.perform(cmd, true)
	})
}

// perform runs a command and posts its message, in a hurry or not. It returns when all of a batch or a
// sequence has been posted.
func (c *commands) perform(cmd tea.Cmd, urgent bool) {
	if cmd == nil {
		return
	}
	msg := c.call(cmd)
	if batch, ok := msg.(tea.BatchMsg); ok {
		c.together(batch, urgent)
	} else if steps, ok := sequence(msg); ok {
		for _, one := range steps {
			c.perform(one, urgent)
		}
	} else if later, ok := msg.(deferred); ok {
		c.await(later)
	} else if msg != nil && urgent {
		c.mailbox.post(msg)
	} else if msg != nil {
		c.mailbox.slip(msg)
	}
}

// await has a deferred message performed when it is there.
func (c *commands) await(d deferred) {
	defer c.survive()
	w := &expected{commands: c, deferred: d}
	if c.expect(w) {
		c.stops(w, d.Await(w.arrive))
	}
}

// arrive is called when the message is there. A message that is not urgent may take some work, such as a read of the
// store, for which the caller's stack would have to grow.
func (w *expected) arrive() {
	c := w.commands
	if !c.arrive(w) {
		return
	}
	perform := func() {
		defer c.leave()
		c.perform(w.Message, w.Urgent())
	}
	if w.Urgent() {
		perform()
	} else {
		c.workers.Go(perform)
	}
}

// together runs the commands of a batch concurrently and returns when all are done.
func (c *commands) together(batch []tea.Cmd, urgent bool) {
	if len(batch) == 0 {
		return
	}
	var others sync.WaitGroup
	others.Add(len(batch) - 1)
	for _, one := range batch[1:] {
		c.workers.Go(func() {
			defer others.Done()
			c.perform(one, urgent)
		})
	}
	c.perform(batch[0], urgent)
	others.Wait()
}

// sequence returns the commands of a sequence; Bubble Tea does not export its type.
func sequence(msg tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || v.Type() != sequenceType {
		return nil, false
	}
	return v.Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd), true
}

var sequenceType = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())

// call runs a command; a panic in it ends only the session.
func (c *commands) call(cmd tea.Cmd) tea.Msg {
	defer c.survive()
	return cmd()
}

// survive has a panic end only the session. It is deferred.
func (c *commands) survive() {
	if v := recover(); v != nil {
		c.failed(v)
	}
}
