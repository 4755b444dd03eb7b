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

// ErrLocked means that another server runs on the data directory.
var ErrLocked = errors.New("another noir server runs on this data directory")

// dirLock reserves a data directory for one server. It locks the directory itself: it needs no
// file, ends with the process however that ends, and does not interfere with SQLite's own locks on
// its files.
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
	return nil, fmt.Errorf("%w: %s", ErrLocked, path) // the holder has only just started
}

func (l *dirLock) release() error { return l.dir.Close() }

// signLock notes this process as the lock's holder.
func (s *database) signLock() error {
	return s.writer.write(background, func(t tx) error {
		_, err := t.exec(`INSERT INTO server (id, pid) VALUES (1, ?)
			ON CONFLICT DO UPDATE SET pid = excluded.pid`, os.Getpid())
		return err
	})
}

// holder reads which process holds the lock. It is valid only while one does.
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
