package operator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"noir/data"
	"noir/data/audit"
	"noir/data/sqlite"
	"noir/engine"
	"noir/server/hostkey"
)

// Upkeep has the operator's use cases about a data directory as a whole.
type Upkeep struct {
	store interface {
		audit.Store
		data.AuditLog
		Check(ctx context.Context) error
		Passing(ctx context.Context, before time.Time) (int, error)
		Prune(ctx context.Context, before time.Time) (pruned int, more bool, err error)
	}
	copyTo func(ctx context.Context, by, dir string) error // copies the database into a directory that has none
	games  []engine.Game
	at     Place
	by     string
}

// Audit returns the audit log, newest first.
func (u Upkeep) Audit(ctx context.Context, limit int) ([]data.Act, error) {
	return u.store.Audit(ctx, limit)
}

// Check checks the database, replays every rated game that counts and recomputes every rating.
// It calls progress after each game with the number so far.
func (u Upkeep) Check(ctx context.Context, progress func(games int)) (audit.Count, error) {
	if err := u.store.Check(ctx); err != nil {
		return audit.Count{}, fmt.Errorf("the database is not in order: %w", err)
	}
	return audit.Run(ctx, u.store, u.games, progress)
}

// Passing returns how many games Prune would remove.
func (u Upkeep) Passing(ctx context.Context, before time.Time) (int, error) {
	return u.store.Passing(ctx, before)
}

// Prune removes games with the house that ended before a moment and that nobody keeps. It returns
// how many it has removed, even with an error. It works in small pieces, so that a running server
// can write in between.
func (u Upkeep) Prune(ctx context.Context, before time.Time) (total int, failed error) {
	for more := true; more && failed == nil; {
		var n int
		from := time.Now()
		n, more, failed = u.store.Prune(ctx, before)
		total += n
		if more && failed == nil {
			select {
			case <-time.After(time.Since(from)):
			case <-ctx.Done():
				failed = ctx.Err()
			}
		}
	}
	if total > 0 {
		note := map[string]any{"games": total, "before": before.UTC()}
		failed = errors.Join(failed, u.store.Note(context.WithoutCancel(ctx), u.by, "prune", "games", note))
	}
	return total, failed
}

// Backup copies the database, as of one moment, and the host keys to dest, which is made if it
// does not exist, and returns the names of the files. It overwrites nothing: an existing
// database is an error that leaves dest unchanged.
func (u Upkeep) Backup(ctx context.Context, dest string) (files []string, err error) {
	if err := os.MkdirAll(dest, 0o700); err != nil {
		return nil, err
	}
	path := filepath.Join(dest, sqlite.FileName)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(fmt.Errorf("%s is there already: name a new directory", path), err)
	}
	keys, err := hostkey.Copy(dest, u.at.key())
	if err == nil {
		err = u.copyTo(ctx, u.by, dest)
	}
	if err != nil {
		return nil, errors.Join(err, hostkey.Remove(dest, keys))
	}
	return append(keys, sqlite.FileName), nil
}

// Restore checks the database of a backup and puts it into a data directory, on which no server
// may run. The previous database is kept as former, "" if there was none. If the directory has
// no host key, the backup's keys are copied, and keys has their names. The audit log names by.
func Restore(ctx context.Context, by string, at Place, source string) (former string, keys []string, err error) {
	if err = at.InFile(); err != nil {
		return "", nil, err
	}
	dir := at.Data
	if former, err = sqlite.Restore(ctx, by, dir, source); err != nil {
		return "", nil, err
	}
	keys, err = hostkey.CopyMissing(dir, filepath.Join(source, hostkey.File))
	return former, keys, err
}

// AnnounceKey makes the next host key, and returns its path and fingerprint.
func (u Upkeep) AnnounceKey(ctx context.Context) (path, print string, err error) {
	path, print, err = hostkey.Announce(u.at.key())
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%s is there already: --switch puts it into place", path)
	}
	if err != nil {
		return "", "", err
	}
	return path, print, u.store.Note(ctx, u.by, "rotate-key", filepath.Base(path), map[string]any{"announced": print})
}

// SwitchKey replaces the host key in use with the next one. The former key is kept.
func (u Upkeep) SwitchKey(ctx context.Context) (hostkey.Switched, error) {
	now, err := hostkey.Switch(u.at.key())
	if errors.Is(err, hostkey.ErrNotAnnounced) {
		err = fmt.Errorf("%w; make it with --announce first", err)
	}
	if err != nil {
		return now, err
	}
	about := map[string]any{"used": now.Print, "former": filepath.Base(now.Former)}
	return now, u.store.Note(ctx, u.by, "rotate-key", filepath.Base(now.Path), about)
}
