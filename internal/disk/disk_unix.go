//go:build unix

package disk

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// noFollow makes opening a link fail.
const noFollow = syscall.O_NOFOLLOW

// give works on the open file: the owner of the directory may have replaced the name.
func give(file *os.File) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(filepath.Dir(file.Name()))
	if err != nil {
		return err
	}
	dir, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return file.Chown(int(dir.Uid), int(dir.Gid))
}

// Sync waits until a file, or the names in a directory, are on the disk.
func Sync(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
