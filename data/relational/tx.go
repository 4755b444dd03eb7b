package relational

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

// Statements runs statements; *sql.Tx and *sql.Conn do. Its errors are the driver's.
type Statements interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Gathering is implemented by Statements that can send several statements together. The next statement of another kind
// comes after them.
type Gathering interface {
	Gather(query string, args []any, each func(Scan) error) // each is called for every row; nil: nobody reads one
	Send(ctx context.Context) error                         // what has been gathered; after an error nothing is left to be sent
	Forget() (all bool)                                     // drops what has been gathered; all reports that nothing was sent since Mark
	Mark()
}

// Holding is implemented by Statements on a database that several nodes change at once. A transaction holds something
// until it ends; other changes that hold the same wait. The hold takes effect before the next statement, which sees
// what it has waited for.
type Holding interface {
	HoldPlayers(players ...data.PlayerID)
	HoldMatch(id data.MatchID) // its players, or the players who have their games now, and its tournament
	HoldNames()                // which nobody may take meanwhile
}

// Tx is an open transaction: its statements see one state of the data. It is valid only within the
// call that it was made for.
type Tx struct {
	ctx     context.Context
	on      Statements
	outward func(context.Context, error) error // turns the driver's errors into those of package data
}

// NewTx makes a Tx of the statements of a transaction.
func NewTx(ctx context.Context, on Statements, outward func(context.Context, error) error) Tx {
	return Tx{ctx, on, outward}
}

// Exec returns how many rows it changed.
func (t Tx) Exec(query string, args ...any) (int64, error) {
	res, err := t.on.ExecContext(t.ctx, query, args...)
	if err != nil {
		return 0, t.outward(t.ctx, err)
	}
	return res.RowsAffected()
}

// Later executes a statement some time before the next one of another kind, or Settle, which then may
// return its error.
func (t Tx) Later(query string, args ...any) error {
	if g, ok := t.on.(Gathering); ok {
		g.Gather(query, args, nil)
		return nil
	}
	_, err := t.Exec(query, args...)
	return err
}

// RowsLater calls each for every row some time before the next statement of another kind, or Settle, which then may
// return its error.
func (t Tx) RowsLater(query string, args []any, each func(read Scan) error) error {
	if g, ok := t.on.(Gathering); ok {
		g.Gather(query, args, each)
		return nil
	}
	return t.Rows(query, args, each)
}

// Settle executes what Later has left to do.
func (t Tx) Settle() error {
	if g, ok := t.on.(Gathering); ok {
		return t.outward(t.ctx, g.Send(t.ctx))
	}
	return nil
}

// HoldPlayers holds what is decided about players, where nodes change a database at once.
func (t Tx) HoldPlayers(players ...data.PlayerID) {
	if h, ok := t.on.(Holding); ok {
		h.HoldPlayers(players...)
	}
}

// HoldMatch is HoldPlayers for those of a match, and holds its tournament's order.
func (t Tx) HoldMatch(id data.MatchID) {
	if h, ok := t.on.(Holding); ok {
		h.HoldMatch(id)
	}
}

// HoldNames keeps new players, who take names and keys, waiting for each other, where nodes change a database at once.
func (t Tx) HoldNames() {
	if h, ok := t.on.(Holding); ok {
		h.HoldNames()
	}
}

// Forget leaves undone what Later has left to do. It reports whether that is all since Mark.
func (t Tx) Forget() (all bool) {
	g, ok := t.on.(Gathering)
	return ok && g.Forget()
}

// Mark is for Forget.
func (t Tx) Mark() {
	if g, ok := t.on.(Gathering); ok {
		g.Mark()
	}
}

// Row reads the only row. data.ErrNotFound.
func (t Tx) Row(query string, args []any, into ...any) error {
	found := false
	err := t.Rows(query, args, func(read Scan) error {
		found = true
		return read(into...)
	})
	if err == nil && !found {
		return data.ErrNotFound
	}
	return err
}

// Rows calls each for every row.
func (t Tx) Rows(query string, args []any, each func(read Scan) error) error {
	rows, err := t.on.QueryContext(t.ctx, query, args...)
	if err != nil {
		return t.outward(t.ctx, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return t.outward(t.ctx, rows.Err())
}

// Scan reads one row into the given places.
type Scan = func(into ...any) error

// ReadTime is how long a read may take, including the wait for a connection.
const ReadTime = 5 * time.Second

// Within runs a transaction that reads, within a limit of time.
func Within(ctx context.Context, limit time.Duration, transact func(context.Context, func(Tx) error) error, do func(Tx) error) error {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := transact(limited, do)
	if limited.Err() != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return Unreadable(fmt.Errorf("no answer within %v", limit))
	}
	return err
}

// Unavailable makes data.ErrUnavailable of why a change cannot be made.
func Unavailable(cause error) error { return cannot("written to", cause) }

// Unreadable makes data.ErrUnavailable of why something cannot be read. Whether a change could be made is not known then,
// and no operator is told that it could not.
func Unreadable(cause error) error { return cannot("read", cause) }

func cannot(be string, cause error) error {
	if errors.Is(cause, data.ErrUnavailable) {
		return cause
	}
	return failure{be, cause}
}

// failure is data.ErrUnavailable to whoever plays, and tells an operator what the store cannot be, and why.
type failure struct {
	be    string
	cause error
}

func (f failure) Error() string   { return "the store cannot be " + f.be + ": " + f.cause.Error() }
func (f failure) Unwrap() []error { return []error{data.ErrUnavailable, f.cause} }

// unknown tells an operator what was not found.
func unknown(err error, format string, what any) error {
	if err == data.ErrNotFound {
		return fmt.Errorf("%w: "+format, err, what)
	}
	return err
}
