package relational

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"noir/data"
)

const (
	QueueSize = 1024 // requests that may wait for the writer; further callers wait for space
	batchSize = 256  // requests that may share one commit
	mostTries = 5    // of a transaction that may be done again
)

// ErrClosed is what a closed store answers.
var ErrClosed = fmt.Errorf("%w: it is closed", data.ErrUnavailable)

// Line is the connection on which a Writer makes changes. Only the writer's goroutine uses it.
type Line interface {
	Begin() error
	Commit() error
	Rollback()
	Tx() Tx // for statements between Begin and Commit

	// Healthy returns why nothing may be written any more, or nil. It is asked before a transaction and
	// after it: what was committed before it fails is acknowledged to nobody.
	Healthy() error

	// Again reports whether a transaction with this error has done nothing and may succeed if it is done
	// again at once.
	Again(err error) bool

	// Ended is called after every transaction.
	Ended()
}

// Writer is the one goroutine that changes a database. Requests that wait while it commits share
// its next transaction, so that many callers cost one sync of the disk.
type Writer struct {
	line     Line
	undoes   bool // a statement that fails undoes itself, and nothing else
	measures measures

	queue   chan *Request
	between chan func()   // run between two transactions
	closing chan struct{} // closed by Stop
	stopped chan struct{} // closed when the goroutine has ended
}

// Request is one caller's change. It fails alone: its changes are undone, and the others of its
// transaction stand.
type Request struct {
	Do    func(Tx) error
	Plain bool        // Do is one statement or reads only: where it undoes itself when it fails, nothing else does
	taken atomic.Bool // by the writer, to do it, or by its caller, to withdraw it
	err   error       // to be read once done is closed
	done  chan struct{}
}

// Wait waits until a request that was posted is done, and returns its error.
func (r *Request) Wait() error {
	<-r.done
	return r.err
}

func (r *Request) take() bool { return r.taken.CompareAndSwap(false, true) }

// StartWriter starts a writer. undoes says that in this database a statement that fails undoes
// itself alone, so that plain requests need no savepoint.
func StartWriter(line Line, undoes bool) *Writer {
	w := &Writer{
		line:     line,
		undoes:   undoes,
		measures: newMeasures(),
		queue:    make(chan *Request, QueueSize),
		between:  make(chan func()),
		closing:  make(chan struct{}),
		stopped:  make(chan struct{}),
	}
	go w.run()
	return w
}

// Write makes a change and waits until it is on the disk. ctx's error means that the change was not
// made.
func (w *Writer) Write(ctx context.Context, do func(Tx) error) error {
	return w.Submit(ctx, &Request{Do: do})
}

// Submit hands a request to the writer and waits for it.
func (w *Writer) Submit(ctx context.Context, r *Request) error {
	if err := w.Post(ctx, r); err != nil {
		return err
	}
	var withdrawn error
	select {
	case <-r.done:
		return r.err
	case <-ctx.Done():
		withdrawn = ctx.Err()
	case <-w.stopped:
		withdrawn = ErrClosed
	}
	if r.take() {
		return withdrawn
	}
	<-r.done // too late: it is being done
	return r.err
}

// Post hands a request to the writer. It waits only for space in the queue.
func (w *Writer) Post(ctx context.Context, r *Request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.done = make(chan struct{})
	select {
	case <-w.closing:
		return ErrClosed
	default:
	}
	select {
	case w.queue <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-w.closing:
		return ErrClosed
	}
}

// Stop lets the writer finish its queue and waits for it.
func (w *Writer) Stop() {
	close(w.closing)
	<-w.stopped
}

func (w *Writer) run() {
	defer close(w.stopped)
	for {
		select {
		case r := <-w.queue:
			w.serve(r)
		case do := <-w.between:
			do()
		case <-w.closing:
			for r := w.next(); r != nil; r = w.next() {
				w.serve(r)
			}
			return
		}
	}
}

// serve commits a request and those waiting behind it, and answers them all.
func (w *Writer) serve(first *Request) {
	var batch []*Request
	began := time.Now()
	more := first // what is done after the batch as it is
	do := func() error {
		for _, r := range batch { // when it is done again
			if err := w.try(r); err != nil {
				return err
			}
		}
		for r := more; r != nil; r = w.next() {
			if more = nil; !r.take() {
				continue
			}
			batch = append(batch, r)
			if err := w.try(r); err != nil {
				return err
			}
			if len(batch) == batchSize {
				break
			}
		}
		return nil
	}
	err := w.transact(do)
	for tries := 1; err != nil && tries < mostTries && w.line.Again(err); tries++ {
		err = w.transact(do)
	}
	w.measures.note(len(batch), began)
	w.line.Ended()
	if len(batch) == 0 && first.take() { // not even begun
		batch = append(batch, first)
	}
	for _, r := range batch {
		if err != nil {
			r.err = Unavailable(err)
		}
		close(r.done)
	}
}

// next returns the next waiting request, or nil.
func (w *Writer) next() *Request {
	select {
	case r := <-w.queue:
		return r
	default:
		return nil
	}
}

// Between runs do between two transactions and waits for it, unless the writer stops.
func (w *Writer) Between(do func()) {
	done := make(chan struct{})
	select {
	case w.between <- func() { do(); close(done) }:
		<-done
	case <-w.closing:
	}
}

// transact runs do within a transaction: all of it is on the disk, or nothing.
func (w *Writer) transact(do func() error) error {
	if err := w.line.Healthy(); err != nil {
		return err
	}
	if err := w.line.Begin(); err != nil {
		return err
	}
	err := do()
	if err == nil {
		err = w.line.Commit()
	}
	if err != nil {
		w.line.Rollback()
		return err
	}
	return w.line.Healthy()
}

// try runs a request and stores its error in it. It returns an error only when the whole
// transaction is lost.
func (w *Writer) try(r *Request) error {
	if r.Plain && w.undoes {
		r.err = r.Do(w.line.Tx())
	} else if err := w.isolated(r); err != nil {
		return err
	}
	if errors.Is(r.err, data.ErrUnavailable) {
		return r.err
	}
	return nil
}

func (w *Writer) isolated(r *Request) error {
	t := w.line.Tx()
	if _, err := t.Exec(`SAVEPOINT request`); err != nil {
		return err
	}
	if r.err = r.Do(t); r.err == nil {
		r.err = t.Settle()
	}
	if errors.Is(r.err, data.ErrUnavailable) {
		return r.err // the database may have rolled back on its own
	}
	if r.err != nil {
		t.Forget()
		if _, err := t.Exec(`ROLLBACK TO request`); err != nil {
			return err
		}
	}
	return t.Later(`RELEASE request`)
}
