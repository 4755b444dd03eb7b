package client

import (
	"bytes"
	"net"
	"slices"

	"golang.org/x/crypto/ssh"
)

// The global requests of OpenSSH's PROTOCOL, section 2.5, by which a server tells all its host keys and proves
// that it has them. So the next one is known before it is used.
const (
	announced = "hostkeys-00@openssh.com"
	proved    = "hostkeys-prove-00@openssh.com"
	mostKeys  = 8
)

// hostKeys are those of one server.
type hostKeys struct {
	known   []string
	print   string
	learned func([]string)
	used    ssh.PublicKey
	changed *ChangedError
}

// check accepts a known key, or on a first visit the one that the page has named.
func (h *hostKeys) check(_ string, _ net.Addr, key ssh.PublicKey) error {
	h.used = key
	got := ssh.FingerprintSHA256(key)
	switch {
	case knows(h.known, key):
		return nil
	case len(h.known) > 0:
		h.changed = &ChangedError{Fingerprints(h.known), got}
		return h.changed
	case h.print != "" && h.print != got:
		h.changed = &ChangedError{[]string{h.print}, got}
		return h.changed
	}
	h.learn([]string{lineOf(key)})
	return nil
}

func (h *hostKeys) learn(known []string) {
	if slices.Equal(h.known, known) {
		return
	}
	h.known = known
	if h.learned != nil {
		h.learned(known)
	}
}

// follow answers the server's requests until the connection ends, and learns its host keys.
func (h *hostKeys) follow(conn ssh.Conn, requests <-chan *ssh.Request) {
	for r := range requests {
		if r.Type == announced {
			h.hear(conn, r.Payload)
		}
		if r.WantReply {
			_ = r.Reply(false, nil)
		}
	}
}

// hear takes the announced keys for the known ones if they are proved and the key in use is among them.
func (h *hostKeys) hear(conn ssh.Conn, payload []byte) {
	keys := parse(payload)
	if !slices.ContainsFunc(keys, func(k ssh.PublicKey) bool { return lineOf(k) == lineOf(h.used) }) {
		return
	}
	var known []string
	var fresh []ssh.PublicKey
	for _, key := range keys {
		known = append(known, lineOf(key))
		if !knows(h.known, key) {
			fresh = append(fresh, key)
		}
	}
	if len(fresh) == 0 || prove(conn, fresh) {
		h.learn(known)
	}
}

// parse returns the Ed25519 keys of an announcement.
func parse(payload []byte) (keys []ssh.PublicKey) {
	for len(payload) > 0 && len(keys) < mostKeys {
		var next struct {
			Blob []byte
			Rest []byte `ssh:"rest"`
		}
		if ssh.Unmarshal(payload, &next) != nil {
			return nil
		}
		if key, err := ssh.ParsePublicKey(next.Blob); err == nil && key.Type() == ssh.KeyAlgoED25519 {
			keys = append(keys, key)
		}
		payload = next.Rest
	}
	return keys
}

// prove has the server sign with keys.
func prove(conn ssh.Conn, keys []ssh.PublicKey) bool {
	var asked bytes.Buffer
	for _, key := range keys {
		asked.Write(ssh.Marshal(struct{ Blob []byte }{key.Marshal()}))
	}
	ok, answer, err := conn.SendRequest(proved, true, asked.Bytes())
	if err != nil || !ok {
		return false
	}
	for _, key := range keys {
		var next struct {
			Signature []byte
			Rest      []byte `ssh:"rest"`
		}
		var signature ssh.Signature
		if ssh.Unmarshal(answer, &next) != nil || ssh.Unmarshal(next.Signature, &signature) != nil {
			return false
		}
		signed := ssh.Marshal(struct {
			Purpose         string
			Session, Public []byte
		}{proved, conn.SessionID(), key.Marshal()})
		if key.Verify(signed, &signature) != nil {
			return false
		}
		answer = next.Rest
	}
	return true
}
