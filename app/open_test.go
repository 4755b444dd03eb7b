package app_test

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/internal/await"
	"noir/server"
	"noir/server/hostkey"
)

// TestAFailedStartLeavesNoSocket: no server runs without what it was asked to serve. It says why, and the sockets that
// were handed over are closed.
func TestAFailedStartLeavesNoSocket(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	games := app.Offers()
	games[0].Texts = fstest.MapFS{"words.de.toml": {Data: []byte("this is no TOML")}}
	unused := filepath.Join(t.TempDir(), "none")
	for says, c := range map[string]app.Config{
		"words.de.toml":                     {Games: games},
		"choose another address with --web": {Web: taken.Addr().String()},
		"--metrics":                         {Metrics: taken.Addr().String()},
		"feeds need a URL":                  {Web: "127.0.0.1:0", WebURL: "no-url"},
		"name it with --database":           {NATS: "nats://127.0.0.1:1"},
		"nowhere":                           {Database: "postgres://127.0.0.1:1/nowhere"},
		"host key: ":                        {HostKey: unused},
		"the invitations: ":                 {InviteOnly: unused},
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		c.Data, c.Listeners = sqlitetest.Furnish(t, t.TempDir()), []net.Listener{l}
		if a, err := app.Open(t.Context(), c); err == nil {
			t.Error(errors.Join(errors.New(says+": the server has started"), a.Close()))
		} else if !strings.Contains(err.Error(), says) {
			t.Errorf("%s: it says %v", says, err)
		}
		if err := l.Close(); !errors.Is(err, net.ErrClosed) {
			t.Errorf("%s: the socket is open still", says)
		}
		if again, err := sqlite.Open(c.Data); err != nil {
			t.Errorf("%s: the store is open still: %v", says, err)
		} else if err := again.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestSettingsAreInForce: visitors, programs and pages are told what the operator has set.
func TestSettingsAreInForce(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new")
	a, err := app.Open(t.Context(), app.Config{
		Data: dir, Listen: "127.0.0.1:0", PublicAddress: "-p 2022 noir.example.com", Version: "9.9", Commit: "c0ffee",
		Web: "127.0.0.1:0", WebURL: "https://noir.example.com/cards/", Notice: "Kept by the porter.", Limits: server.Limits{Channels: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	if all := a.Addrs(); len(all) != 1 || all[0] != a.Addr() || a.Invitation() != "ssh -p 2022 noir.example.com" {
		t.Errorf("it listens at %v, players type %q", all, a.Invitation())
	}
	for path, mode := range map[string]fs.FileMode{dir: fs.ModeDir | 0o700, filepath.Join(dir, hostkey.File): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%s has the mode %v, %v", path, info.Mode(), err)
		}
	}
	vera, _ := keyed(t, a.Addr().String())
	for command, sentence := range map[string]string{
		"version --json": `{"version":"9.9","protocol":1,"commit":"c0ffee"}`,
		"help":           "Kept by the porter.",
		"keys add":       "ssh -p 2022 noir.example.com keys claim ",
		"feed new":       "https://noir.example.com/cards/feed",
		"webhook set https://noir.example.com/hook": "that is this server itself",
		"webhook set http://example.org/hook":       "must begin with https://",
	} {
		vera.hears(command, sentence)
	}
	newcomer, _ := keyed(t, a.Addr().String())
	newcomer.hears("", "Kept by the porter.")
	vera.env = map[string]string{"LANG": "de_DE.UTF-8"}
	vera.hears("whoami 'is it", "Die Anführungszeichen in diesem Befehl")
	vera.hears("join nothing", "Kein privater Tisch hat diesen Code: prüf")
	vera.hears("settings language de", "")
	vera.env["LANG"] = "C"
	vera.hears("fold", "am naechsten ist") // ä in ASCII
	client := guest(t, a)
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := client.NewSession(); err == nil {
		t.Error("there are two sessions on a connection, and one is the most")
	}
	answer, err := http.Get("http://" + a.Web().String())
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if text := string(page); err != nil || !strings.Contains(text, "ssh -p 2022 noir.example.com") || !strings.Contains(text, "https://noir.example.com/cards/") || !strings.Contains(text, "Kept by the porter.") || strings.Contains(text, "cards//") {
		t.Errorf("%v, the first page is\n%s", err, text)
	}
}

// TestBalancersSayWhoComes: behind a load balancer a connection begins with whose it is, and no other way.
func TestBalancersSayWhoComes(t *testing.T) {
	t.Parallel()
	var balancers server.Proxies
	if err := balancers.Set("127.0.0.1"); err != nil {
		t.Fatal(err)
	}
	a, err := app.Open(t.Context(), app.Config{Data: sqlitetest.Furnish(t, t.TempDir()), Listen: "127.0.0.1:0", Balancers: balancers})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	said := func(header string) string {
		conn, err := net.Dial("tcp", a.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.SetDeadline(time.Now().Add(await.Limit())); err != nil {
			t.Fatal(err)
		}
		greeting := make([]byte, len("SSH-2.0-noir"))
		_, _ = conn.Write([]byte(header)) // whoever is late is not greeted
		n, _ := io.ReadFull(conn, greeting)
		return string(greeting[:n])
	}
	await.Until(t, "a balancer's client is greeted", func() bool { // a busy balancer may be too late with whose it is
		return said("PROXY TCP4 203.0.113.9 127.0.0.1 4022 22\r\n") == "SSH-2.0-noir"
	})
	if greeting := said("SSH-2.0-client\r\n"); greeting != "" {
		t.Errorf("whoever does not say whose it is is greeted with %q", greeting)
	}
}

// TestFingerprint: what is printed at the start is the key that a client is shown.
func TestFingerprint(t *testing.T) {
	t.Parallel()
	a, err := app.Open(t.Context(), app.Config{Data: sqlitetest.Furnish(t, t.TempDir()), Listen: "127.0.0.1:0"})
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
	if _, err := app.Open(t.Context(), app.Config{Data: sqlitetest.Furnish(t, t.TempDir()), HostKey: file, Listen: "127.0.0.1:0"}); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("without its key: %v", err)
	}
	if err := errors.Join(hostkey.Make(file), os.Chmod(file, 0o400)); err != nil {
		t.Fatal(err)
	}
	var prints []string
	for range 2 {
		dir := sqlitetest.Furnish(t, t.TempDir())
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
