package app

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// mostInvited is how many bytes of a file of invitations are read.
const mostInvited = 1 << 20

// leastCode is the least length of a code: 60 bits, if its characters are drawn from 32 at
// random.
const leastCode = 12

// settled is how long ago a file must have changed for the next change to be sure to give it another time.
const settled = 2 * time.Second

// invitations is a file of public keys, each on a line as in OpenSSH's authorized_keys, and of
// codes, on lines "code CODE". Each question looks whether the file has changed, so a new line takes
// effect at once.
type invitations struct {
	path string
	log  *slog.Logger

	mu    sync.Mutex
	file  os.FileInfo // what was read; nil: it is to be read again
	keys  map[string]bool
	codes map[[sha256.Size]byte]bool // by their hash, so that the time of an answer tells nothing of them
}

// read reads the file unless it is the one that was read. The mutex must be held.
func (i *invitations) read() error {
	file, err := os.Open(i.path)
	if err != nil {
		return fmt.Errorf("the invitations: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && i.file != nil && os.SameFile(i.file, info) && i.file.Size() == info.Size() && i.file.ModTime().Equal(info.ModTime()) {
		return nil
	}
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(file, mostInvited))
	}
	if err != nil {
		return fmt.Errorf("the invitations: %w", err)
	}
	i.file, i.keys, i.codes = nil, invitedKeys(text), invitedCodes(text)
	if time.Since(info.ModTime()) > settled {
		i.file = info
	}
	return nil
}

func invitedKeys(text []byte) map[string]bool {
	keys := map[string]bool{}
	for {
		key, _, _, rest, err := ssh.ParseAuthorizedKey(text)
		if err != nil {
			return keys // there is no further key
		}
		keys[ssh.FingerprintSHA256(key)], text = true, rest
	}
}

func invitedCodes(text []byte) map[[sha256.Size]byte]bool {
	codes := map[[sha256.Size]byte]bool{}
	for line := range bytes.Lines(text) {
		if words := bytes.Fields(line); len(words) == 2 && string(words[0]) == "code" && len(words[1]) >= leastCode {
			codes[sha256.Sum256(words[1])] = true
		}
	}
	return codes
}

// ask reports what holds of the file as it is now. Nobody is invited while it cannot be read.
func (i *invitations) ask(holds func() bool) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if err := i.read(); err != nil {
		i.log.Error("nobody new can come in", "err", err)
		return false
	}
	return holds()
}

// Invited implements server.Invitations.
func (i *invitations) Invited(fingerprint string) bool {
	return i.ask(func() bool { return i.keys[fingerprint] })
}

// Admits implements server.Invitations.
func (i *invitations) Admits(user string) bool {
	return len(user) >= leastCode && i.ask(func() bool { return i.codes[sha256.Sum256([]byte(user))] })
}
