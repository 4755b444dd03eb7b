package relational

import (
	"context"
	"sync/atomic"
	"time"
)

// Pending is the part of a request that its caller waits for, and may withdraw until it is taken. A
// request embeds it.
type Pending struct {
	taken atomic.Bool // to do it, or by its caller, to withdraw it
	err   error       // to be read once done is closed
	done  chan struct{}
	since time.Time // when it was pushed
}

func (p *Pending) pending() *Pending { return p }

// Take reports whether the request is to be done: its caller has not withdrawn it, and cannot any more.
func (p *Pending) Take() bool { return p.taken.CompareAndSwap(false, true) }

// Fail sets the error with which a request that was taken ends.
func (p *Pending) Fail(err error) { p.err = err }

// Done ends a request that was taken.
func (p *Pending) Done() { close(p.done) }

// Wait waits until a request that was pushed is done, and returns its error.
func (p *Pending) Wait() error {
	<-p.done
	return p.err
}

// Queue is where callers leave requests for one goroutine, and wait for them. Many may wait; further
// callers wait for space.
type Queue[R interface{ pending() *Pending }] struct {
	Waiting chan R
	Closing chan struct{} // closed by Stop
	Stopped chan struct{} // to be closed by the goroutine when it ends
}

// NewQueue returns a queue in which that many requests may wait.
func NewQueue[R interface{ pending() *Pending }](size int) Queue[R] {
	return Queue[R]{make(chan R, size), make(chan struct{}), make(chan struct{})}
}

// Push leaves a request. It waits only for space.
func (q *Queue[R]) Push(ctx context.Context, r R) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := r.pending()
	p.done, p.since = make(chan struct{}), time.Now()
	select {
	case <-q.Closing:
		return ErrClosed
	default:
	}
	select {
	case q.Waiting <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-q.Closing:
		return ErrClosed
	}
}

// Submit leaves a request and waits for it. ctx's error means that it was not done.
func (q *Queue[R]) Submit(ctx context.Context, r R) error {
	if err := q.Push(ctx, r); err != nil {
		return err
	}
	p := r.pending()
	var withdrawn error
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		withdrawn = ctx.Err()
	case <-q.Stopped:
		withdrawn = ErrClosed
	}
	if p.Take() {
		return withdrawn
	}
	return p.Wait() // too late: it is being done
}

// Next returns the next request that waits; ok is false when there is none.
func (q *Queue[R]) Next() (r R, ok bool) {
	select {
	case r = <-q.Waiting:
		return r, true
	default:
		return r, false
	}
}

// Stop lets the goroutine finish what waits, and waits for its end.
func (q *Queue[R]) Stop() {
	close(q.Closing)
	<-q.Stopped
}
