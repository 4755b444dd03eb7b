// Package hostkey keeps the keys by which players know a server, in its data
// directory: the one in use, the one to come, and former ones, which nobody uses any
// more. All are Ed25519, in OpenSSH's format, each in a file for its owner alone.
package hostkey

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/internal/disk"
)

const (
	// File is the key in use.
	File = "host_ed25519"

	// Next is the ending of the key to come, beside the one in use: clients learn it
	// before it is used.
	Next = ".next"
)

// ErrNotAnnounced says that there is no key to come.
var ErrNotAnnounced = errors.New("no host key is announced")

// Make writes a new key to a new file. It is on the disk before anybody can have seen
// it. fs.ErrExist.
func Make(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		return err
	}
	return disk.WriteNew(path, pem.EncodeToMemory(block))
}

// Read reads a key. fs.ErrNotExist.
func Read(path string) (ssh.Signer, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := ssh.ParsePrivateKey(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// Announce makes the key to come of a directory, which a server there tells its
// visitors from its next start on. It returns the path and the fingerprint.
// fs.ErrExist with the path of the one that there is.
func Announce(dir string) (path, print string, err error) {
	path = filepath.Join(dir, File+Next)
	if err := Make(path); err != nil {
		return path, "", err
	}
	key, err := Read(path)
	if err != nil {
		return path, "", err
	}
	return path, ssh.FingerprintSHA256(key.PublicKey()), nil
}

// Switched is a key that has come into use.
type Switched struct {
	Path   string // of the key in use
	Print  string // its fingerprint
	Former string // path of the one before, which is kept
}

// Switch puts the key to come of a directory in the place of the one in use; a server
// there uses it from its next start on. After a crash there is a key in use, whole.
// ErrNotAnnounced.
func Switch(dir string) (Switched, error) {
	path := filepath.Join(dir, File)
	key, err := Read(path + Next)
	if errors.Is(err, fs.ErrNotExist) {
		return Switched{}, fmt.Errorf("%w: there is no %s", ErrNotAnnounced, path+Next)
	}
	if err != nil {
		return Switched{}, err
	}
	former := fmt.Sprintf("%s.%s.old", path, time.Now().UTC().Format("20060102T150405Z"))
	err = os.Link(path, former)
	if err == nil {
		err = os.Rename(path+Next, path)
	}
	if err == nil {
		err = disk.Sync(dir)
	}
	return Switched{path, ssh.FingerprintSHA256(key.PublicKey()), former}, err
}

// Copy copies the keys of one directory, past and future ones too, to another, all or
// none, and returns the names of their files. It overwrites nothing: fs.ErrExist.
func Copy(dest, source string) (copied []string, err error) {
	files, err := os.ReadDir(source)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := file.Name()
		if !strings.HasPrefix(name, File) {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(source, name))
		if err == nil {
			err = disk.WriteNew(filepath.Join(dest, name), raw)
		}
		if err != nil {
			return nil, errors.Join(err, Remove(dest, copied))
		}
		copied = append(copied, name)
	}
	return copied, nil
}

// CopyMissing is Copy to a directory that has no key in use; to any other it copies
// nothing.
func CopyMissing(dest, source string) (copied []string, err error) {
	if _, err := os.Stat(filepath.Join(dest, File)); !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return Copy(dest, source)
}

// Remove takes back what Copy has copied.
func Remove(dir string, names []string) error {
	var errs []error
	for _, name := range names {
		errs = append(errs, os.Remove(filepath.Join(dir, name)))
	}
	return errors.Join(errs...)
}
