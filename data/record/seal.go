package record

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/engine"
)

// purpose begins the signed text, so that no signature made for another purpose passes as a seal,
// or the other way round.
const purpose = "noir game record\n"

// Sealed returns a match that is over as a record, one JSON document, signed by a server's host
// key. It fails for a match of an unknown game.
func Sealed(games []engine.Game, m data.Match, key ssh.Signer) ([]byte, error) {
	g, ok := engine.Named(games, m.Game)
	if !ok {
		return nil, fmt.Errorf("the game %q is not played here any more", m.Game)
	}
	r, err := New(g, m)
	if err != nil {
		return nil, err
	}
	if r, err = Seal(r, key); err != nil {
		return nil, err
	}
	return json.Marshal(r)
}

// Seal returns the record signed with a server's host key, which must be an Ed25519 key. Any change
// of the record breaks the seal; a change of its layout does not.
func Seal(r Record, signer ssh.Signer) (Record, error) {
	r.Seal = nil
	doc, err := generic(r)
	if err != nil {
		return Record{}, err
	}
	r.Seal, err = stamp(doc, signer)
	return r, err
}

// stamp signs a decoded record that has no seal.
func stamp(doc any, signer ssh.Signer) (*Stamp, error) {
	key := signer.PublicKey()
	if key.Type() != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("records are sealed with an %s key, not with %s", ssh.KeyAlgoED25519, key.Type())
	}
	text, err := canonical(doc)
	if err != nil {
		return nil, err
	}
	signature, err := signer.Sign(rand.Reader, []byte(purpose+text))
	if err != nil {
		return nil, err
	}
	return &Stamp{Key: keyLine(key), Signature: base64.StdEncoding.EncodeToString(signature.Blob)}, nil
}

func keyLine(key ssh.PublicKey) string {
	return strings.TrimSuffix(string(ssh.MarshalAuthorizedKey(key)), "\n")
}

// check verifies the seal of a decoded record and returns the fingerprint of the key that made it.
func (s *Stamp) check(doc map[string]any) (fingerprint string, err error) {
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(s.Key))
	if err != nil || key.Type() != ssh.KeyAlgoED25519 || keyLine(key) != s.Key {
		return "", errors.New("the seal's key is not an Ed25519 public key")
	}
	signature, err := base64.StdEncoding.DecodeString(s.Signature)
	if err != nil || base64.StdEncoding.EncodeToString(signature) != s.Signature {
		return "", errors.New("the seal's signature is not base64")
	}
	unsealed := maps.Clone(doc)
	delete(unsealed, "seal")
	text, err := canonical(unsealed)
	if err != nil {
		return "", err
	}
	if key.Verify([]byte(purpose+text), &ssh.Signature{Format: key.Type(), Blob: signature}) != nil {
		return "", errors.New("the seal does not fit: the record was changed after it was sealed")
	}
	return ssh.FingerprintSHA256(key), nil
}
