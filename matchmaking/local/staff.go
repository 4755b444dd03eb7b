package local

import (
	"context"
	"sync"

	"noir/internal/workers"
)

// staff runs the goroutines of a broker, under a context that ends them. Running ones may start
// others even after that. Once the last has ended no other starts: a screen may still call a closed
// broker.
type staff struct {
	ctx     context.Context
	cancel  context.CancelFunc
	workers workers.Pool // of the tables

	mu     sync.Mutex
	gone   sync.Cond // guarded by mu: the last has ended
	busy   int
	closed bool
}

// newStaff returns a staff that survives the end of ctx.
func newStaff(ctx context.Context) *staff {
	s := new(staff)
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.gone.L = &s.mu
	return s
}

// Go runs work in a goroutine. It returns false, without running it, once the last goroutine
// has ended.
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

// end ends the context and waits until the last goroutine has ended.
func (s *staff) end() {
	s.cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for s.busy > 0 {
		s.gone.Wait()
	}
}
