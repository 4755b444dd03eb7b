package local

import "sync"

// staff are the goroutines of a house, which it waits for when it closes. Who works
// may still ask for help then; when the last has gone, nobody is taken on any more:
// a screen may look at a house that has just closed.
type staff struct {
	mu     sync.Mutex
	gone   sync.Cond // of mu: the last has gone
	busy   int
	closed bool
}

func newStaff() *staff {
	s := new(staff)
	s.gone.L = &s.mu
	return s
}

// Go runs work in a goroutine. When everybody has gone it leaves it undone and
// returns false.
func (s *staff) Go(work func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed && s.busy == 0 {
		return false
	}
	s.busy++
	go func() {
		defer s.done()
		work()
	}()
	return true
}

func (s *staff) done() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy--; s.busy == 0 {
		s.gone.Broadcast()
	}
}

// Wait waits until everybody has gone.
func (s *staff) Wait() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for s.busy > 0 {
		s.gone.Wait()
	}
}
