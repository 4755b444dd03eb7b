package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"noir/data/relational"
	"noir/internal/disk"
)

// Read calls do with everything that the store in a directory holds, and keeps servers from it meanwhile
// (ErrLocked). Nothing in it changes.
func Read(ctx context.Context, dir string, do func(relational.Source) error) error {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("no store in %s: %w", dir, err)
	}
	lock, err := lockDir(dir)
	if err != nil {
		return err
	}
	s, err := open(path, relational.Schema.Current)
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), lock.release())
	}
	err = s.all(ctx, do)
	return errors.Join(err, s.Close(), lock.release())
}

// all calls do with everything that a store holds, as of one moment.
func (s *Store) all(ctx context.Context, do func(relational.Source) error) error {
	db, err := connect(s.db.path, url.Values{"_query_only": {"1"}})
	if err != nil {
		return err
	}
	defer db.Close()
	return onOne(ctx, db, func(on *sql.Conn) error {
		if _, err := on.ExecContext(ctx, `BEGIN`); err != nil {
			return unreadable(ctx, err)
		}
		defer on.ExecContext(background, `ROLLBACK`) // there is nothing to commit
		from, err := readTables(ctx, on)
		if err != nil {
			return err
		}
		return do(from)
	})
}

// onOne calls do with a connection.
func onOne(ctx context.Context, db *sql.DB, do func(*sql.Conn) error) error {
	on, err := db.Conn(ctx)
	if err != nil {
		return unreadable(ctx, err)
	}
	return errors.Join(do(on), on.Close())
}

// unfinished is the content of the store's file while Make works: it is no valid store, so that no server starts.
const unfinished = "A copy into this directory has not ended. Remove this file and those that begin with its name, and begin anew.\n"

// Make makes a store in a directory that has none, which is made if it is not there. fill puts
// everything into it in one transaction, prove looks whether it is right. Only when both have succeeded the store is
// there and on the disk. fs.ErrExist when the directory has a store, ErrLocked when a server runs on it.
func Make(ctx context.Context, dir string, fill func(relational.Target) error, prove func(*Store, relational.Source) error) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, FileName)
	if err := disk.WriteNew(path, []byte(unfinished)); err != nil {
		return errors.Join(err, lock.release())
	}
	part := path + ".part"
	err = removeStore(part)
	if err == nil {
		err = makeFile(part)
	}
	if err == nil {
		err = made(ctx, part, fill, prove)
	}
	if err == nil {
		err = errors.Join(settle(ctx, part), disk.Give(part), disk.Sync(part))
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		return errors.Join(err, removeStore(part), remove(path), lock.release())
	}
	return errors.Join(disk.Sync(dir), lock.release())
}

// made fills the store in an empty file, and proves it.
func made(ctx context.Context, path string, fill func(relational.Target) error, prove func(*Store, relational.Source) error) error {
	s, err := open(path, relational.Schema.Migrate)
	if err != nil {
		return err
	}
	db, err := connect(path, url.Values{"_pragma": {"foreign_keys(1)"}})
	if err != nil {
		return errors.Join(err, s.Close())
	}
	err = onOne(ctx, db, func(on *sql.Conn) error { return filled(ctx, on, fill) })
	err = errors.Join(err, db.Close())
	if err == nil {
		err = s.all(ctx, func(rows relational.Source) error { return prove(s, rows) })
	}
	return errors.Join(err, s.Close())
}

// filled fills a store in one transaction, in which it has no triggers.
func filled(ctx context.Context, on *sql.Conn, fill func(relational.Target) error) error {
	t := txOn(ctx, on)
	for _, begin := range []string{`BEGIN IMMEDIATE`, `PRAGMA defer_foreign_keys = 1`} {
		if _, err := t.Exec(begin); err != nil {
			return err
		}
	}
	err := func() error {
		to, err := readTables(ctx, on)
		if err != nil {
			return err
		}
		triggers, err := texts(t, `SELECT sql FROM sqlite_schema WHERE type = 'trigger'`)
		if err != nil {
			return err
		}
		names, err := texts(t, `SELECT name FROM sqlite_schema WHERE type = 'trigger'`)
		for _, name := range names {
			if err == nil {
				_, err = t.Exec(`DROP TRIGGER ` + quoted(name))
			}
		}
		if err == nil {
			err = fill(to)
		}
		for _, trigger := range triggers {
			if err == nil {
				_, err = t.Exec(trigger)
			}
		}
		return err
	}()
	if err == nil {
		_, err = t.Exec(`COMMIT`)
	}
	if err != nil {
		_, _ = on.ExecContext(background, `ROLLBACK`)
	}
	return err
}
