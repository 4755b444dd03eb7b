package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/keygen"
	gossh "golang.org/x/crypto/ssh"

	"noir/internal/await"
	"noir/server/hostkey"
)

// hostKey makes a host key file.
func hostKey(t *testing.T, path string) gossh.PublicKey {
	t.Helper()
	pair, err := keygen.New(path, keygen.WithKeyType(keygen.Ed25519), keygen.WithWrite())
	if err != nil {
		t.Fatal(err)
	}
	return pair.PublicKey()
}

// strings of the wire, one after the other.
func blobs(t *testing.T, payload []byte) (all [][]byte) {
	t.Helper()
	for len(payload) > 0 {
		var next struct {
			Blob []byte
			Rest []byte `ssh:"rest"`
		}
		if err := gossh.Unmarshal(payload, &next); err != nil {
			t.Fatal(err)
		}
		all, payload = append(all, next.Blob), next.Rest
	}
	return all
}

func question(keys ...gossh.PublicKey) (payload []byte) {
	for _, key := range keys {
		payload = append(payload, gossh.Marshal(struct{ Blob []byte }{key.Marshal()})...)
	}
	return payload
}

// TestHostKeysAreAnnounced: a client learns the next host key while it still trusts the current
// one, has both proved, and knows the server after the switch.
func TestHostKeysAreAnnounced(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "host")
	used, next := hostKey(t, path), hostKey(t, path+hostkey.Next)
	h := open(t, func(c *Config) { c.HostKeyPath = path })

	announced := make(chan []byte, 10)
	c := dialWatching(t, h, used, announced)
	command(t, c, "whoami")
	command(t, c, "whoami")
	keys := blobs(t, await.One(t, announced, "announcement"))
	if len(keys) != 2 || string(keys[0]) != string(used.Marshal()) || string(keys[1]) != string(next.Marshal()) {
		t.Fatalf("%d keys were announced: %q", len(keys), keys)
	}
	if len(announced) != 0 {
		t.Error("announced twice")
	}
	ok, answer, err := c.SendRequest(proveKeys, true, question(next, used))
	if !ok || err != nil {
		t.Fatalf("no proof: %t, %v", ok, err)
	}
	for i, blob := range blobs(t, answer) {
		key := []gossh.PublicKey{next, used}[i]
		var signature gossh.Signature
		if err := gossh.Unmarshal(blob, &signature); err != nil {
			t.Fatal(err)
		}
		signed := gossh.Marshal(struct {
			Purpose         string
			Session, Public []byte
		}{"hostkeys-prove-00@openssh.com", c.SessionID(), key.Marshal()})
		if err := key.Verify(signed, &signature); err != nil {
			t.Errorf("key %d: %v", i, err)
		}
	}

	if err := os.Rename(path+hostkey.Next, path); err != nil {
		t.Fatal(err)
	}
	after := open(t, func(c *Config) { c.HostKeyPath = path })
	command(t, dialWatching(t, after, next, announced), "whoami")
	if keys := blobs(t, await.One(t, announced, "announcement")); len(keys) != 1 || string(keys[0]) != string(next.Marshal()) {
		t.Errorf("after the change %q are announced", keys)
	}
}

// TestNothingElseIsProved: no signature for unknown keys or broken requests, and not without limit.
func TestNothingElseIsProved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "host")
	used := hostKey(t, path)
	h := open(t, func(c *Config) { c.HostKeyPath = path })
	for name, asked := range map[string][]byte{
		"a strange key":  question(newKey(t).PublicKey()),
		"one too many":   question(used, used),
		"nothing":        nil,
		"a cut length":   {0, 0},
		"a false length": {0xff, 0xff, 0xff, 0xff, 1},
	} {
		c := h.dial(t, "marlowe", asGuest()...)
		if ok, answer, err := c.SendRequest(proveKeys, true, asked); ok || err != nil {
			t.Errorf("%s: %t %q %v", name, ok, answer, err)
		}
	}
	c := h.dial(t, "marlowe", asGuest()...)
	for n := range 2 * maxProofs {
		ok, _, err := c.SendRequest(proveKeys, true, question(used))
		if err != nil || ok != (n < maxProofs) {
			t.Errorf("question %d: %t, %v", n, ok, err)
		}
	}
}

func TestNextHostKeyMustBeOne(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "host")
	hostKey(t, path)
	if err := os.WriteFile(path+hostkey.Next, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(Config{HostKeyPath: path}); err == nil || !strings.Contains(err.Error(), hostkey.Next) {
		t.Errorf("taken: %v", err)
	}
}

// dialWatching connects to a server that must have a host key, and passes on its announcements.
func dialWatching(t *testing.T, h *testHouse, known gossh.PublicKey, announced chan<- []byte) *gossh.Client {
	t.Helper()
	conn, err := h.raw()
	if err != nil {
		t.Fatal(err)
	}
	c, channels, requests, err := gossh.NewClientConn(conn, h.addr, &gossh.ClientConfig{
		User: "marlowe", Auth: asGuest(), HostKeyCallback: gossh.FixedHostKey(known),
	})
	if err != nil {
		t.Fatal(err)
	}
	others := make(chan *gossh.Request)
	go func() {
		defer close(others)
		for r := range requests {
			if r.Type == announceKeys {
				announced <- r.Payload
			}
		}
	}()
	client := gossh.NewClient(c, channels, others)
	t.Cleanup(func() { _ = client.Close() })
	return client
}
