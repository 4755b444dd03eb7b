package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
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
