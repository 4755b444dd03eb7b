package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"sync"

	"noir/data/relational"
)

// readers are connections that only read. Each keeps the statements that it has prepared: parsing a
// query for a page takes several times as long as running it. Safe for any number of goroutines.
type readers struct {
	pool  *sql.DB
	turns chan struct{} // one for each read under way; its capacity is how many there may be

	// brief says that all queries are short, so that none needs to be interrupted. database/sql and the driver would
	// each start a goroutine that watches the query's context.
	brief bool

	mu     sync.Mutex
	idle   []*statements // open; the last has read last, and reads next: the others have prepared fewer statements
	closed bool
}

// openReaders prepares n reading connections to the file. It opens none yet.
func openReaders(path string, n int, brief bool) (*readers, error) {
	pool, err := connect(path, url.Values{"_query_only": {"1"}})
	if err != nil {
		return nil, err
	}
	return newReaders(pool, n, brief), nil
}

func newReaders(pool *sql.DB, n int, brief bool) *readers {
	return &readers{pool: pool, brief: brief, turns: make(chan struct{}, n)}
}

// transact runs do within a transaction, on a connection that it waits for until ctx ends.
func (r *readers) transact(ctx context.Context, do func(tx) error) error {
	return r.lend(ctx, func(on *statements) error {
		if _, err := on.ExecContext(background, `BEGIN`); err != nil {
			on.discard()
			return unreadable(ctx, err)
		}
		defer func() { // also after a panic, otherwise the next reader would see the old state
			if _, err := on.ExecContext(background, `ROLLBACK`); err != nil { // there is nothing to commit
				on.discard() // the next read opens another
			}
		}()
		return do(r.queries(ctx, on))
	})
}

// ask runs do, which makes a single query, without a transaction.
func (r *readers) ask(ctx context.Context, do func(tx) error) error {
	return r.lend(ctx, func(on *statements) error { return do(r.queries(ctx, on)) })
}

// queries makes a transaction of a connection's statements.
func (r *readers) queries(ctx context.Context, on *statements) tx {
	if r.brief {
		ctx = background
	}
	return readOn(ctx, on)
}

// lend gives do a connection that it waits for until ctx ends.
func (r *readers) lend(ctx context.Context, do func(*statements) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case r.turns <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-r.turns }()
	on, err := r.take()
	if err != nil {
		return err
	}
	defer r.put(on)
	if on.conn == nil {
		if on.conn, err = r.pool.Conn(ctx); err != nil {
			return unreadable(ctx, err)
		}
	}
	return do(on)
}

// take returns an idle connection, or one that is not open yet.
func (r *readers) take() (*statements, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, relational.ErrClosed
	}
	last := len(r.idle) - 1
	if last < 0 {
		return &statements{}, nil
	}
	on := r.idle[last]
	r.idle = r.idle[:last]
	return on, nil
}

// put takes a connection back, and closes it if the others are closed already.
func (r *readers) put(on *statements) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		_ = on.close()
	case on.conn != nil: // it has not been discarded
		r.idle = append(r.idle, on)
	}
}

// close closes the connections: idle ones now, the others once what they read has been read.
func (r *readers) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	var errs []error
	for _, on := range r.idle {
		errs = append(errs, on.close())
	}
	r.idle = nil
	return errors.Join(append(errs, r.pool.Close())...)
}
