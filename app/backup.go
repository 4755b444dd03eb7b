package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine"
	"noir/server/hostkey"
)

// Backup copies the database of a data directory, as of one moment, and its host keys to
// dest, which is made if it is not there, and returns the names of the files. A server may
// run on the directory meanwhile. Nothing in dest is overwritten: a database that is there
// is an error, after which dest is as it was. by is whom the audit log names.
func Backup(ctx context.Context, store data.Operator, by, dir, dest string) (files []string, err error) {
	if err := os.MkdirAll(dest, 0o700); err != nil {
		return nil, err
	}
	path := filepath.Join(dest, sqlite.FileName)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("%s is there already: name a new directory", path), err)
	}
	keys, err := hostkey.Copy(dest, dir)
	if err == nil {
		err = store.Backup(ctx, by, path)
	}
	if err != nil {
		return nil, errors.Join(err, hostkey.Remove(dest, keys))
	}
	return append(keys, sqlite.FileName), nil
}

// Restore puts the database of a backup, which it checks first, in the place of that of a
// data directory on which no server runs. former is where the one before is kept, "" if
// there was none. Of the backup's host keys it takes those that the directory lacks and
// returns their names.
func Restore(ctx context.Context, by, dir, source string) (former string, keys []string, err error) {
	if former, err = sqlite.Restore(ctx, by, dir, source); err != nil {
		return "", nil, err
	}
	keys, err = hostkey.CopyMissing(dir, source)
	return former, keys, err
}

// Export writes every match that is over, of one of the games, as a record sealed with the
// host key of the data directory: JSON, one a line, oldest first. A match of another game
// is an error. An error comes after whole lines, unless out has failed.
func Export(ctx context.Context, store data.Operator, games []engine.Game, dir string, out io.Writer) error {
	key, err := hostkey.Read(filepath.Join(dir, hostkey.File))
	if err != nil {
		return fmt.Errorf("%w; records are sealed with the server's host key", err)
	}
	w := bufio.NewWriter(out)
	for m, err := range store.Matches(ctx) {
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		sealed, err := seal(games, m, key)
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if _, err := w.Write(append(sealed, '\n')); err != nil {
			return err
		}
	}
	return w.Flush()
}
