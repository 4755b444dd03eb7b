package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"noir/data"
)

// background is for work that must not be cancelled.
var background = context.Background()

// tx is an open transaction: its statements see one state of the data. It is valid only within the
// call that it was made for.
type tx struct {
	ctx context.Context
	on  interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	}
}

// exec returns how many rows it changed.
func (t tx) exec(query string, args ...any) (int64, error) {
	res, err := t.on.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, outward(t.ctx, err)
	}
	return res.RowsAffected()
}

// row reads the only row. data.ErrNotFound.
func (t tx) row(query string, args []any, into ...any) error {
	found := false
	err := t.rows(query, args, func(read scan) error {
		found = true
		return read(into...)
	})
	if err == nil && !found {
		return data.ErrNotFound
	}
	return err
}

// rows calls each for every row.
func (t tx) rows(query string, args []any, each func(read scan) error) error {
	rows, err := t.on.QueryContext(t.ctx, query, args...)
	if err != nil {
		return outward(t.ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return outward(t.ctx, rows.Err())
}

// scan reads one row into the given places.
type scan = func(into ...any) error

// read runs a read-only transaction: all its queries see one state of the data. It is for what
// sessions and tables wait for, and must be short. data.ErrUnavailable after readTime.
func (s *database) read(ctx context.Context, do func(tx) error) error {
	return within(ctx, readTime, s.live, do)
}

// browse is read for past matches.
func (s *database) browse(ctx context.Context, do func(tx) error) error {
	return within(ctx, readTime, s.past, do)
}

// study is read for what reads everything. It has no time limit.
func (s *database) study(ctx context.Context, do func(tx) error) error {
	return transact(ctx, s.full, do)
}

// within runs a read with a time limit.
func within(ctx context.Context, limit time.Duration, pool *sql.DB, do func(tx) error) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := transact(limited, pool, do)
	if limited.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return unavailable(fmt.Errorf("it was not read within %v", limit))
	}
	return err
}

func transact(ctx context.Context, pool *sql.DB, do func(tx) error) error {
	on, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return outward(ctx, err)
	}
	defer on.Rollback() // there is nothing to commit
	return do(tx{ctx, on})
}

// statements caches prepared statements: the writer uses the same few all the time. Only constant
// SQL may be given to it. It is not safe for concurrent use.
type statements struct {
	conn  *sql.Conn
	known map[string]*sql.Stmt
}

func (s *statements) get(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := s.known[query]; ok {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	s.known[query] = stmt
	return stmt, nil
}

// close closes all statements: SQLite does not close a connection that has one left, and its log
// stays.
func (s *statements) close() error {
	var errs []error
	for _, stmt := range s.known {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(errs...)
}

func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := s.get(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.get(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}
