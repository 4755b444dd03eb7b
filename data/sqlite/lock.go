package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
)

// ErrLocked is a data directory on which another server runs.
var ErrLocked = errors.New("another noir server runs on this data directory")

// dirLock holds a data directory for one server. It is a lock on the directory
// itself: it needs no file, it ends with the process however that ends, and it
// does not meddle with SQLite's own locks on its files.
type dirLock struct{ dir *os.File }

func lockDir(path string) (*dirLock, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return &dirLock{dir}, nil
	}
	dir.Close()
	if !errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if pid, err := holder(path); err == nil {
		return nil, fmt.Errorf("%w: process %d, on %s", ErrLocked, pid, path)
	}
	return nil, fmt.Errorf("%w: %s", ErrLocked, path) // it has only just begun
}

func (l *dirLock) release() error { return l.dir.Close() }

// signLock notes who holds the lock, for holder.
func (s *database) signLock() error {
	return s.writer.write(background, func(t tx) error {
		_, err := t.exec(`INSERT INTO server (id, pid) VALUES (1, ?)
			ON CONFLICT DO UPDATE SET pid = excluded.pid`, os.Getpid())
		return err
	})
}

// holder reads who holds the lock. It is told only while somebody does.
func holder(dir string) (pid int, err error) {
	var db *sql.DB
	db, err = connect(filepath.Join(dir, FileName), url.Values{"_query_only": {"1"}})
	if err != nil {
		return 0, err
	}
	defer db.Close()
	err = db.QueryRow(`SELECT pid FROM server`).Scan(&pid)
	return pid, err
}
