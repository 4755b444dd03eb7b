package matchmaking_test

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/synctest"

	"noir/matchmaking"
)

// TestWhoWaitsIsWoken: each newer frame wakes each waiting reader once, but not readers that have stopped waiting or
// left. The end wakes all.
func TestWhoWaitsIsWoken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		show := &matchmaking.Show{Over: over}
		next := func(f matchmaking.Frame, row *matchmaking.Listing) {
			show.Replace(f, row).Supersede()
			synctest.Wait()
		}
		next(matchmaking.Frame{Match: "first"}, nil)
		left := 0
		reader := func() *matchmaking.Cursor {
			return matchmaking.NewCursor(show, func(work func()) { go work() }, func() { left++ })
		}
		a, b := reader(), reader()
		var mu sync.Mutex
		woken := map[string]int{}
		wait := func(name string, c *matchmaking.Cursor, after int) (stop func()) {
			stop = c.Notify(after, func() {
				mu.Lock()
				defer mu.Unlock()
				woken[name]++
			})
			synctest.Wait()
			return stop
		}
		wants := func(when string, name string, n int) {
			t.Helper()
			mu.Lock()
			defer mu.Unlock()
			if woken[name] != n {
				t.Errorf("%s: %s was woken %d times, not %d", when, name, woken[name], n)
			}
		}
		wait("late", a, 0)
		wants("there is a newer one already", "late", 1)
		wait("a", a, 1)
		stop := wait("stopped", a, 1)
		stop()
		wait("b", b, 1)
		wants("nothing is new", "a", 0)
		next(matchmaking.Frame{Match: "second"}, nil)
		for name, n := range map[string]int{"late": 1, "a": 1, "stopped": 0, "b": 1} {
			wants("the second frame", name, n)
		}
		next(matchmaking.Frame{}, &matchmaking.Listing{}) // the table dozes: there is nothing to see
		wait("a", a, 2)
		wait("b", b, 2)
		wants("it dozes", "a", 1)
		next(matchmaking.Frame{Match: "fourth"}, nil)
		wants("the fourth frame", "a", 2)
		if f, err := a.Next(t.Context(), 2); err != nil || f.Revision != 4 || f.Match != "fourth" {
			t.Errorf("the fourth: %+v, %v", f, err)
		}
		wait("a", a, 4)
		wait("b", b, 4)
		a.Leave()
		a.Leave()
		synctest.Wait()
		wants("who leaves", "a", 3)
		wants("another stays", "b", 2)
		if left != 1 {
			t.Errorf("left %d times", left)
		}
		wait("a", a, 4)
		wants("a watcher who has left", "a", 4)
		if _, err := a.Next(t.Context(), 0); err != io.EOF {
			t.Errorf("a watcher who has left sees %v", err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := b.Next(gone, 4); !errors.Is(err, context.Canceled) {
			t.Errorf("who gives up: %v", err)
		}
		close(over)
		show.End()
		synctest.Wait()
		wants("the end", "b", 3)
		wait("b", b, 4)
		wants("after the end", "b", 4)
		reader().Leave()
		wait("b", b, 4)
		wants("after the end, when another has left", "b", 5)
		if f, err := b.Next(t.Context(), 3); err != nil || f.Revision != 4 {
			t.Errorf("the last frame: %+v, %v", f, err)
		}
		if _, err := b.Next(t.Context(), 4); err != io.EOF {
			t.Errorf("after the last: %v", err)
		}
	})
}
