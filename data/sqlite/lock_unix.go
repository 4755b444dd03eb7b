//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// tryLock locks the directory itself, which needs no file.
func tryLock(path string) (*dirLock, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case err == nil:
		return &dirLock{dir}, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = errTaken
	}
	return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), dir.Close())
}

// release unlocks the directory before it closes it: a process that is being started has a copy of the open directory for a
// moment, and with it the lock.
func (l *dirLock) release() error {
	return errors.Join(syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN), l.file.Close())
}
