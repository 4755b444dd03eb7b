package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"noir/data"
)

const (
	queueSize = 1024 // requests that may wait for the writer; further callers wait for space
	batchSize = 256  // requests that may share one commit
)

var errClosed = fmt.Errorf("%w: it is closed", data.ErrUnavailable)

// writer is the one goroutine that changes the database. Requests that wait while it commits share
// its next transaction, so that many callers cost one sync of the disk.
type writer struct {
	conn     *sql.Conn
	journal  *journal              // of the filesystem under conn's file
	lost     atomic.Pointer[error] // why the journal was aborted: the last commit may be gone
	prepared *statements           // of conn
	tx       tx                    // on prepared; the goroutine's alone

	figures figures
	pages   int // written to the log since the last signal on long; the goroutine's alone

	queue   chan *request
	between chan func()   // run between two transactions
	long    chan struct{} // signalled when the log has become long; size 1
	closing chan struct{} // closed by stop
	stopped chan struct{} // closed when the goroutine has ended
}

// request is one caller's change. It fails alone: its changes are undone, and the others of its
// transaction stand.
type request struct {
	do    func(tx) error
	plain bool        // do is one statement or reads only: it undoes itself when it fails
	taken atomic.Bool // by the writer, to do it, or by its caller, to withdraw it
	err   error       // to be read once done is closed
	done  chan struct{}
}

func (r *request) take() bool { return r.taken.CompareAndSwap(false, true) }

func startWriter(conn *sql.Conn, under *journal) *writer {
	prepared := &statements{conn: conn}
	w := &writer{
		conn:     conn,
		journal:  under,
		prepared: prepared,
		tx:       tx{background, prepared},
		figures:  newFigures(),
		queue:    make(chan *request, queueSize),
		between:  make(chan func()),
		long:     make(chan struct{}, 1),
		closing:  make(chan struct{}),
		stopped:  make(chan struct{}),
	}
	go w.run()
	return w
}

// write makes a change and waits until it is on the disk. ctx's error means that the change was not
// made.
func (w *writer) write(ctx context.Context, do func(tx) error) error {
	return w.submit(ctx, &request{do: do})
}

// submit hands a request to the writer and waits for it.
func (w *writer) submit(ctx context.Context, r *request) error {
	if err := w.post(ctx, r); err != nil {
		return err
	}
	var withdrawn error
	select {
	case <-r.done:
		return r.err
	case <-ctx.Done():
		withdrawn = ctx.Err()
	case <-w.stopped:
		withdrawn = errClosed
	}
	if r.take() {
		return withdrawn
	}
	<-r.done // too late: it is being done
	return r.err
}

// post hands a request to the writer. It waits only for space in the queue.
func (w *writer) post(ctx context.Context, r *request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.done = make(chan struct{})
	select {
	case <-w.closing:
		return errClosed
	default:
	}
	select {
	case w.queue <- r:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-w.closing:
		return errClosed
	}
}

// stop lets the writer finish its queue and waits for it.
func (w *writer) stop() error {
	close(w.closing)
	<-w.stopped
	return errors.Join(w.prepared.close(), w.journal.close())
}

func (w *writer) run() {
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
func (w *writer) serve(first *request) {
	var batch []*request
	began := time.Now()
	err := w.transact(func() error {
		for r := first; r != nil; r = w.next() {
			if !r.take() {
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
	})
	w.figures.served(len(batch), began)
	w.logged()
	if len(batch) == 0 && first.take() { // not even begun
		batch = append(batch, first)
	}
	for _, r := range batch {
		if err != nil {
			r.err = unavailable(err)
		}
		close(r.done)
	}
}

// next returns the next waiting request, or nil.
func (w *writer) next() *request {
	select {
	case r := <-w.queue:
		return r
	default:
		return nil
	}
}

// transact runs do within a transaction: all of it is on the disk, or nothing. Once the filesystem
// has lost its journal, nothing is written: the file may look different after a restart
// (database.trusted).
func (w *writer) transact(do func() error) error {
	if err := w.broken(); err != nil {
		return err
	}
	if _, err := w.tx.exec(`BEGIN IMMEDIATE`); err != nil { // database/sql would start a goroutine to watch it
		return err
	}
	err := do()
	if err == nil {
		_, err = w.tx.exec(`COMMIT`)
	}
	if err != nil {
		_, _ = w.tx.exec(`ROLLBACK`) // which SQLite may have done by itself
		return err
	}
	if err := w.journal.lost(); err != nil {
		w.lost.Store(&err)
	}
	return w.broken()
}

// broken returns why nothing is written any more, or nil.
func (w *writer) broken() error {
	if err := w.lost.Load(); err != nil {
		return *err
	}
	return nil
}

// try runs a request and stores its error in it. It returns an error only when the whole
// transaction is lost.
func (w *writer) try(r *request) error {
	if r.plain {
		r.err = r.do(w.tx)
	} else if err := w.isolated(r); err != nil {
		return err
	}
	if errors.Is(r.err, data.ErrUnavailable) {
		return r.err
	}
	return nil
}

func (w *writer) isolated(r *request) error {
	if _, err := w.tx.exec(`SAVEPOINT request`); err != nil {
		return err
	}
	r.err = r.do(w.tx)
	if errors.Is(r.err, data.ErrUnavailable) {
		return r.err // SQLite may have rolled back on its own
	}
	if r.err != nil {
		if _, err := w.tx.exec(`ROLLBACK TO request`); err != nil {
			return err
		}
	}
	_, err := w.tx.exec(`RELEASE request`)
	return err
}
