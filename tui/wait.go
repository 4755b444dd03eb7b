package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// delayed is a message that comes at a time.
type delayed struct {
	due time.Time
	msg tea.Msg
}

// Urgent implements Deferred.
func (d delayed) Urgent() bool { return false }

// Await implements Deferred.
func (d delayed) Await(ready func()) (stop func()) {
	timer := time.AfterFunc(time.Until(d.due), ready)
	return func() { timer.Stop() }
}

// Message implements Deferred.
func (d delayed) Message() tea.Msg { return d.msg }

// After returns the Cmd that brings a message later, unless the session is over by then.
func After(d time.Duration, msg tea.Msg) tea.Cmd {
	return Ask(delayed{time.Now().Add(d), msg})
}

// beat is the least time between the ticks of all sessions. They share the beats of one clock, so
// that a thousand screens wake the process ten times a second and not a thousand times.
const beat = 100 * time.Millisecond

// TickAfter returns the Cmd that brings a Tick at the first beat after d has passed.
func TickAfter(d time.Duration) tea.Cmd {
	return Ask(delayed{nextBeat(time.Now().Add(d)), Tick{}})
}

// nextBeat is the first beat that is not before t.
func nextBeat(t time.Time) time.Time {
	over := time.Duration(t.UnixNano()) % beat
	return t.Add((beat - over) % beat)
}
