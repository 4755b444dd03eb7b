package herald_test

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"noir/data"
	"noir/server/herald"
)

// refused wants a sentence for the player.
func refused(t *testing.T, what string, err error, sentence string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), sentence) {
		t.Errorf("%s: %v", what, err)
	}
}

// TestURLs that are none of a webhook are refused, and nothing is changed by them.
func TestURLs(t *testing.T) {
	h := open(t, t.TempDir(), herald.Config{})
	p, _ := h.player("marlowe", "https://example.com/hook?room=3")
	before, err := h.store.Settings(t.Context(), p.ID)
	if err != nil || before.Webhook != "https://example.com/hook?room=3" || before.Secret == "" {
		t.Fatalf("%+v, %v", before, err)
	}
	for address, sentence := range map[string]string{
		"":                                          "no URL",
		"example.com":                               "no URL",
		"https://":                                  "no URL",
		"https://exa\x1bmple.com":                   "no URL",
		"https://exämple.com":                       "no URL",
		"http://example.com":                        "only https://",
		"ftp://example.com":                         "only https://",
		"file:///etc/passwd":                        "no URL",
		"https://a:b@example.com":                   "without name",
		"https://example.com/#a":                    "#fragment",
		"https://example.com:25":                    "the port",
		"https://example.com:70000":                 "the port",
		"https://127.0.0.1/":                        "public internet",
		"https://[::1]/":                            "public internet",
		"https://[::ffff:93.184.216.34]/":           "public internet",
		"https://169.254.169.254/latest":            "public internet",
		"https://e.com/" + strings.Repeat("a", 500): "too long",
	} {
		_, err := h.Hook(t.Context(), p.ID, address)
		refused(t, address, err, sentence)
	}
	_, err = h.Hook(t.Context(), data.PlayerID(-1), "https://example.com")
	refused(t, "a guest", err, "connect with a key")
	if after, err := h.store.Settings(t.Context(), p.ID); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("%+v, %v", after, err)
	}
	if err := h.Unhook(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	refused(t, "none", h.Try(t.Context(), p.ID), "you have no webhook")
}

// TestATry tells how it went.
func TestATry(t *testing.T) {
	r := listen(t)
	h := open(t, t.TempDir(), herald.Config{Trial: true, Roots: r.roots()})
	p, _ := h.player("marlowe", r.URL)
	if err := h.Try(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	if m := r.take()[0].message(t); m.Type != herald.Trial || m.Command != "ssh noir.example.com" {
		t.Errorf("%+v", m)
	}
	r.answers(http.StatusTeapot)
	refused(t, "a failure", h.Try(t.Context(), p.ID), "the answer was 418")
	r.answers(http.StatusFound)
	refused(t, "a redirect", h.Try(t.Context(), p.ID), "redirects are not followed")
	if n := len(r.take()); n != 2 {
		t.Errorf("%d were posted: a redirect was followed", n)
	}
	r.answers(http.StatusOK)
	var err error
	for range 100 { // however slow they are
		if err = h.Try(t.Context(), p.ID); err != nil {
			break
		}
	}
	refused(t, "too often", err, "try again in a few seconds")
	distrustful := open(t, t.TempDir(), herald.Config{Trial: true})
	p, _ = distrustful.player("marlowe", r.URL)
	refused(t, "a certificate that nobody has signed", distrustful.Try(t.Context(), p.ID), "certificate")
	r.Close()
	p, _ = h.player("spade", "https://127.0.0.2:1025")
	refused(t, "nobody there", h.Try(t.Context(), p.ID), "no connection")
}

// TestANameThatMeansAPrivateAddress is found out when it is connected to, whatever it
// meant before.
func TestANameThatMeansAPrivateAddress(t *testing.T) {
	r := listen(t)
	var asked atomic.Int64
	h := open(t, t.TempDir(), herald.Config{Roots: r.roots(), Resolver: names(t, &asked)})
	_, port, err := net.SplitHostPort(r.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	p, _ := h.player("marlowe", "https://example.com:"+port)
	refused(t, "a rebound name", h.Try(t.Context(), p.ID), "public internet")
	if n := len(r.take()); n != 0 || asked.Load() == 0 {
		t.Errorf("%d were posted after %d questions", n, asked.Load())
	}
}

// names is a resolver to which every name is 127.0.0.1.
func names(t *testing.T, asked *atomic.Int64) *net.Resolver {
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		buffer := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			asked.Add(1)
			_, _ = server.WriteTo(loopback(buffer[:n]), from)
		}
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// loopback answers a question of DNS: of an A record with 127.0.0.1, of another with
// nothing.
func loopback(question []byte) []byte {
	const header = 12
	end := header + bytes.IndexByte(question[header:], 0) + 5 // of the name, its type and its class
	answer := slices.Clone(question[:end])
	answer[2] |= 0x80 // it is an answer
	answers := byte(0)
	if kind := answer[end-3]; kind == 1 {
		answers = 1
		answer = append(answer, 0xc0, header, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 127, 0, 0, 1)
	}
	copy(answer[4:], []byte{0, 1, 0, answers, 0, 0, 0, 0})
	return answer
}
