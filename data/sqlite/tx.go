package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
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
	return s.full.transact(ctx, do)
}

// within runs a read with a time limit.
func within(ctx context.Context, limit time.Duration, on *readers, do func(tx) error) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := on.transact(limited, do)
	if limited.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return unavailable(fmt.Errorf("it was not read within %v", limit))
	}
	return err
}

// statements is a connection with the statements that it has prepared: the same few all the time. A
// query must not be run again while its rows are being read. Not safe for concurrent use.
type statements struct {
	conn  *sql.Conn
	known map[string]*sql.Stmt
}

// mostStatements is how many a connection keeps. Some reads put numbers into their text; when there
// is no room left all are closed, and those in use are soon prepared again.
const mostStatements = 200

func (s *statements) get(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := s.known[query]; ok {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(s.known) >= mostStatements {
		if err := s.forget(); err != nil {
			return nil, errors.Join(err, stmt.Close())
		}
	}
	if s.known == nil {
		s.known = map[string]*sql.Stmt{}
	}
	s.known[query] = stmt
	return stmt, nil
}

// forget closes all statements.
func (s *statements) forget() error {
	var errs []error
	for _, stmt := range s.known {
		errs = append(errs, stmt.Close())
	}
	s.known = nil
	return errors.Join(errs...)
}

// close closes the statements, then the connection, if it is open: SQLite does not close a
// connection that has a statement left, and its log stays.
func (s *statements) close() error {
	if s.conn == nil {
		return nil
	}
	err := errors.Join(s.forget(), s.conn.Close())
	s.conn = nil
	return err
}

// discard closes the connection for good: nobody knows what state it is in.
func (s *statements) discard() {
	_ = s.forget()
	_ = s.conn.Raw(func(any) error { return driver.ErrBadConn })
	s.conn = nil
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
