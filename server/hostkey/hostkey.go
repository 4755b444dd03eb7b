// Package hostkey keeps a server's host keys: the current one and, next to it, the next one and
// former ones, which are not used any more. All are Ed25519 in OpenSSH's format, each in a file
// that only its owner can read.
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
	// File is the current key's name in a data directory.
	File = "host_ed25519"

	// Next is the suffix of the next key's file: clients learn that key before it is used.
	Next = ".next"
)

// ErrNotAnnounced says that there is no next key.
var ErrNotAnnounced = errors.New("no host key is announced")

// Make writes a new key to a new file. When it returns the key is on the disk. fs.ErrExist.
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

// Announce makes the key after the one at used. A server tells its visitors about it from its next
// start on. It returns the path and the fingerprint. fs.ErrExist with the path if there is a next
// key already.
func Announce(used string) (path, print string, err error) {
	path = used + Next
	if err := Make(path); err != nil {
		return path, "", err
	}
	key, err := Read(path)
	if err != nil {
		return path, "", err
	}
	return path, ssh.FingerprintSHA256(key.PublicKey()), nil
}

// Switched is a key that has become the current one.
type Switched struct {
	Path   string // of the current key
	Print  string // its fingerprint
	Former string // path of the previous key, which is kept
}

// Switch makes the next key the current one, at path; a server uses it from its next start on.
// After a crash there is still a whole current key. ErrNotAnnounced.
func Switch(path string) (Switched, error) {
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
		err = disk.Sync(filepath.Dir(path))
	}
	return Switched{path, ssh.FingerprintSHA256(key.PublicKey()), former}, err
}

// Copy copies the key at used and the others next to it to a data directory, all or none, and
// returns the names of their files there. It overwrites nothing: fs.ErrExist.
func Copy(dest, used string) (copied []string, err error) {
	source, base := filepath.Split(used)
	files, err := os.ReadDir(filepath.Clean(source))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		rest, ours := strings.CutPrefix(file.Name(), base)
		if !ours || rest != "" && rest[0] != '.' {
			continue
		}
		name := File + rest
		raw, err := os.ReadFile(used + rest)
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

// CopyMissing is Copy to a directory without a current key; to any other it copies nothing.
func CopyMissing(dest, used string) (copied []string, err error) {
	if _, err := os.Stat(filepath.Join(dest, File)); !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return Copy(dest, used)
}

// Remove removes what Copy copied.
func Remove(dir string, names []string) error {
	var errs []error
	for _, name := range names {
		errs = append(errs, os.Remove(filepath.Join(dir, name)))
	}
	return errors.Join(errs...)
}
