package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"noir/data/relational"
	"noir/internal/disk"
)

// Backup writes a copy of the database as of one moment to a new file, and returns once that is on
// the disk. fs.ErrExist. It copies into a file next to path whose name ends in .part; until that is
// complete and on the disk, path is an empty file. Others read and write meanwhile, but the
// database's log grows until the copy is made. The backup is logged once it is there: if the
// process is killed in between, a backup may be missing from the log.
func (s upkeep) Backup(ctx context.Context, by, path string) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if err := makeFile(path); err != nil {
		return err
	}
	part := path + ".part"
	err = s.copyTo(ctx, part)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err == nil {
		err = disk.Sync(filepath.Dir(path))
	}
	if err == nil {
		err = s.db.Write(ctx, func(t tx) error { return relational.Audit(t, by, "backup", path, nil) })
	}
	if err != nil {
		return errors.Join(err, remove(part), remove(path))
	}
	return nil
}

// copyTo writes a copy of the database as of one moment to the disk. It replaces the remains of an
// earlier attempt.
func (s upkeep) copyTo(ctx context.Context, path string) error {
	if err := remove(path); err != nil {
		return err
	}
	if err := makeFile(path); err != nil {
		return err
	}
	db, err := connect(s.db.path, url.Values{}) // the readers' connections refuse to write any file
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return fmt.Errorf("copy to %s: %w", path, cmp.Or(ctx.Err(), err))
	}
	return disk.Sync(path)
}

// makeFile makes an empty file that only its owner can read. The file must not exist.
func makeFile(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// remove removes a file if it exists.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
