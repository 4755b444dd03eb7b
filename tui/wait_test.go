package tui_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// waited runs a Cmd of a session, and waits for the message as Root does where nobody
// else can.
func waited(s *tui.Session, cmd tea.Cmd) tea.Msg {
	_, wait := tui.NewRoot(s, nil, nil).Update(cmd())
	return wait()
}

func TestNothingComesAfterTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, hangUp := context.WithCancel(t.Context())
		s := &tui.Session{Context: ctx, Now: time.Now}
		began := time.Now()
		if got := waited(s, tui.After(time.Minute, "tick")); got != "tick" || time.Since(began) != time.Minute {
			t.Errorf("%v has come after %v", got, time.Since(began))
		}
		time.AfterFunc(time.Second, hangUp)
		began = time.Now()
		if got := waited(s, tui.After(time.Minute, "tick")); got != nil || time.Since(began) != time.Second {
			t.Errorf("%v has come after %v", got, time.Since(began))
		}
	})
}

// TestTicksComeOnBeats: ticks come when their time has passed, all on beats that
// sessions share.
func TestTicksComeOnBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &tui.Session{Context: t.Context(), Now: time.Now}
		for _, d := range []time.Duration{1, 99 * time.Millisecond, time.Second, 1234567 * time.Microsecond} {
			time.Sleep(17 * time.Millisecond)
			began, tick := time.Now(), tui.TickAfter(d)
			if _, ok := waited(s, tick).(tui.Tick); !ok {
				t.Error("no tick")
			}
			const beat = 100 * time.Millisecond
			if took := time.Since(began); took < d || took >= d+beat || !time.Now().Truncate(beat).Equal(time.Now()) {
				t.Errorf("a tick after %v came after %v, at %v", d, took, time.Now())
			}
		}
	})
}

// never is a message that does not come.
type never struct{ stopped bool }

func (*never) Urgent() bool          { return true }
func (n *never) Await(func()) func() { return func() { n.stopped = true } }
func (*never) Message() tea.Msg      { return nil }

// TestNobodyWaitsAfterTheSession: what has been waited for is told that nobody does any more.
func TestNobodyWaitsAfterTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, hangUp := context.WithCancel(t.Context())
		s, awaited := &tui.Session{Context: ctx, Now: time.Now}, &never{}
		time.AfterFunc(time.Second, hangUp)
		if got := waited(s, func() tea.Msg { return awaited }); got != nil || !awaited.stopped {
			t.Errorf("%v has come; nobody waits any more: %t", got, awaited.stopped)
		}
	})
}
