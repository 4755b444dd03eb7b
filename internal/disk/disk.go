// Package disk makes files last: whole, on the disk, and their directory's owner's.
package disk

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// WriteNew writes a secret to a new file, complete or not at all, and waits until it
// is on the disk. The file is for the owner of its directory alone. fs.ErrExist.
func WriteNew(path string, content []byte) error {
	part, err := os.CreateTemp(filepath.Dir(path), ".part-*") // for its owner alone
	if err != nil {
		return err
	}
	defer os.Remove(part.Name())
	_, err = part.Write(content)
	if err := errors.Join(err, give(part), part.Sync(), part.Close()); err != nil {
		return err
	}
	if err := os.Link(part.Name(), path); err != nil {
		return err
	}
	return Sync(filepath.Dir(path))
}

// Give gives a file that root has made to the owner of its directory, as whom the
// server runs. For anybody else it does nothing. What is no file of its own, such as a
// link, is refused.
func Give(path string) error {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return err
	}
	return errors.Join(give(file), file.Close())
}

// give goes by the open file: the name may have been put elsewhere by then, by
// whoever owns the directory.
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
