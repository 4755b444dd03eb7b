package e2e

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data/sqlite/sqlitetest"
	"noir/internal/await"
	"noir/server"
	"noir/server/hostkey"
	"noir/server/webterm/client"
)

// house is a server in this process to which browsers come.
type house struct {
	*testing.T
	server *app.App
	close  func()
}

// openHouse starts a server with a page to play at.
func openHouse(t *testing.T, dir string, change func(*app.Config)) house {
	t.Helper()
	c := app.Config{Data: sqlitetest.Furnish(t, dir), Listen: "127.0.0.1:0", Web: "127.0.0.1:0", WebPlay: true}
	if change != nil {
		change(&c)
	}
	a, err := app.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	closed := sync.OnceFunc(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(closed)
	return house{t, a, closed}
}

// line opens a WebSocket as the page does, through a proxy that says where it comes from.
func (h house) line(from string) net.Conn {
	h.Helper()
	base := "http://" + h.server.Web().String()
	c, _, err := websocket.Dial(h.Context(), base+"/play/socket", &websocket.DialOptions{HTTPHeader: http.Header{
		"Origin": {base}, "X-Forwarded-For": {from},
	}})
	if err != nil {
		h.Fatal(err)
	}
	conn := websocket.NetConn(context.Background(), c, websocket.MessageBinary)
	h.Cleanup(func() { _ = c.CloseNow() })
	return conn
}

// tab is a page to play at: its key, what it knows of the house, and what it shows.
type tab struct {
	*client.Session
	said *said
}

// said is what has come, and may be waited for.
type said struct {
	mu   sync.Mutex
	text strings.Builder
	more chan struct{}
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(p)
	wake(s.more)
	return len(p), nil
}

func (s *said) has(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.text.String(), text)
}

// waits for a text, which the terminal draws in one piece.
func (p tab) waits(t *testing.T, text string) {
	t.Helper()
	for !p.said.has(text) {
		await.One(t, p.said.more, text)
	}
}

// visit comes in from an address.
func (h house) visit(from string, o client.Options) (tab, error) {
	h.Helper()
	o.Columns, o.Rows, o.Print = 80, 24, h.server.Fingerprint()
	s, err := client.Open(h.line(from), o)
	if err != nil {
		return tab{}, err
	}
	p := tab{s, &said{more: make(chan struct{}, 1)}}
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(p.said, s) // up to the end of the session
	}()
	h.Cleanup(func() {
		_ = s.Close()
		await.One(h, read, "the end of a session's output")
	})
	return p, nil
}

// asKey is who a private key is at the server, by ssh.
func (h house) asKey(key string) string {
	h.Helper()
	signer, err := ssh.ParsePrivateKey([]byte(key))
	if err != nil {
		h.Fatal(err)
	}
	c, err := person{name: "somebody", signer: signer}.dial(h.server.Addr().String())
	if err != nil {
		h.Fatal(err)
	}
	defer c.Close()
	_, out, _ := try(h, c, "whoami")
	return out
}

