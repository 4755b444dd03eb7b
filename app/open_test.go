package app_test

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/server/hostkey"
)

// TestAFailedStartLeavesNoSocket: unreadable texts of a game end the start, and the sockets
// that were handed over are closed.
func TestAFailedStartLeavesNoSocket(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	games := app.Offers()
	games[0].Texts = fstest.MapFS{"words.de.toml": {Data: []byte("this is no TOML")}}
	if _, err := app.Open(t.Context(), app.Config{Data: t.TempDir(), Listeners: []net.Listener{l}, Games: games}); err == nil {
		t.Fatal("the server has started")
	}
	if err := l.Close(); !errors.Is(err, net.ErrClosed) {
		t.Error("the socket is open still")
	}
}

// TestPagesThatCannotBeServed end the start: no server runs without what it was asked to serve.
func TestPagesThatCannotBeServed(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for what, c := range map[string]app.Config{
		"an address that is taken": {Web: taken.Addr().String()},
		"figures there":            {Metrics: taken.Addr().String()},
		"a URL that is none":       {Web: "127.0.0.1:0", WebURL: "no-url"},
	} {
		c.Data, c.Listen = t.TempDir(), "127.0.0.1:0"
		if a, err := app.Open(t.Context(), c); err == nil {
			t.Error(errors.Join(errors.New(what+": the server has started"), a.Close()))
		}
	}
}

// TestFingerprint: what is printed at the start is the key that a client is shown.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	a, err := app.Open(t.Context(), app.Config{Data: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	var shown string
	client, err := ssh.Dial("tcp", a.Addr().String(), &ssh.ClientConfig{
		User: "vera",
		Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
		HostKeyCallback: func(_ string, _ net.Addr, key ssh.PublicKey) error {
			shown = ssh.FingerprintSHA256(key)
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(client.Close(), a.Close()); err != nil {
		t.Error(err)
	}
	if shown != a.Fingerprint() {
		t.Errorf("the server says %q, a client sees %q", a.Fingerprint(), shown)
	}
}

// TestOneHostKey: servers with the same host key file have one identity, none makes another key
// beside it, and without the file none starts.
func TestOneHostKey(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "key")
	if _, err := app.Open(t.Context(), app.Config{Data: t.TempDir(), HostKey: file, Listen: "127.0.0.1:0"}); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("without its key: %v", err)
	}
	if err := errors.Join(hostkey.Make(file), os.Chmod(file, 0o400)); err != nil {
		t.Fatal(err)
	}
	var prints []string
	for range 2 {
		dir := t.TempDir()
		a, err := app.Open(t.Context(), app.Config{Data: dir, HostKey: file, Listen: "127.0.0.1:0"})
		if err != nil {
			t.Fatal(err)
		}
		prints = append(prints, a.Fingerprint())
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, hostkey.File)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("there is a key in the data directory: %v", err)
		}
	}
	if prints[0] != prints[1] {
		t.Errorf("two identities: %q", prints)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o400 {
		t.Errorf("the key has the mode %v, %v", info.Mode().Perm(), err)
	}
}
