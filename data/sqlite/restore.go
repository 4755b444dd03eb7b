package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"noir/data/relational"
	"noir/internal/disk"
)

// Restore replaces the store in dir, on which no server may run (ErrLocked), by a copy of the one
// in the directory source, such as Backup made. The copy is checked, upgraded and on the disk
// before anything in dir is touched; after a crash dir has either store, whole. The old store stays
// next to the new one under the returned name, "" if there was no old store. by is the operator's
// name in the audit log of the restored store, which belongs to the owner of dir.
func Restore(ctx context.Context, by, dir, source string) (aside string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	path := filepath.Join(dir, FileName)
	part := path + ".restoring"
	source, err = filepath.Abs(filepath.Join(source, FileName))
	if err == nil {
		err = prepare(ctx, by, source, part)
	}
	if err != nil {
		return "", errors.Join(err, removeStore(part))
	}
	return replace(ctx, path, part)
}

// prepare makes a checked and upgraded copy of a store and notes where it is from.
func prepare(ctx context.Context, by, source, part string) error {
	if err := removeStore(part); err != nil {
		return err
	}
	if err := copyChecked(ctx, source, part); err != nil {
		return fmt.Errorf("%s cannot be restored: %w", source, err)
	}
	s, err := open(part, adopt)
	if err != nil {
		return fmt.Errorf("%s cannot be restored: %w", source, err)
	}
	if err := s.Check(ctx); err != nil {
		return errors.Join(fmt.Errorf("%s cannot be restored: %w", source, err), s.Close())
	}
	err = s.Note(ctx, by, "restore", source, nil)
	return errors.Join(err, s.Close(), settle(ctx, part), disk.Give(part), disk.Sync(part))
}

// copyChecked copies a sound database to a new file.
func copyChecked(ctx context.Context, source, part string) error {
	if _, err := os.Stat(source); err != nil {
		return err
	}
	if err := makeFile(part); err != nil {
		return err
	}
	db, err := connect(source, url.Values{})
	if err != nil {
		return err
	}
	defer db.Close()
	if err := checkPages(readOn(ctx, db)); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, part)
	return sound(err)
}

// adopt upgrades the schema of a store, and refuses a file that is no store.
func adopt(schema relational.Schema) error {
	if has, _, err := schema.GetVersions(background); err != nil || has == 0 {
		return errors.Join(errors.New("it is no store of noir"), err)
	}
	return schema.Migrate()
}

// replace puts one store in the place of another and keeps the other.
func replace(ctx context.Context, path, part string) (aside string, err error) {
	aside = path + ".before-restore-" + time.Now().UTC().Format("20060102T150405.000Z")
	switch err := keep(path, aside); {
	case errors.Is(err, fs.ErrNotExist):
		aside = ""
	case err != nil:
		return "", errors.Join(err, removeStore(aside), removeStore(part))
	default:
		if err := settleKept(ctx, path, aside); err != nil {
			return "", errors.Join(err, removeStore(aside), removeStore(part))
		}
	}
	// A log is left only next to a store that is damaged or gone. It would damage the new store.
	err = errors.Join(remove(path+"-wal"), remove(path+"-shm"))
	if err == nil {
		err = os.Rename(part, path)
	}
	return aside, errors.Join(err, disk.Sync(filepath.Dir(path)))
}

// keep gives a store a second name, with its log if it has one. fs.ErrNotExist.
func keep(path, aside string) error {
	if err := os.Link(path, aside); err != nil {
		return err
	}
	if err := os.Link(path+"-wal", aside+"-wal"); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return disk.Sync(filepath.Dir(path))
}

// settleKept settles a store under its second name, which then needs no log. A store too damaged
// for that stays as it is.
func settleKept(ctx context.Context, path, aside string) error {
	err := settle(ctx, path)
	switch {
	case err == nil:
		return remove(aside + "-wal")
	case errors.Is(err, errInUse) || ctx.Err() != nil:
		return err
	}
	return nil
}

var errInUse = errors.New("somebody else has it open: wait until other noir admin commands have ended")

// settle has SQLite write everything that a store holds into its one file, so that a rename moves
// it whole. errInUse while somebody else has the store open.
func settle(ctx context.Context, path string) error {
	db, err := connect(path, url.Values{})
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `PRAGMA journal_mode = DELETE`)
	if cause, ok := errors.AsType[*sqlite.Error](err); ok && cause.Code()&0xff == lib.SQLITE_BUSY {
		err = fmt.Errorf("%s: %w", path, errInUse)
	}
	return errors.Join(err, db.Close())
}

// removeStore removes a store and its log, if they exist.
func removeStore(path string) error {
	return errors.Join(remove(path), remove(path+"-wal"), remove(path+"-shm"))
}
