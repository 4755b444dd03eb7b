package app_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"os"
	"testing"

	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// TestServesOnPostgreSQL: a server plays on a database, a second one on it is refused, and after the
// first has gone another one finds its players.
func TestServesOnPostgreSQL(t *testing.T) {
	config := app.Config{Data: t.TempDir(), Database: pgtest.Database(t), Listen: "127.0.0.1:0"}
	a, err := app.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(a *app.App, command string) {
		t.Helper()
		client, err := ssh.Dial("tcp", a.Addr().String(), &ssh.ClientConfig{
			User: "marlowe", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		})
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		session, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		if out, err := session.CombinedOutput(command); err != nil {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
	ask(a, "settings lookout on")
	second := config
	second.Data = t.TempDir()
	if _, err := app.Open(t.Context(), second); !errors.Is(err, postgres.ErrServed) {
		t.Errorf("a second server: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if a, err = app.Open(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	ask(a, "profile marlowe --json")
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}
