package cluster

import "errors"

// Link carries messages between nodes. They may be lost, and are only hints: the store decides. Bodies are at most a
// megabyte. Its methods are safe for concurrent use.
type Link interface {
	// Ask opens a question to the nodes that serve a subject. Its answers are passed to heard, one after the other:
	// heard must not block, and may keep the body. err is ErrNobody, without a body, when no node serves the subject.
	// The caller must close the question.
	Ask(subject string, heard func(body []byte, err error)) Question

	// Publish sends to all who serve a subject, without an answer. It does not wait for them, and does not keep body.
	Publish(subject string, body []byte) error

	// Serve calls take for every question and publication on a subject, one after the other: take must not block,
	// and may keep the body. reply may be called later, any number of times, from any goroutine, and does not keep
	// its body; for a publication it does nothing. Its error is ErrTooLong, or of a link that is lost.
	Serve(subject string, take func(body []byte, reply func(body []byte) error)) (stop func(), err error)

	// Up reports whether the other nodes can be reached, and returns a channel that is closed when that
	// changes.
	Up() (up bool, changed <-chan struct{})

	// Close ends the link. Nothing is served after it.
	Close()
}

// Question is asked once or again. Nothing is heard after Close, except for an answer that is being passed on.
type Question interface {
	// Send asks. It does not wait for an answer, and does not keep body.
	Send(body []byte) error
	Close()
}

// ErrNobody means that no node serves a subject.
var ErrNobody = errors.New("nobody serves that subject")

// ErrTooLong means that a body is longer than the link carries.
var ErrTooLong = errors.New("that is longer than the link carries")
