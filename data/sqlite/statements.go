package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
)

// statements is a connection with the statements that it has prepared: the same few all the time. A
// query must not be run again while its rows are being read. Not safe for concurrent use.
type statements struct {
	conn  *sql.Conn
	known map[string]*sql.Stmt
}

// mostStatements is how many a connection keeps. The texts of a few statements vary, such as with the number of
// departed players whose heir somebody is. When there is no room left all are closed, and those in use are soon
// prepared again.
const mostStatements = 200

// steady keeps SQLite from preparing a statement again whenever its limit is bound: it plans for the limit's value, if
// that is a parameter and not an expression.
var steady = strings.NewReplacer(`LIMIT ?`, `LIMIT +?`)

func (s *statements) get(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := s.known[query]; ok {
		return stmt, nil
	}
	stmt, err := s.conn.PrepareContext(ctx, steady.Replace(query))
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

// discard closes the connection for good, if it is open: its state is unknown.
func (s *statements) discard() {
	if s.conn == nil {
		return
	}
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