func newKey(t *testing.T) string {
	t.Helper()
	key, err := client.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// TestBrowserIsTheSamePlayer: a key of a browser is a player like any other, in the browser's language, from
// the browser's address, and at the end of the server the session is told and over.
func TestBrowserIsTheSamePlayer(t *testing.T) {
	t.Parallel()
	t.Run("visit", func(t *testing.T) {
		came := newLogged("came in")
		h := openHouse(t, t.TempDir(), func(c *app.Config) { c.Log = slog.New(slog.NewTextHandler(came, nil)) })
		key := newKey(t)
		p, err := h.visit("203.0.113.9", client.Options{Key: key, Env: map[string]string{"LANG": "de.UTF-8"}})
		if err != nil {
			t.Fatal(err)
		}
		p.waits(t, "enter nimmt ihn")
		if _, err := io.WriteString(p, "marlowe\r"); err != nil {
			t.Fatal(err)
		}
		p.waits(t, "Regeln")
		if who := h.asKey(key); !strings.Contains(who, "marlowe") {
			t.Errorf("by ssh the key is %q", who)
		}
		if line := came.wait(t); !strings.Contains(line, "remote=203.0.113.9:0") {
			t.Errorf("the log does not say where the browser is: %s", line)
		}
		again, err := h.visit("203.0.113.9", client.Options{Key: key})
		if err != nil {
			t.Fatal(err)
		}
		again.waits(t, "marlowe")
		if err := again.Resize(40, 20); err != nil {
			t.Error(err)
		}
		if _, err := io.WriteString(again, "q"); err != nil {
			t.Fatal(err)
		}
		left := time.Now()
		if code, err := again.Wait(); code != 0 || err != nil {
			t.Errorf("leaving: %d, %v", code, err)
		}
		if took := time.Since(left); took >= client.Keepalive {
			t.Errorf("the page is told after %v, when it asks whether the server is there", took)
		}
		h.close()
		p.waits(t, "Der Server fährt kurz herunter.")
		if code, err := p.Wait(); err != nil || code == 0 {
			t.Errorf("the server's end: %d, %v", code, err)
		}
	})
}

// TestBrowsersHaveTheLimitsOfTheirAddresses: those of the SSH door, whose sentences they read.
func TestBrowsersHaveTheLimitsOfTheirAddresses(t *testing.T) {
	h := openHouse(t, t.TempDir(), func(c *app.Config) { c.Limits = server.Limits{PerAddress: 2} })
	for i := range 3 {
		_, err := h.visit("203.0.113.9", client.Options{Key: newKey(t)})
		var refused *client.RefusedError
		if i < 2 && err != nil || i == 2 && (!errors.As(err, &refused) || !strings.HasPrefix(refused.Sentence, "There are 2 connections from your address already.")) {
			t.Errorf("connection %d: %v", i+1, err)
		}
	}
	if _, err := h.visit("203.0.113.10", client.Options{Key: newKey(t)}); err != nil {
		t.Errorf("another address: %v", err)
	}
	// A proxy of nobody's says nothing that counts: loopback alone is believed, and says the last address.
	if _, err := h.visit("198.51.100.1, 203.0.113.9", client.Options{Key: newKey(t)}); err == nil {
		t.Error("a browser may say where it comes from")
	}
}

// TestBrowserKnowsTheHouse: by the fingerprint of the page first, by its host keys then, also by the next one
// when that is announced; another one is refused.
func TestBrowserKnowsTheHouse(t *testing.T) {
	dir := t.TempDir()
	if err := hostkey.Make(filepath.Join(dir, hostkey.File+hostkey.Next)); err != nil {
		t.Fatal(err)
	}
	h := openHouse(t, dir, nil)
	learned := make(chan []string, 4)
	o := client.Options{Key: newKey(t), Learned: func(known []string) { learned <- known }}
	p, err := h.visit("203.0.113.9", o)
	if err != nil {
		t.Fatal(err)
	}
	first := await.One(t, learned, "the host key is learned")
	if prints := client.Fingerprints(first); len(prints) != 1 || prints[0] != h.server.Fingerprint() {
		t.Errorf("first known is %v", prints)
	}
	both := await.One(t, learned, "the next host key is learned")
	if len(both) != 2 || both[0] != first[0] {
		t.Fatalf("then known is %v", both)
	}
	_ = p.Close()
	for name, c := range map[string]struct {
		known []string
		fits  bool
	}{"known": {both, true}, "only the next": {both[1:], false}, "another's": {[]string{publicOf(t, newKey(t))}, false}} {
		o.Known = c.known
		_, err := h.visit("203.0.113.9", o)
		var changed *client.ChangedError
		if c.fits && err != nil || !c.fits && (!errors.As(err, &changed) || changed.Got != h.server.Fingerprint()) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(learned) != 0 {
		t.Errorf("%v is learned", <-learned)
	}
	// A page that names another fingerprint than the house has.
	s, err := client.Open(h.line("203.0.113.9"), client.Options{Key: o.Key, Print: "SHA256:other", Columns: 80, Rows: 24})
	if changed := new(client.ChangedError); !errors.As(err, &changed) {
		t.Errorf("another fingerprint on the page: %v, %v", s, err)
	}
}

func publicOf(t *testing.T, key string) string {
	t.Helper()
	public, fingerprint, err := client.Describe(key)
	if err != nil || !strings.HasPrefix(fingerprint, "SHA256:") {
		t.Fatal(fingerprint, err)
	}
	return public
}

// TestPageToPlayAtIsOneOfThePages: the first page links to it where it was built, as elsewhere it could only say that it
// was not; it is there only if it is wanted, and only among pages.
func TestPageToPlayAtIsOneOfThePages(t *testing.T) {
	t.Parallel()
	for _, wanted := range []bool{true, false} {
		h := openHouse(t, t.TempDir(), func(c *app.Config) { c.WebPlay = wanted })
		ask := func(path string) (int, string) {
			answer, err := http.Get("http://" + h.server.Web().String() + path)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			return answer.StatusCode, string(body)
		}
		status, _ := ask("/play")
		if (status != http.StatusNotFound) != wanted {
			t.Errorf("wanted %v, and the page is %d", wanted, status)
		}
		if _, front := ask("/"); strings.Contains(front, `href="/play"`) != (status == http.StatusOK) {
			t.Errorf("the page is %d, and the first page is\n%s", status, front)
		}
	}
	if _, err := app.Open(t.Context(), app.Config{Data: t.TempDir(), Listen: "127.0.0.1:0", WebPlay: true}); err == nil || !strings.Contains(err.Error(), "--web") {
		t.Errorf("without pages: %v", err)
	}
}
