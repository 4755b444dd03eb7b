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

// readiness is whether the server can be played on.
type readiness struct {
	serving *serving
	probe   *cached.Value[error] // nil: always ready
}

// newReadiness asks (Config.Ready) one question at a time: questions must not pile up while a disk hangs. A reason why
// the server cannot be played on is an answer like others.
func newReadiness(s *shared, o *serving) *readiness {
	r := &readiness{serving: o}
	if ask := s.config.Ready; ask != nil {
		from := cached.Reader{Context: s.ctx, Go: o.meanwhile, Log: s.log}
		r.probe = cached.New(from, "whether the server is ready", readyAge, func(ctx context.Context) (error, error) {
			ctx, cancel := context.WithTimeout(ctx, readyTime)
			defer cancel()
			return ask(ctx), nil
		})
	}
	return r
}

// now returns why nobody can play here now, or nil. It answers within readyTime.
func (r *readiness) now(ctx context.Context) error {
	switch {
	case r.serving.isOver():
		return errGoingDown
	case r.probe == nil:
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	answer, err := r.probe.Read(ctx)
	if err != nil {
		return errNoAnswer
	}
	return answer
}
