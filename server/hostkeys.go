package server

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"

	gossh "golang.org/x/crypto/ssh"

	"noir/server/hostkey"
)

// The global requests of OpenSSH's PROTOCOL, section 2.5, by which a server tells a client that
// knows it all its host keys.
const (
	announceKeys = "hostkeys-00@openssh.com"
	proveKeys    = "hostkeys-prove-00@openssh.com"
)

// maxProofs is how often one connection may ask for proofs of the host keys.
const maxProofs = 4

// hostKeys are a server's host keys, the current one first. They never change.
type hostKeys []gossh.Signer

// readHostKeys reads the next host key, if any, and returns all host keys.
func readHostKeys(used gossh.Signer, path string) (hostKeys, error) {
	if err := checkHostKey(used, path); err != nil {
		return nil, err
	}
	path += hostkey.Next
	next, err := hostkey.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return hostKeys{used}, nil
	}
	if err != nil {
		return nil, err
	}
	return hostKeys{used, next}, checkHostKey(next, path)
}

// checkHostKey accepts Ed25519 keys and makes them unreadable for others.
func checkHostKey(key gossh.Signer, path string) error {
	if kind := key.PublicKey().Type(); kind != gossh.KeyAlgoED25519 {
		return fmt.Errorf("%s holds an %s key, not an %s one", path, kind, gossh.KeyAlgoED25519)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 { // a mounted secret may be read-only
		return err
	}
	if err = os.Chmod(path, 0o600); err != nil {
		err = fmt.Errorf("others can read it, and that cannot be changed here: %w", err)
	}
	return err
}

// announce sends a client all host keys, so that it knows the next one before it is used.
func (all hostKeys) announce(conn gossh.Conn) {
	var payload []byte
	for _, key := range all {
		payload = append(payload, gossh.Marshal(struct{ Blob []byte }{key.PublicKey().Marshal()})...)
	}
	_, _, _ = conn.SendRequest(announceKeys, false, payload) // a client that is gone needs none
}

// prove signs for the host keys that a client asks about; nil if one of them is not the server's.
func (all hostKeys) prove(asked, session []byte) (signatures []byte) {
	for signed := 0; len(asked) > 0; signed++ {
		var next struct {
			Blob []byte
			Rest []byte `ssh:"rest"`
		}
		if gossh.Unmarshal(asked, &next) != nil || signed == len(all) {
			return nil
		}
		proof := all.proof(next.Blob, session)
		if proof == nil {
			return nil
		}
		signatures, asked = append(signatures, proof...), next.Rest
	}
	return signatures
}

// proof returns a signature by the host key of that public half, as a string of
// the wire; nil when there is no such key.
func (all hostKeys) proof(public, session []byte) []byte {
	for _, key := range all {
		if !bytes.Equal(key.PublicKey().Marshal(), public) {
			continue
		}
		signature, err := key.Sign(rand.Reader, gossh.Marshal(struct {
			Purpose         string
			Session, Public []byte
		}{proveKeys, session, public}))
		if err != nil {
			return nil
		}
		return gossh.Marshal(struct{ Blob []byte }{gossh.Marshal(signature)})
	}
	return nil
}
