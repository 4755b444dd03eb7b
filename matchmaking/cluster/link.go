package cluster

import (
	"context"
	"errors"
)

// Link is how nodes reach each other. What it carries may be lost, and nobody acts on it as if it were a
// record. Bodies are at most a megabyte. Its methods are safe for concurrent use.
type Link interface {
	// Request asks whoever serves a subject and waits for the answer. ErrNobody when nobody does; ctx's
	// error when no answer comes.
	Request(ctx context.Context, subject string, body []byte) ([]byte, error)

	// Publish sends to all who serve a subject, without an answer. It does not wait for them.
	Publish(subject string, body []byte) error

	// Serve calls answer for every request and publication on a subject, one after the other: answer must
	// not block. reply may be called later, once, from any goroutine; for a publication it does nothing.
	Serve(subject string, answer func(body []byte, reply func([]byte))) (stop func(), err error)

	// Up reports whether the other nodes can be reached, and returns a channel that is closed when that
	// changes.
	Up() (up bool, changed <-chan struct{})

	// Close ends the link. Nothing is served after it.
	Close()
}

// ErrNobody is what Link.Request returns when nobody serves a subject.
var ErrNobody = errors.New("nobody serves that subject")
