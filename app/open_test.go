package app_test

import (
	"errors"
	"net"
	"testing"
	"testing/fstest"

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
