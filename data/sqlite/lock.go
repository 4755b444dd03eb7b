package sqlite

import (
	"context"
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

// lockDir reserves a data directory for one server. The lock ends with the process however that
// ends, and does not interfere with SQLite's own locks on its files.
func lockDir(path string) (*dirLock, error) {
	lock, err := tryLock(path)
	if !errors.Is(err, errTaken) {
		return lock, err
	}
	if pid, err := holder(path); err == nil {
		return nil, fmt.Errorf("%w: process %d, on %s", ErrLocked, pid, path)
	}
	return nil, fmt.Errorf("%w: %s", ErrLocked, path) // the holder has only just started
}

// errTaken means that another process holds the lock.
var errTaken = errors.New("the lock is taken")

// dirLock is the lock, held while the file is open.
type dirLock struct{ file *os.File }

// signLock notes this process as the lock's holder.
func (s *database) signLock() error {
	return s.Write(background, func(t tx) error {
		_, err := t.Exec(`INSERT INTO server (id, pid) VALUES (1, ?)
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

// Served implements relational.Database: it reports whether a server runs on the directory of an
// attached store.
func (s *database) Served(context.Context) bool {
	pid, err := holder(filepath.Dir(s.path))
	if err != nil {
		return false
	}
	process, err := os.FindProcess(pid) // on Windows an error means that there is no such process
	return err == nil && !errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
