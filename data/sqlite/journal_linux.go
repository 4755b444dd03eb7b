package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// journal is the filesystem's journal, which may lie once: when ext4 finds an error in itself it
// aborts its journal, and an fsync that waits at this moment succeeds although nothing is on the
// disk. So after every commit journal asks ext4 to open one more transaction, which an aborted
// journal refuses. It sets an attribute to the value that it has: nothing is written.
type journal struct {
	dir  *os.File
	mark func() error // asks; nil where the filesystem has no such attributes
}

const (
	markName  = "user.noir"
	markValue = "1"
)

func openJournal(dir string) (*journal, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	mark := func() error { return unix.Fsetxattr(int(file.Fd()), markName, []byte(markValue), 0) }
	if err := mark(); err != nil {
		return &journal{}, file.Close()
	}
	return &journal{file, mark}, nil
}

// lost returns why the journal was aborted, or nil.
func (j *journal) lost() error {
	if j.mark == nil {
		return nil
	}
	if err := j.mark(); errors.Is(err, unix.EROFS) || errors.Is(err, unix.EIO) {
		return err
	}
	return nil
}

func (j *journal) close() error {
	if j.dir == nil {
		return nil
	}
	return j.dir.Close()
}
