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

	"noir/internal/disk"
)

// Restore puts a copy of the store in the directory source, such as Backup made,
// in the place of the one in dir, on which no server may run: ErrLocked. The
// copy is checked, brought up to date and on the disk before anything in dir is
// touched; after a crash dir has either store, whole. What was there before
// stays beside it under the name that is returned, "" when there was nothing. by
// is whom the audit log of the restored store names. It belongs to the owner of dir.
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

// prepare makes a checked copy of a store that is up to date and says where it
// is from.
func prepare(ctx context.Context, by, source, part string) error {
	if err := removeStore(part); err != nil {
		return err
	}
	if err := copyChecked(ctx, source, part); err != nil {
		return fmt.Errorf("%s cannot be restored: %w", source, err)
	}
	s, err := open(part, (*database).adopt)
	if err != nil {
		return fmt.Errorf("%s cannot be restored: %w", source, err)
	}
	if err := s.Check(ctx); err != nil {
		return errors.Join(fmt.Errorf("%s cannot be restored: %w", source, err), s.Close())
	}
	err = s.Note(ctx, by, "restore", source, nil)
	return errors.Join(err, s.Close(), settle(ctx, part), disk.Give(part), disk.Sync(part))
}

// copyChecked copies a database that is in order to a new file.
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
	if err := checkPages(tx{ctx, db}); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, part)
	return err
}

// adopt brings the schema of a store up to date, and refuses what is no store.
func (s *database) adopt() error {
	provider, err := s.schema()
	if err != nil {
		return err
	}
	if has, _, err := provider.GetVersions(background); err != nil || has == 0 {
		return errors.Join(errors.New("it is no store of noir"), err)
	}
	return s.migrate()
}

// replace puts one store in the place of another, which it keeps.
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
	// A log is left only beside a store that is damaged or gone, and with another
	// one it would damage that.
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

// settleKept settles a store that has a second name. That needs no log then; of
// one too damaged to be settled all stays as it is.
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

// settle has SQLite write all that a store holds into its one file, so that a
// rename moves it whole. errInUse while somebody else has the store open.
func settle(ctx context.Context, path string) error {
	db, err := connect(path, url.Values{})
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `PRAGMA journal_mode = DELETE`)
	var cause *sqlite.Error
	if errors.As(err, &cause) && cause.Code()&0xff == lib.SQLITE_BUSY {
		err = fmt.Errorf("%s: %w", path, errInUse)
	}
	return errors.Join(err, db.Close())
}

// removeStore removes a store and its log, as far as they are there.
func removeStore(path string) error {
	return errors.Join(remove(path), remove(path+"-wal"), remove(path+"-shm"))
}
