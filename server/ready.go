package server

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	readyAge  = time.Second     // how long an answer is used
	readyTime = 2 * time.Second // how long one may take
)

var (
	errGoingDown = errors.New("draining")
	errNoAnswer  = errors.New("the store does not answer")
)

// probe asks whether the server can be played on, one question at a time: questions must not pile
// up while a disk hangs.
type probe struct {
	ask func(context.Context) error // nil: always ready

	mu      sync.Mutex
	pending chan struct{} // closed when the question under way is answered; nil without one
	at      time.Time     // of the newest answer
	answer  error
}

// ready returns why nobody can play here now, or nil. It answers within readyTime.
func (s *Server) ready(ctx context.Context) error {
	pending, err := s.question()
	if pending == nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	select {
	case <-pending:
		return s.probe.newest()
	case <-ctx.Done():
		return errNoAnswer
	}
}

// question returns what to wait for, or the answer if there is nothing to wait for.
func (s *Server) question() (pending <-chan struct{}, answer error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := &s.probe
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case s.draining:
		return nil, errGoingDown
	case p.ask == nil:
		return nil, nil
	case p.pending == nil && time.Since(p.at) < readyAge:
		return nil, p.answer
	case p.pending == nil:
		p.pending = make(chan struct{})
		s.busy.Go(func() { p.put(s.ctx) })
	}
	return p.pending, nil
}

// put asks and stores the answer.
func (p *probe) put(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	err := p.ask(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at, p.answer = time.Now(), err
	close(p.pending)
	p.pending = nil
}

func (p *probe) newest() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answer
}
