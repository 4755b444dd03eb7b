// Package disk writes files durably, and gives them to their directory's owner.
package disk

import (
	"errors"
	"os"
	"path/filepath"
)

// WriteNew writes a secret to a new file, completely or not at all, and waits until it is on the
// disk. Only the owner of its directory can read it. fs.ErrExist.
func WriteNew(path string, content []byte) error {
	part, err := os.CreateTemp(filepath.Dir(path), ".part-*") // readable by its owner only
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

// Give changes the owner of a file made by root to the owner of its directory, the user that the
// server runs as. For other users it does nothing. It refuses anything but a regular file, such as
// a link.
func Give(path string) error {
	file, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return err
	}
	return errors.Join(give(file), file.Close())
}
