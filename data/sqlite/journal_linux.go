package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// journal is that of the filesystem, which may lie once: ext4 that finds an error
// in itself gives its journal up, and an fsync that waits for it in this moment
// succeeds although nothing of it is on the disk. So it is asked after every
// commit to open one more transaction, which it refuses from then on. The attribute
// keeps its value: nothing is written.
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

// lost returns why the journal has been given up, or nil.
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
