package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"sync/atomic"

	"noir/data/relational"
)

// readers are connections that only read. Each keeps the statements that it has prepared: parsing a
// query for a page takes several times as long as running it. Safe for any number of goroutines.
type readers struct {
	pool   *sql.DB
	idle   chan *statements // a reader's connection is nil until it first reads; as many as may be open
	closed atomic.Bool
}

// openReaders prepares n reading connections to the file. It opens none yet.
func openReaders(path string, n int) (*readers, error) {
	pool, err := connect(path, url.Values{"_query_only": {"1"}})
	if err != nil {
		return nil, err
	}
	return newReaders(pool, n), nil
}

func newReaders(pool *sql.DB, n int) *readers {
	r := &readers{pool: pool, idle: make(chan *statements, n)}
	for range n {
		r.idle <- &statements{}
	}
	return r
}

// transact runs do within a transaction, on a connection that it waits for until ctx ends.
func (r *readers) transact(ctx context.Context, do func(tx) error) error {
	var on *statements
	select {
	case on = <-r.idle:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer r.put(on)
	if err := r.begin(ctx, on); err != nil {
		on.discard()
		return outward(ctx, err)
	}
	err := do(txOn(ctx, on))
	if _, failed := on.ExecContext(background, `ROLLBACK`); failed != nil { // there is nothing to commit
		on.discard() // the next read opens another
	}
	return err
}

// begin begins a transaction. database/sql would start a goroutine to watch one of its own. It takes
// no lock, so it is not interrupted: nobody could tell whether it had begun.
func (r *readers) begin(ctx context.Context, on *statements) (err error) {
	if r.closed.Load() {
		return relational.ErrClosed
	}
	if on.conn == nil {
		if on.conn, err = r.pool.Conn(ctx); err != nil {
			return err
		}
	}
	_, err = on.ExecContext(background, `BEGIN`)
	return err
}

// put takes a connection back, and closes it if the others are closed already.
func (r *readers) put(on *statements) {
	r.idle <- on
	if r.closed.Load() {
		_ = r.drain()
	}
}

// close closes the connections: idle ones now, the others once what they read has been read.
func (r *readers) close() error {
	r.closed.Store(true)
	return errors.Join(r.drain(), r.pool.Close())
}

// drain closes the idle connections. They stay in the channel's place as closed ones.
func (r *readers) drain() error {
	var errs []error
	var drained []*statements
	for {
		select {
		case on := <-r.idle:
			errs = append(errs, on.close())
			drained = append(drained, on)
			continue
		default:
		}
		break
	}
	for _, on := range drained {
		r.idle <- on
	}
	return errors.Join(errs...)
}
