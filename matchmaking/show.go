package matchmaking

import (
	"context"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"noir/engine"
)

// Show is where the newest frame for one viewer's view of a table is found, and waited for. One
// goroutine shows, any number of readers look, each with a Cursor. Over is closed when no newer frame
// will come.
type Show struct {
	Over   <-chan struct{}
	newest atomic.Pointer[Snapshot]
}

// Snapshot is what is shown at one moment.
type Snapshot struct {
	Frame Frame
	Row   *Listing // of a dozing table, whose frame nobody may see; otherwise nil

	mu      sync.Mutex
	changed chan struct{} // closed when there is a newer one; nil while nobody blocks for that
	newer   bool          // there is one
	waiting []*waiter     // called once it has changed or never will
	over    bool          // newer is certain by now
}

// waiter is a reader to wake at the next frame. It needs no goroutine meanwhile.
type waiter struct {
	cursor *Cursor
	wake   func()
}

// Newest returns what is shown; nil before the first.
func (s *Show) Newest() *Snapshot { return s.newest.Load() }

// Replace shows a frame, or the row of a dozing table, with the next revision. It returns what was shown
// before, nil at first: the caller supersedes it once all that belongs together is shown.
func (s *Show) Replace(f Frame, row *Listing) (old *Snapshot) {
	old = s.newest.Load()
	f.Revision = 1
	if old != nil {
		f.Revision = old.Frame.Revision + 1
	}
	s.newest.Store(&Snapshot{Frame: f, Row: row})
	return old
}

// Supersede wakes all who wait for something newer than s, which may be nil.
func (s *Snapshot) Supersede() {
	if s == nil {
		return
	}
	s.mu.Lock()
	s.newer = true
	if s.changed != nil {
		close(s.changed)
	}
	s.mu.Unlock()
	s.release(nil)
}

// superseded is closed once there is something newer.
func (s *Snapshot) superseded() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed == nil {
		s.changed = make(chan struct{})
		if s.newer {
			close(s.changed)
		}
	}
	return s.changed
}

// End wakes all who wait, after Over was closed.
func (s *Show) End() {
	if last := s.newest.Load(); last != nil {
		last.release(nil)
	}
}

// after reports whether the snapshot has a frame newer than a revision.
func (s *Snapshot) after(revision int) bool { return s.Frame.Revision > revision && s.Row == nil }

// expect adds a waiter; false when there is nothing left to wait for.
func (s *Snapshot) expect(w *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		s.waiting = append(s.waiting, w)
	}
	return !s.over
}

// release wakes the waiters of a cursor, or all, now and later.
func (s *Snapshot) release(c *Cursor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = s.over || c == nil
	s.waiting = slices.DeleteFunc(s.waiting, func(w *waiter) bool {
		released := c == nil || w.cursor == c
		if released {
			w.cursor.run(w.wake)
		}
		return released
	})
}

// forget removes a waiter.
func (s *Snapshot) forget(w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = slices.DeleteFunc(s.waiting, func(o *waiter) bool { return o == w })
}

// Cursor is one reader of a Show, which shows something already. It is a Viewer.
type Cursor struct {
	show *Show
	run  func(work func()) // runs work on a goroutine
	quit func()            // called once when it leaves
	left chan struct{}
	once sync.Once
}

// NewCursor returns a reader of a show. run runs work on a goroutine of its own, and quit, which may be
// nil, is called once when the reader leaves.
func NewCursor(s *Show, run func(work func()), quit func()) *Cursor {
	return &Cursor{show: s, run: run, quit: quit, left: make(chan struct{})}
}

// Next implements Viewer.
func (c *Cursor) Next(ctx context.Context, after int) (Frame, error) {
	for {
		select {
		case <-c.left:
			return Frame{}, io.EOF
		default:
		}
		snap := c.show.newest.Load()
		if snap.Frame.Seat == engine.Spectator && snap.Frame.NoSpectators {
			return Frame{}, ErrClosed
		}
		if snap.after(after) {
			return snap.Frame, nil
		}
		select {
		case <-snap.superseded():
		case <-ctx.Done():
			return Frame{}, ctx.Err()
		case <-c.left:
			return Frame{}, io.EOF
		case <-c.show.Over:
			if c.show.newest.Load() == snap {
				return Frame{}, io.EOF
			}
		}
	}
}

// Notify implements Viewer.
func (c *Cursor) Notify(after int, wake func()) (stop func()) {
	snap, w := c.show.newest.Load(), &waiter{c, wake}
	if snap.after(after) || !snap.expect(w) {
		c.run(wake)
		return func() {}
	}
	select {
	case <-c.left: // it may have come before the waiter was added
		snap.release(c)
	default:
	}
	return func() { snap.forget(w) }
}

// Leave implements Viewer.
func (c *Cursor) Leave() {
	c.once.Do(func() {
		close(c.left)
		c.show.newest.Load().release(c)
		if c.quit != nil {
			c.quit()
		}
	})
}
