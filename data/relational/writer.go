package relational

import (
	"context"
	"errors"
	"fmt"
	"time"

	"noir/data"
)

const (
	QueueSize = 1024 // requests that may wait for the writer; further callers wait for space
	batchSize = 256  // requests that may share one commit
	MostTries = 5    // of a transaction that may be done again
)

// A transaction takes further requests for BatchTime. Without that bound, whoever waits for the end of a game in a burst
// of openings would wait until the last table has opened. A request that has waited for LongWait still joins: under
// overload, fewer commits help everybody.
const (
	BatchTime = 5 * time.Millisecond
	LongWait  = 100 * time.Millisecond
)

// GiveWay waits a moment before what has ended a deadlock is tried once more, longer each time. Otherwise it might have the
// locks again before the other, which waited for them, gets to run.
func GiveWay(tries int) { time.Sleep(time.Duration(tries) * 50 * time.Millisecond) }

// ErrClosed is what a closed store answers.
var ErrClosed = fmt.Errorf("%w: the store is closed", data.ErrUnavailable)

// Line is the connection on which a Writer makes changes. Only the writer's goroutine uses it.
type Line interface {
	Begin(beside bool) (alone bool, err error) // beside: it may run next to others that begin so; alone: no other one is under way
	Commit() error
	Rollback()
	Tx() Tx // for statements between Begin and Commit

	// Healthy returns why nothing may be written any more, or nil. It is asked before a transaction and after it: after
	// a failure the commit is acknowledged to nobody.
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
	undoes   bool // a statement that fails undoes only itself
	measures measures

	Queue[*Request]
	between chan func() // run between two transactions
	late    *Request    // taken from the queue for the next transaction: this one is not alone
}

// Request is one caller's change. It fails alone: its changes are undone, and the others of its
// transaction stand.
type Request struct {
	Pending
	Do     func(Tx) error
	Beside bool // Database.WriteBeside
	Plain  bool // Do is one statement or only reads, so that it needs no savepoint where a failed statement undoes only itself
}

// StartWriter starts a writer. undoes says that in this database a failed statement undoes only itself, so that plain
// requests need no savepoint.
func StartWriter(line Line, undoes bool) *Writer {
	w := &Writer{
		line:     line,
		undoes:   undoes,
		measures: newMeasures(),
		Queue:    NewQueue[*Request](QueueSize),
		between:  make(chan func()),
	}
	go w.run()
	return w
}

// Write makes a change and waits until it is on the disk. ctx's error means that the change was not
// made.
func (w *Writer) Write(ctx context.Context, do func(Tx) error) error {
	return w.Submit(ctx, &Request{Do: do})
}

// WriteBeside is Database.WriteBeside.
func (w *Writer) WriteBeside(ctx context.Context, do func(Tx) error) error {
	return w.Submit(ctx, &Request{Do: do, Beside: true})
}

// next returns the next request that waits; nil when there is none.
func (w *Writer) next() (r *Request) {
	if r, w.late = w.late, nil; r == nil {
		r, _ = w.Next()
	}
	return r
}

func (w *Writer) run() {
	defer close(w.Stopped)
	for {
		if w.late != nil {
			w.serve(w.next())
			continue
		}
		select {
		case r := <-w.Waiting:
			w.serve(r)
		case do := <-w.between:
			do()
		case <-w.Closing:
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
	more := first // the request to do after the present batch
	do := func(alone bool) error {
		since := time.Now()
		for _, r := range batch { // when it is done again
			if err := w.try(r); err != nil {
				return err
			}
		}
		for r := more; r != nil; r = w.next() {
			more = nil
			if !alone && !r.Beside || len(batch) > 0 && time.Since(since) > BatchTime && time.Since(r.since) < LongWait {
				w.late = r
				break
			}
			if !r.Take() {
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
	err := w.transact(first.Beside, do)
	for tries := 1; err != nil && tries < MostTries && w.line.Again(err); tries++ {
		GiveWay(tries)
		err = w.transact(first.Beside, do)
	}
	w.measures.note(len(batch), began)
	w.line.Ended()
	if len(batch) == 0 && first.Take() { // not even begun
		batch = append(batch, first)
	}
	for _, r := range batch {
		if err != nil {
			r.err = Unavailable(err)
		}
		r.Done()
	}
}

// Between runs do between two transactions and waits for it, unless the writer stops.
func (w *Writer) Between(do func()) {
	done := make(chan struct{})
	select {
	case w.between <- func() { do(); close(done) }:
		<-done
	case <-w.Closing:
	}
}

// transact runs do within a transaction: all of it is on the disk, or nothing.
func (w *Writer) transact(beside bool, do func(alone bool) error) error {
	if err := w.line.Healthy(); err != nil {
		return err
	}
	alone, err := w.line.Begin(beside)
	if err != nil {
		return err
	}
	err = do(alone)
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
	t.Mark()
	if err := t.Later(`SAVEPOINT request`); err != nil {
		return err
	}
	if r.err = r.Do(t); r.err == nil {
		r.err = t.Settle()
	}
	if errors.Is(r.err, data.ErrUnavailable) {
		return r.err // the database may have rolled back on its own
	}
	if r.err != nil {
		if t.Forget() {
			return nil // with its savepoint
		}
		if _, err := t.Exec(`ROLLBACK TO request`); err != nil {
			return err
		}
	}
	return t.Later(`RELEASE request`)
}
