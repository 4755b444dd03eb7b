package app_test

import (
	"errors"
	"net"
	"testing"
	"testing/fstest"

	"golang.org/x/crypto/ssh"

	"noir/app"
)

// TestAFailedStartLeavesNoSocket: words of a game that cannot be read end the start, and the
// sockets that were handed over are closed.
func TestAFailedStartLeavesNoSocket(t *testing.T) {
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

// TestFingerprint: what is printed at the start is the key that a client is shown.
func TestFingerprint(t *testing.T) {
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
