package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"noir/data"
	"noir/data/relational"
)

// filling is a table that a database has until everything was copied into it and verified.
const filling = "filling"

// ErrServed means that a server runs on a database that is to stand still.
var ErrServed = errors.New("a noir server runs on this database: stop it first")

// errFilling is why a database cannot be used.
var errFilling = errors.New("a migration into this database has not ended: make it anew, empty, and migrate again")

// ErrNotEmpty means that a database has tables already.
var ErrNotEmpty = errors.New("the database is not empty: make a new one")

// whole refuses a database whose migration has not been completed.
func whole(t tx) error {
	var begun bool
	err := t.Row(`SELECT to_regclass('`+filling+`') IS NOT NULL`, nil, &begun)
	if err == nil && begun {
		err = errFilling
	}
	return err
}

// Read calls do with everything that a database holds, as of one moment. Servers go on meanwhile.
func Read(ctx context.Context, url string, do func(relational.Source) error) error {
	s, err := Attach(ctx, url)
	if err != nil {
		return err
	}
	return errors.Join(s.Everything(ctx, do), s.Close())
}

// Everything calls do with everything that the store holds, as of one moment. Servers go on meanwhile.
func (s *Store) Everything(ctx context.Context, do func(relational.Source) error) error {
	return s.db.reading(s.db.past)(ctx, func(t tx) error { // the one connection for what reads everything is Check's
		from, err := readTables(t)
		if err != nil {
			return err
		}
		return do(from)
	})
}

// Idle returns ErrServed if a server runs on the database. It watches for as long as a server may be silent.
func Idle(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(background)
	beats := func() (sum int64, err error) {
		err = conn.QueryRow(ctx, `SELECT coalesce(sum(beat), 0)::bigint FROM beats`).Scan(&sum)
		return sum, err
	}
	before, err := beats()
	if err != nil || before == 0 {
		return err
	}
	select {
	case <-time.After(data.DeadAfter):
	case <-ctx.Done():
		return ctx.Err()
	}
	after, err := beats()
	if err == nil && after != before {
		err = ErrServed
	}
	return err
}

// Make makes the store of an empty database. fill puts everything into it in one transaction, prove looks whether it is
// right, and may write. Only when both have succeeded a server starts on it. ErrNotEmpty.
func Make(ctx context.Context, url string, fill func(relational.Target) error, prove func(*Store, relational.Source) error) error {
	if err := furnish(ctx, url); err != nil {
		return err
	}
	s, err := open(ctx, url, func(db *database) error { return current(db.own) })
	if err != nil {
		return err
	}
	err = s.fill(ctx, fill)
	if err == nil {
		err = s.Everything(ctx, func(rows relational.Source) error { return prove(s, rows) })
	}
	if err == nil {
		_, err = s.db.own.ExecContext(ctx, `DROP TABLE `+filling)
	}
	return errors.Join(err, s.Close())
}

// furnish makes the tables of a store in an empty database, and first the one that says that nothing is
// in them yet.
func furnish(ctx context.Context, url string) error {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	if err := check(ctx, db); err != nil {
		return err
	}
	var has bool
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`).Scan(&has)
	switch {
	case err != nil:
		return err
	case has:
		return errors.Join(ErrNotEmpty, whole(readOn(ctx, db)))
	}
	if _, err := db.ExecContext(ctx, `CREATE TABLE `+filling+` ()`); err != nil {
		return err
	}
	return migrate(db)
}

// fill fills the database in one transaction, in which its tables have no triggers.
func (s *Store) fill(ctx context.Context, fill func(relational.Target) error) error {
	conn, err := s.db.own.Conn(ctx)
	if err != nil {
		return outward(ctx, err)
	}
	defer conn.Close()
	change, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return outward(ctx, err)
	}
	defer change.Rollback() // there is nothing left to undo once it is committed
	t := txOn(ctx, change)
	to, err := readTables(t)
	if err != nil {
		return err
	}
	to.conn = conn
	for _, triggers := range []string{`DISABLE`, `ENABLE`} {
		for _, table := range to.all {
			if _, err := t.Exec(`ALTER TABLE ` + quoted(table.Name) + ` ` + triggers + ` TRIGGER USER`); err != nil {
				return err
			}
		}
		if triggers == `DISABLE` {
			if err := fill(to); err != nil {
				return err
			}
		}
	}
	if err := change.Commit(); err != nil {
		return outward(ctx, err)
	}
	_, err = s.db.own.ExecContext(ctx, `ANALYZE`)
	return err
}
