package table

import (
	"slices"
	"sync"

	"noir/matchmaking"
)

// snapshot is what one viewer sees at one moment.
type snapshot struct {
	frame   matchmaking.Frame
	row     *matchmaking.Listing // of a table that dozes, whose frame nobody may see; else nil
	changed chan struct{}        // closed when there is a newer one

	mu      sync.Mutex
	waiting []*waiter // until it has changed or never will
	over    bool      // that is so
}

// supersede wakes whoever waits for something newer than s, which may be nil.
func (s *snapshot) supersede() {
	if s != nil {
		close(s.changed)
		s.release(nil)
	}
}

// expect notes a waiter; false when there is nothing to wait for any more.
func (s *snapshot) expect(w *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.waiting = append(s.waiting, w)
	}
	return !s.over
}

// release wakes those of a chair who wait, or everybody who does or will.
func (s *snapshot) release(v *viewer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = s.over || v == nil
	s.waiting = slices.DeleteFunc(s.waiting, func(w *waiter) bool {
		released := v == nil || w.viewer == v
		if released {
			w.viewer.table.house.Workers.Go(w.wake)
		}
		return released
	})
}

// forget takes a waiter's name off.
func (s *snapshot) forget(w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = slices.DeleteFunc(s.waiting, func(o *waiter) bool { return o == w })
}

// asleep reports whether the snapshot is of a table that dozes.
func (s *snapshot) asleep() bool { return s.row != nil }

// listing is the snapshot as a row of a list. It is made when a list is: many more
// moves are made than lists.
func (s *snapshot) listing() matchmaking.Listing {
	if s.asleep() {
		return *s.row
	}
	return matchmaking.NewListing(s.frame)
}

// waiter is a viewer that is told of the next frame. It keeps no goroutine meanwhile.
type waiter struct {
	viewer *viewer
	wake   func()
}

// publish makes everybody's newest frame. All are there before anybody is woken, so
// that who has seen one knows that the others can be seen.
func (t *Table) publish() {
	shared, old := t.shared(), make([]*snapshot, len(t.snaps))
	for i := range t.snaps {
		old[i] = t.refresh(i, shared)
	}
	for _, s := range old {
		s.supersede()
	}
}

// show makes one viewer's newest frame: of what nobody else may know.
func (t *Table) show(column int) { t.refresh(column, t.shared()).supersede() }

// refresh makes a viewer's newest frame and returns the one before it, nil at first.
func (t *Table) refresh(column int, shared matchmaking.Frame) *snapshot {
	next, old := &snapshot{changed: make(chan struct{})}, t.snaps[column].Load()
	if t.asleep {
		next.frame = matchmaking.Frame{Seat: t.viewer(column), Closed: shared.Closed}
		next.row = t.dozingRow(shared)
	} else {
		next.frame = t.frame(shared, column)
	}
	next.frame.Revision = 1
	if old != nil {
		next.frame.Revision = old.frame.Revision + 1
	}
	t.snaps[column].Store(next)
	return old
}
