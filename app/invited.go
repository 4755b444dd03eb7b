package app

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"io"
	"log/slog"
	"os"

	"golang.org/x/crypto/ssh"
)

// mostInvited is how many bytes of a file of invitations are read.
const mostInvited = 1 << 20

// leastCode is the least length of a code: 60 bits, if its characters are drawn from 32 at
// random.
const leastCode = 12

// invitations is a file of public keys, each on a line as in OpenSSH's authorized_keys, and of
// codes, on lines "code CODE". It is read again for each question, so a new line takes effect at
// once.
type invitations struct {
	path string
	log  *slog.Logger
}

// contents returns the file.
func (i invitations) contents() ([]byte, error) {
	file, err := os.Open(i.path)
	if err != nil {
		return nil, fmt.Errorf("the invitations: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, mostInvited))
	if err != nil {
		return nil, fmt.Errorf("the invitations: %w", err)
	}
	return text, nil
}

// text returns the file. Nobody is invited while it cannot be read.
func (i invitations) text() []byte {
	text, err := i.contents()
	if err != nil {
		i.log.Error("nobody new can come in", "err", err)
	}
	return text
}

// has reports whether a key is invited.
func (i invitations) has(fingerprint string) bool {
	for rest := i.text(); ; {
		var key ssh.PublicKey
		var err error
		if key, _, _, rest, err = ssh.ParseAuthorizedKey(rest); err != nil {
			return false // there is no further key
		}
		if ssh.FingerprintSHA256(key) == fingerprint {
			return true
		}
	}
}

// admits reports whether a user name is one of the codes.
func (i invitations) admits(user string) (known bool) {
	if len(user) < leastCode {
		return false
	}
	for line := range bytes.Lines(i.text()) {
		words := bytes.Fields(line)
		if len(words) == 2 && string(words[0]) == "code" && subtle.ConstantTimeCompare(words[1], []byte(user)) == 1 {
			known = true
		}
	}
	return known
}
