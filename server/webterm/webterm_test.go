package webterm

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"noir/internal/await"
	"noir/internal/language"
)

var opened = sync.OnceValues(func() (*language.Library, error) { return language.Open() })

func library(t *testing.T) *language.Library {
	t.Helper()
	l, err := opened()
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// open serves a door at its own URL, to readers who come from an address ("" for their own).
func open(t *testing.T, from string) (*Door, *httptest.Server) {
	t.Helper()
	d, err := New(Config{URL: "https://noir.example.com", Library: library(t)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if from != "" {
			r.RemoteAddr = from
		}
		d.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	t.Cleanup(func() {
		_ = d.Close()
		d.Wait()
	})
	return d, s
}

// dial opens a WebSocket from a page of an origin.
func dial(t *testing.T, s *httptest.Server, origin string) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	c, answer, err := websocket.Dial(t.Context(), s.URL+Path+"/socket", &websocket.DialOptions{HTTPHeader: header})
	if err == nil {
		t.Cleanup(func() { _ = c.CloseNow() })
	}
	return c, answer, err
}

// accept returns the connection that has arrived.
func accept(t *testing.T, d *Door) net.Conn {
	t.Helper()
	c, err := d.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// enter opens a WebSocket and returns both of its ends.
func enter(t *testing.T, d *Door, s *httptest.Server) (*websocket.Conn, net.Conn) {
	t.Helper()
	c, _, err := dial(t, s, "https://noir.example.com")
	if err != nil {
		t.Fatal(err)
	}
	return c, accept(t, d)
}

func TestPagesOfOtherSitesOpenNothing(t *testing.T) {
	d, s := open(t, "")
	for origin, status := range map[string]int{
		"https://noir.example.com": http.StatusSwitchingProtocols,
		s.URL:                      http.StatusSwitchingProtocols, // the host that was asked
		"http://noir.example.com":  http.StatusForbidden,
		"https://evil.example.com": http.StatusForbidden,
		"https://noir.example.com.evil.example.com": http.StatusForbidden,
		"null": http.StatusForbidden,
		"":     http.StatusForbidden,
	} {
		_, answer, err := dial(t, s, origin)
		if answer == nil || answer.StatusCode != status {
			t.Errorf("%q: %v, %v", origin, answer, err)
		}
		if err == nil {
			accept(t, d)
		}
	}
	answer, err := http.Get(s.URL + Path + "/socket")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusForbidden {
		t.Errorf("no WebSocket: %s", answer.Status)
	}
}

func TestConnectionsCarryWhatIsSaidAndTheBrowsersAddress(t *testing.T) {
	d, s := open(t, "[2001:db8::7]:0")
	browser, house := enter(t, d, s)
	if at := house.RemoteAddr().String(); at != "[2001:db8::7]:0" {
		t.Errorf("the browser is at %s", at)
	}
	if tcp, ok := house.(*conn).TCPConn(); !ok || tcp == nil {
		t.Error("no TCP connection below")
	}
	if err := browser.Write(t.Context(), websocket.MessageBinary, []byte("SSH-2.0-b\r\n")); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(house).ReadString('\n'); err != nil || line != "SSH-2.0-b\r\n" {
		t.Fatalf("%q, %v", line, err)
	}
	if _, err := house.Write([]byte("SSH-2.0-h\r\n")); err != nil {
		t.Fatal(err)
	}
	if kind, said, err := browser.Read(t.Context()); err != nil || kind != websocket.MessageBinary || string(said) != "SSH-2.0-h\r\n" {
		t.Fatalf("%v, %q, %v", kind, said, err)
	}
}

func TestMessagesThatAreNoneOfSSHEndTheConnection(t *testing.T) {
	d, s := open(t, "")
	for name, send := range map[string]func(*websocket.Conn) error{
		"too long": func(c *websocket.Conn) error {
			return c.Write(t.Context(), websocket.MessageBinary, make([]byte, mostMessage+2))
		},
		"text": func(c *websocket.Conn) error { return c.Write(t.Context(), websocket.MessageText, []byte("hello")) },
	} {
		t.Run(name, func(t *testing.T) {
			browser, house := enter(t, d, s)
			sent := make(chan error, 1)
			go func() { sent <- send(browser) }()
			if n, err := io.Copy(io.Discard, house); err == nil || n > mostMessage+1 {
				t.Errorf("%d bytes were read, %v", n, err)
			}
			_ = house.Close()
			await.One(t, sent, "the end of the page's sending")
		})
	}
}

// TestASilentBrowserIsGone: one that answers no ping, as after its machine has lost the network.
func TestASilentBrowserIsGone(t *testing.T) {
	d, s := open(t, "")
	d.pingEvery, d.pongTime = 10*time.Millisecond, 50*time.Millisecond
	browser, house := enter(t, d, s) // nothing reads the browser's end: it answers nothing
	if _, err := house.Read(make([]byte, 1)); err == nil {
		t.Error("something was read")
	}
	_ = browser.CloseNow()

	d.pingEvery = 5 * time.Millisecond
	browser, house = enter(t, d, s)
	reading, stop := context.WithCancel(t.Context())
	defer stop()
	gone := browser.CloseRead(reading) // answers pings
	read := make(chan error, 1)
	go func() {
		_, err := house.Read(make([]byte, 1))
		read <- err
	}()
	select {
	case err := <-read:
		t.Errorf("one that answers was cut: %v", err)
	case <-gone.Done():
		t.Error("one that answers is gone")
	case <-time.After(4 * d.pongTime):
	}
}

func TestCloseLetsNobodyInAndWaits(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent(), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"))
	d, s := open(t, "")
	_, house := enter(t, d, s)
	waiting, _, err := dial(t, s, "https://noir.example.com") // nobody accepts it
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("accepting: %v", err)
	}
	if _, _, err := waiting.Read(t.Context()); err == nil {
		t.Error("a connection that nobody has accepted stays")
	}
	if _, answer, _ := dial(t, s, "https://noir.example.com"); answer == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("another one: %v", answer)
	}
	waited := make(chan struct{})
	go func() {
		defer close(waited)
		d.Wait()
	}()
	if _, err := house.Write([]byte("you are told first")); err != nil {
		t.Error(err)
	}
	select {
	case <-waited:
		t.Error("nothing waits for a connection that is open")
	default:
	}
	_ = house.Close()
	select {
	case <-waited:
	case <-time.After(10 * time.Second):
		t.Fatal("closed connections are waited for")
	}
	if err := house.Close(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("closed again: %v", err)
	}
	s.Close()
}

// TestCloseCutsAConnectionThatTakesNothing: closing never waits for the browser.
func TestCloseCutsAConnectionThatTakesNothing(t *testing.T) {
	d, s := open(t, "")
	_, house := enter(t, d, s)
	wrote := make(chan error, 1)
	go func() {
		for {
			if _, err := house.Write(make([]byte, 32<<10)); err != nil {
				wrote <- err
				return
			}
		}
	}()
	select {
	case err := <-wrote:
		t.Fatal(err)
	case <-time.After(300 * time.Millisecond): // the buffers are full
	}
	began := time.Now()
	_ = house.Close()
	if took := time.Since(began); took > time.Second {
		t.Errorf("closing took %v", took)
	}
	select {
	case <-wrote:
	case <-time.After(10 * time.Second):
		t.Fatal("a write outlives its connection")
	}
}

func TestNoURL(t *testing.T) {
	for _, u := range []string{"", "noir.example.com", "https://", ":"} {
		if _, err := New(Config{URL: u}); err == nil || !strings.Contains(err.Error(), "URL") {
			t.Errorf("%q: %v", u, err)
		}
	}
}
