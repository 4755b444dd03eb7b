package local

import (
	"context"
	"sync"

	"noir/internal/workers"
)

// staff are the goroutines of a house, and the context that ends them. Who works may
// still ask for help after that; when the last has gone, nobody is taken on any more: a
// screen may look at a house that has just closed.
type staff struct {
	ctx     context.Context
	cancel  context.CancelFunc
	workers workers.Pool // of the tables

	mu     sync.Mutex
	gone   sync.Cond // of mu: the last has gone
	busy   int
	closed bool
}

// newStaff returns the staff of a house that outlives the end of ctx.
func newStaff(ctx context.Context) *staff {
	s := new(staff)
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
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

// end ends the context and waits until everybody has gone.
func (s *staff) end() {
	s.cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for s.busy > 0 {
		s.gone.Wait()
	}
}
