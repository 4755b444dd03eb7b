package relational_test

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"sync"
	"testing"

	"noir/data"
	"noir/data/datatest"
	"noir/data/relational"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
)

func TestMain(m *testing.M) {
	sqlitetest.OffDisk()
	m.Run()
}

// TestFailingStatementsAreTold runs the suites of stores while every statement fails the first times
// that it is run. What a transaction does must then fail, and is done again, up to the next
// statement: so none goes on with what it has not read, or says that it has written what it has not.
// When all have been run it is undone and done once more, also where it refuses what is asked: so none adds to what it
// has found before, or forgets what it was asked.
func TestFailingStatementsAreTold(t *testing.T) {
	if err := flag.Set("rapid.checks", "2"); err != nil { // few games are enough for each statement to fail
		t.Fatal(err)
	}
	tried := &tries{of: map[string]int{}}
	open := func(t *testing.T, dir string) datatest.Store {
		s := sqlitetest.Open(t, dir)
		return failingStore{file{s}, relational.NewStore(failing{s.Database(), t, tried})}
	}
	t.Run("store", func(t *testing.T) { datatest.Run(t, open) })
	t.Run("office", func(t *testing.T) { datatest.RunOffice(t, open) })
	if len(tried.of) < 200 {
		t.Errorf("%d statements have failed", len(tried.of))
	}
}

// failingStore is a store in an SQLite file by way of failing.
type failingStore struct {
	file
	*relational.Store
}

type file struct{ *sqlite.Store }

// failing is a database in which every statement fails mostTries times.
type failing struct {
	relational.Database
	t     *testing.T
	tried *tries
}

const mostTries = 2

// tries counts how often each statement has failed.
type tries struct {
	mu sync.Mutex
	of map[string]int
}

func (t *tries) next(query string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.of[query]++
	return t.of[query] <= mostTries
}

func (f failing) Read(ctx context.Context, do func(relational.Tx) error) error {
	return f.again(ctx, f.Database.Read, do)
}

func (f failing) Ask(ctx context.Context, do func(relational.Tx) error) error {
	return f.again(ctx, f.Database.Ask, do)
}

func (f failing) Browse(ctx context.Context, do func(relational.Tx) error) error {
	return f.again(ctx, f.Database.Browse, do)
}

func (f failing) Study(ctx context.Context, do func(relational.Tx) error) error {
	return f.again(ctx, f.Database.Study, do)
}

func (f failing) Write(ctx context.Context, do func(relational.Tx) error) error {
	return f.again(ctx, f.Database.Write, do)
}

func (f failing) WriteBeside(ctx context.Context, do func(relational.Tx) error) error {
	return f.again(ctx, f.Database.WriteBeside, do)
}

// Append is in one commit with others, and fails with them.
func (f failing) Append(ctx context.Context, id data.MatchID, entries []data.Entry) error {
	for {
		if err := f.Database.Append(ctx, id, entries); !errors.Is(err, errBroken) {
			return err
		}
	}
}

// again runs a transaction until none of its statements has failed, and then once more. None is done of the earlier ones.
func (f failing) again(ctx context.Context, transact func(context.Context, func(relational.Tx) error) error, do func(relational.Tx) error) error {
	f.t.Helper()
	for done := false; ; {
		var on *broken
		err := transact(ctx, func(t relational.Tx) error {
			err := do(t.Over(func(statements relational.Statements) relational.Statements {
				on = &broken{Statements: statements, tried: f.tried}
				return on
			}))
			switch {
			case on.query != "" && err == nil:
				f.t.Errorf("this has failed, and nobody has been told: %s", on.query)
				return errBroken
			case on.query == "" && !done:
				done = true
				return errBroken
			}
			return err
		})
		if (on == nil || on.query == "") && !errors.Is(err, errBroken) {
			return err
		}
	}
}

var errBroken = errors.New("broken")

// broken fails once, at a statement that has not failed often enough.
type broken struct {
	relational.Statements
	tried *tries
	query string // that failed
}

func (b *broken) fails(query string) bool {
	if b.query == "" && b.tried.next(query) {
		b.query = query
		return true
	}
	return false
}

func (b *broken) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if b.fails(query) {
		return nil, errBroken
	}
	return b.Statements.ExecContext(ctx, query, args...)
}

func (b *broken) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if b.fails(query) {
		return nil, errBroken
	}
	return b.Statements.QueryContext(ctx, query, args...)
}
