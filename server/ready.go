package server

import (
	"context"
	"errors"
	"time"

	"noir/internal/cached"
)

const (
	readyAge  = time.Second     // how long an answer is used
	readyTime = 2 * time.Second // how long one may take
)

var (
	errGoingDown = errors.New("draining")
	errNoAnswer  = errors.New("the store does not answer")
)

// newProbe returns what asks whether the server can be played on, one question at a time: questions must not pile
// up while a disk hangs. A reason why it cannot is an answer like others.
func (s *Server) newProbe(ask func(context.Context) error) *cached.Value[error] {
	r := cached.Reader{Context: s.ctx, Go: s.whileServing, Log: s.log}
	return cached.New(r, "whether the server is ready", readyAge, func(ctx context.Context) (error, error) {
		ctx, cancel := context.WithTimeout(ctx, readyTime)
		defer cancel()
		return ask(ctx), nil
	})
}

// whileServing runs work in a goroutine. It returns false, without running it, once the server goes down.
func (s *Server) whileServing(work func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.draining {
		return false
	}
	s.busy.Go(work)
	return true
}

// ready returns why nobody can play here now, or nil. It answers within readyTime.
func (s *Server) ready(ctx context.Context) error {
	s.mu.Lock()
	draining := s.draining
	s.mu.Unlock()
	switch {
	case draining:
		return errGoingDown
	case s.probe == nil:
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	answer, err := s.probe.Read(ctx)
	if err != nil {
		return errNoAnswer
	}
	return answer
}
