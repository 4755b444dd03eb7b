package server

import (
	"context"
	"errors"
	"sync"
	"time"
)

const (
	readyAge  = time.Second     // for which an answer stands
	readyTime = 2 * time.Second // that one may take
)

var (
	errGoingDown = errors.New("draining")
	errNoAnswer  = errors.New("the store does not answer")
)

// probe asks whether there is anything in the way of playing, one question at a
// time: a disk that hangs must not gather up questions.
type probe struct {
	ask func(context.Context) error // nil: nothing ever is

	mu      sync.Mutex
	pending chan struct{} // closed when the question under way is answered; nil when none is
	at      time.Time     // of the newest answer
	answer  error
}

// ready tells whether one can play here; nil means yes. It answers within
// readyTime.
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

// question returns what to wait for, or the answer when there is nothing to
// wait for.
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

// put asks and notes the answer.
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
