package page_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
	"noir/tui/page"
)

// answer runs a Cmd, and waits for what it brings later.
func answer(cmd tea.Cmd) tea.Msg {
	msg := cmd()
	for {
		later, ok := msg.(tui.Deferred)
		if !ok {
			return msg
		}
		there := make(chan struct{})
		later.Await(func() { close(there) })
		<-there
		msg = later.Message()
	}
}

// TestPolling brings what is new, at once and then every two seconds, until it ends. What was under way then is not
// taken.
func TestPolling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p page.Polling
		began := time.Now()
		var value atomic.Int64
		value.Store(1)
		look := func(context.Context) int { return int(value.Load()) }
		taken, goOn := 0, true
		adopt := func(n int) func(context.Context) int {
			taken = n
			if !goOn {
				return nil
			}
			return look
		}
		polled, _ := answer(page.Poll(p.Anew(t.Context()), nil, look)).(page.Polled[int])
		next := polled.Take(adopt)
		if taken != 1 || time.Since(began) != 0 || next == nil || !p.Polls() {
			t.Fatalf("%d was taken after %v", taken, time.Since(began))
		}
		go func() { time.Sleep(5 * time.Second); value.Store(2) }()
		polled, _ = answer(next).(page.Polled[int])
		next = polled.Take(adopt)
		if taken != 2 || time.Since(began) != 6*time.Second {
			t.Errorf("%d was taken after %v", taken, time.Since(began))
		}
		goOn = false
		if polled.Take(adopt) != nil {
			t.Error("it goes on without a look")
		}
		goOn = true
		value.Store(3)
		polled, _ = answer(next).(page.Polled[int])
		p.Leave()
		if polled.Take(adopt) != nil || taken == 3 || p.Polls() {
			t.Errorf("%d was taken after the end", taken)
		}
		if msg := polled.Take(adopt); msg != nil {
			t.Error("it goes on after the end")
		}
		again := page.Poll(p.Anew(t.Context()), new(3), look)
		go func() { time.Sleep(time.Second); p.Leave() }()
		if msg := answer(again); msg != nil {
			t.Errorf("%v came after the end", msg)
		}
	})
}
