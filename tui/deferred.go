package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// Deferred stands for a message that is not there yet. A Cmd returns it at once, and the runner of
// the program waits for the message without a goroutine, since every idle screen waits for the next
// frame and the next tick. If the runner does not support that, Root waits in a Cmd.
type Deferred interface {
	// Urgent reports whether somebody waits for the message. On a busy server, other messages, such
	// as those due at a time, come after urgent ones.
	Urgent() bool

	// Await calls ready once, on a goroutine of its own, when the message is there. stop, which
	// does not block, cancels that; ready may still be running then.
	Await(ready func()) (stop func())

	// Message returns the message, nil for none, when it is there.
	Message() tea.Msg
}

// wait is the Cmd that waits for a message until ctx ends.
func wait(ctx context.Context, d Deferred) tea.Cmd {
	return func() tea.Msg {
		there := make(chan struct{})
		stop := d.Await(func() { close(there) })
		select {
		case <-there:
			return d.Message()
		case <-ctx.Done():
			stop()
			return nil
		}
	}
}
