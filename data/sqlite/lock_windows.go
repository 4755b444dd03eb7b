package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lockName is the file that is locked: a directory cannot be.
const lockName = "noir.lock"

// tryLock locks a file in the directory.
func tryLock(path string) (*dirLock, error) {
	file, err := os.OpenFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, new(windows.Overlapped))
	switch {
	case err == nil:
		return &dirLock{file}, nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION):
		err = errTaken
	}
	return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), file.Close())
}

func (l *dirLock) release() error { return l.file.Close() }
