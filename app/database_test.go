package app_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"
	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data/postgres/pgtest"
	"noir/internal/await"
)

// TestMain finds what servers that have ended have left running.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "8") // unless told otherwise: they mostly wait
	code := pgtest.Main(m)
	if err := goleak.Find(goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop")); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// TestServesOnPostgreSQL: a server plays on a database, a second one on it stands by, and finds the
// players of the first, and its address, once that has gone. It ends when others have taken it for dead.
func TestServesOnPostgreSQL(t *testing.T) {
	t.Parallel()
	config := app.Config{Data: filepath.Join(t.TempDir(), "new"), Database: pgtest.Database(t), Listen: "127.0.0.1:0"}
	a, err := app.Open(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(config.Data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory of the host key has the mode %v, %v", info.Mode(), err)
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
	second.Data, second.Node, second.Listen = t.TempDir(), "spare", a.Addr().String() // which only who serves may take
	conn, err := pgx.Connect(t.Context(), config.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	stands := make(chan string, 1)
	second.StandsBy = func(leader string) { stands <- leader }
	impatient, stop := context.WithCancel(t.Context())
	defer stop()
	opened := make(chan error, 1)
	go func() {
		_, err := app.Open(impatient, second)
		opened <- err
	}()
	standing := func() string {
		t.Helper()
		select {
		case leader := <-stands:
			return leader
		case err := <-opened:
			t.Fatalf("it does not stand by: %v", err)
		}
		return ""
	}
	if leader := standing(); !strings.Contains(leader, "process") {
		t.Errorf("%q leads", leader)
	}
	stop()
	if err := <-opened; !errors.Is(err, context.Canceled) {
		t.Errorf("told to stop: %v", err)
	}
	var b *app.App
	go func() {
		var err error
		b, err = app.Open(t.Context(), second)
		opened <- err
	}()
	standing()
	if _, err := conn.Exec(t.Context(), `DELETE FROM nodes WHERE name = 'spare'`); err != nil { // as if it had stood still: it joins again
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if err := await.One(t, opened, "a server in place of the one that has ended"); err != nil {
		t.Fatal(err)
	}
	ask(b, "profile marlowe --json")
	if _, err := conn.Exec(t.Context(), `DELETE FROM nodes`); err != nil { // as others do that take it for dead
		t.Fatal(err)
	}
	dead, cancel := context.WithTimeout(t.Context(), await.Limit())
	defer cancel()
	if b.Wait(dead); dead.Err() != nil {
		t.Error("it goes on though others have taken it for dead")
	}
	if err := b.Close(); !errors.Is(err, app.ErrTakenOver) {
		t.Errorf("it ends with %v", err)
	}
}
