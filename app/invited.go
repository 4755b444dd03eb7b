package app

import (
	"fmt"
	"io"
	"log/slog"
	"os"

	"golang.org/x/crypto/ssh"
)

// mostInvited is how many bytes of a file of invited keys are read.
const mostInvited = 1 << 20

// invitations is a file of public keys, each on a line as in OpenSSH's authorized_keys. It is read
// anew for each question, so that a line added to it holds at once.
type invitations struct {
	path string
	log  *slog.Logger
}

// read calls found with the fingerprint of each key until that returns true.
func (i invitations) read(found func(fingerprint string) bool) error {
	file, err := os.Open(i.path)
	if err != nil {
		return fmt.Errorf("the invited keys: %w", err)
	}
	defer file.Close()
	rest, err := io.ReadAll(io.LimitReader(file, mostInvited))
	if err != nil {
		return fmt.Errorf("the invited keys: %w", err)
	}
	for {
		var key ssh.PublicKey
		if key, _, _, rest, err = ssh.ParseAuthorizedKey(rest); err != nil {
			return nil // there is no further key
		}
		if found(ssh.FingerprintSHA256(key)) {
			return nil
		}
	}
}

// has reports whether a key is invited. While the file cannot be read, none is.
func (i invitations) has(fingerprint string) (invited bool) {
	err := i.read(func(one string) bool {
		invited = one == fingerprint
		return invited
	})
	if err != nil {
		i.log.Error("nobody new can come in", "err", err)
	}
	return invited
}
