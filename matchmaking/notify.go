package matchmaking

import "slices"

// waiter is somebody on a chair who is told of the next frame. He keeps no
// goroutine meanwhile.
type waiter struct {
	chair *chair
	wake  func()
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
func (s *snapshot) release(c *chair) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = s.over || c == nil
	s.waiting = slices.DeleteFunc(s.waiting, func(w *waiter) bool {
		released := c == nil || w.chair == c
		if released {
			w.chair.table.local.workers.Go(w.wake)
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

func (c *chair) Notify(after int, wake func()) (stop func()) {
	snap, w := c.newest().Load(), &waiter{c, wake}
	if snap.frame.Revision > after && !snap.asleep() || !snap.expect(w) {
		c.table.local.workers.Go(wake)
		return func() {}
	}
	select {
	case <-c.left: // perhaps before his name was noted
		snap.release(c)
	default:
	}
	return func() { snap.forget(w) }
}
