package notify_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/await"
	"noir/internal/quota"
	"noir/internal/quota/quotatest"
	"noir/server/notify"
)

// refused expects a sentence for the player.
func refused(t *testing.T, what string, err error, sentence string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), sentence) {
		t.Errorf("%s: %v", what, err)
	}
}

// TestURLs: one that cannot be a webhook's is refused, and changes nothing.
func TestURLs(t *testing.T) {
	t.Parallel()
	h := open(t, t.TempDir(), notify.Config{})
	p, _ := h.player("marlowe", "https://example.com/hook?room=3")
	before, err := h.store.Settings(t.Context(), p.ID)
	if err != nil || before.Webhook != "https://example.com/hook?room=3" || before.Secret == "" {
		t.Fatalf("%+v, %v", before, err)
	}
	for address, sentence := range map[string]string{
		"":                                          "not a URL",
		"example.com":                               "not a URL",
		"https://":                                  "not a URL",
		"https://exa\x1bmple.com":                   "not a URL",
		"https://exämple.com":                       "not a URL",
		"https://example.com/a b":                   "not a URL",
		"http://example.com":                        "begin with https://",
		"ftp://example.com":                         "begin with https://",
		"file:///etc/passwd":                        "not a URL",
		"https://a:b@example.com":                   "without name",
		"https://example.com/#a":                    "#fragment",
		"https://example.com:25":                    "the port",
		"https://example.com:1023":                  "the port",
		"https://example.com:65536":                 "the port",
		"https://127.0.0.1/":                        "public internet",
		"https://[::1]/":                            "public internet",
		"https://[::ffff:93.184.216.34]/":           "public internet",
		"https://169.254.169.254/latest":            "public internet",
		"https://e.com/" + strings.Repeat("a", 487): "too long",
	} {
		_, err := h.Hook(t.Context(), p.ID, address)
		refused(t, address, err, sentence)
	}
	_, err = h.Hook(t.Context(), data.PlayerID(-1), "https://example.com")
	refused(t, "a guest", err, "connect with a key")
	if after, err := h.store.Settings(t.Context(), p.ID); err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("%+v, %v", after, err)
	}
	for _, address := range []string{"https://example.com:443", "https://example.com:1024/a?b=c", "https://example.com:65535", "https://e.com/" + strings.Repeat("a", 486)} {
		if _, err := h.Hook(t.Context(), p.ID, address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	private := open(t, t.TempDir(), notify.Config{AllowPrivate: true})
	p, _ = private.player("marlowe", "")
	for address, sentence := range map[string]string{"http://127.0.0.1:1025": "", "https://[::1]/": "", "ftp://127.0.0.1:1025": "begin with https://", "http://127.0.0.1:80": "the port"} {
		if _, err := private.Hook(t.Context(), p.ID, address); sentence != "" {
			refused(t, "for tests, "+address, err, sentence)
		} else if err != nil {
			t.Errorf("for tests, %s: %v", address, err)
		}
	}
	p, _ = h.player("spade", "https://example.com")
	if err := h.Unhook(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	refused(t, "none", h.Try(t.Context(), p.ID), "you have no webhook")
}

// nothing is what a player is told about any address that gives no HTTP answer.
const nothing = "no answer came from there within 5 seconds; check the address and its certificate"

// TestATry tells how it went.
func TestATry(t *testing.T) {
	r, dirs := listen(t), []string{t.TempDir(), t.TempDir()}
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dirs[0], notify.Config{AllowPrivate: true, Roots: r.roots()})
		p, _ := h.player("marlowe", r.URL)
		if err := h.Try(t.Context(), p.ID); err != nil {
			t.Fatal(err)
		}
		if m := r.take()[0].message(t); m.Type != notify.TestMessage || m.Command != "ssh noir.example.com" {
			t.Errorf("%+v", m)
		}
		r.answers(http.StatusTeapot)
		refused(t, "a failure", h.Try(t.Context(), p.ID), "the answer was 418")
		r.answers(http.StatusFound)
		refused(t, "a redirect", h.Try(t.Context(), p.ID), "redirects are not followed")
		if n := len(r.take()); n != 2 {
			t.Errorf("%d were posted: a redirect was followed", n)
		}
		distrustful := open(t, dirs[1], notify.Config{AllowPrivate: true})
		p, _ = distrustful.player("marlowe", r.URL)
		h.finds(p, nothing, "a certificate that nobody has signed", distrustful.Try)
		p, _ = h.player("spade", "https://127.0.0.2:1025")
		h.finds(p, nothing, "nobody there", h.Try)
	})
}

// finds expects a test message to say the same, after the same time, for everything that gives no HTTP
// answer.
func (h *house) finds(p data.Player, sentence, what string, try func(context.Context, data.PlayerID) error) {
	h.t.Helper()
	began := time.Now()
	err := try(h.t.Context(), p.ID)
	if took := time.Since(began); err == nil || err.Error() != sentence || took < 5*time.Second {
		h.t.Errorf("%s: after %v: %v", what, took, err)
	}
}

// TestAnAddressIsNotPostedToTooOften by all players' webhooks together.
func TestAnAddressIsNotPostedToTooOften(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots(), Quota: quotatest.Ledger(t, map[string]string{"posts-per-address": "10/500ms"})})
		for n := range 12 {
			p, _ := h.player(fmt.Sprint("player-", n), r.URL)
			if err := h.Try(t.Context(), p.ID); n < 10 && err != nil {
				t.Error(err)
			} else if n >= 10 {
				refused(t, "too often", err, "try again in a few seconds")
			}
		}
		time.Sleep(time.Second)
		p, _ := h.player("late", r.URL)
		if err := h.Try(t.Context(), p.ID); err != nil {
			t.Error(err)
		}
	})
}

// TestWebhooksAreSetAndTriedByARate: five at once, then one a minute, by player and by address; a
// refused one posts nothing.
func TestWebhooksAreSetAndTriedByARate(t *testing.T) {
	r, dir := listen(t), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{AllowPrivate: true, Roots: r.roots()})
		from := func(p data.Player) context.Context {
			return quota.With(t.Context(), quota.Payer{Address: netip.MustParseAddr("192.0.2.1"), ID: quota.Player(int64(p.ID))})
		}
		marlowe, _ := h.player("marlowe", r.URL)
		for range 4 {
			if err := h.Try(from(marlowe), marlowe.ID); err != nil {
				t.Error(err)
			}
		}
		if _, err := h.Hook(from(marlowe), marlowe.ID, r.URL+"/other"); err != nil {
			t.Error(err)
		}
		for range 100 {
			refused(t, "a sixth", h.Try(from(marlowe), marlowe.ID), "you have tried webhooks often enough")
			_, err := h.Hook(from(marlowe), marlowe.ID, r.URL)
			refused(t, "a sixth", err, "you have tried webhooks often enough")
		}
		if n := len(r.take()); n != 4 {
			t.Errorf("%d were posted", n)
		}
		time.Sleep(time.Minute)
		if err := h.Try(from(marlowe), marlowe.ID); err != nil {
			t.Errorf("a minute later: %v", err)
		}
		for n := range 7 { // of ten for one address
			p, _ := h.player(fmt.Sprint("player-", n), "")
			if _, err := h.Hook(from(p), p.ID, r.URL); n < 5 && err != nil {
				t.Error(err)
			} else if n >= 5 {
				refused(t, "a player of that address", err, "your address")
			}
		}
	})
}

// TestANameThatMeansAPrivateAddress is refused when it is connected to, whatever it resolved to
// before. Its player does not learn the address.
func TestANameThatMeansAPrivateAddress(t *testing.T) {
	t.Parallel()
	r := listen(t)
	var asked atomic.Int64
	resolver, dir := names(t, &asked, netip.MustParseAddr("127.0.0.1")), t.TempDir()
	_, port, err := net.SplitHostPort(r.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{Roots: r.roots(), Resolver: resolver})
		p, _ := h.player("marlowe", "https://example.com:"+port)
		h.finds(p, nothing, "a rebound name", h.Try)
		if n := len(r.take()); n != 0 || asked.Load() == 0 {
			t.Errorf("%d were posted after %d questions", n, asked.Load())
		}
	})
}

// TestTheServerItself is no place for a webhook, by its names and by its addresses.
func TestTheServerItself(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	resolver, dir := names(t, &asked, netip.MustParseAddr("93.184.216.34")), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{Resolver: resolver, Own: []string{"Noir.example.com", "93.184.216.35"}})
		p, _ := h.player("marlowe", "")
		for _, address := range []string{"https://noir.example.com:8443/", "https://NOIR.example.com.:8443/", "https://93.184.216.35:8443/"} {
			_, err := h.Hook(t.Context(), p.ID, address)
			refused(t, address, err, "this server itself")
		}
		if _, err := h.Hook(t.Context(), p.ID, "https://other.example.com:8443/"); err != nil { // which is the same machine
			t.Fatal(err)
		}
		h.finds(p, nothing, "another name of the server", h.Try)
		first := asked.Load()
		h.finds(p, nothing, "the same name again", h.Try)
		if again := asked.Load() - first; again == 0 || again >= first {
			t.Errorf("%d questions the first time, %d when the server's own names are known", first, again)
		}
	})
}

// names is a resolver to which every name is one address. It may be used in a bubble, but not made there.
func names(t *testing.T, asked *atomic.Int64, at netip.Addr) *net.Resolver {
	t.Helper()
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
			_, _ = server.WriteTo(answer(buffer[:n], at), from)
		}
	}()
	t.Cleanup(func() {
		_ = server.Close()
		await.One(t, done, "end of the resolver")
	})
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "udp", server.LocalAddr().String())
	}}
	// The first lookup of a process makes a channel for all later ones, which must be in no bubble.
	if _, err := resolver.LookupHost(t.Context(), "first.example.com"); err != nil {
		t.Fatal(err)
	}
	asked.Store(0)
	return resolver
}

// answer answers a question of DNS: of an A record with an address, of another with
// nothing.
func answer(question []byte, at netip.Addr) []byte {
	const header = 12
	end := header + bytes.IndexByte(question[header:], 0) + 5 // of the name, its type and its class
	answer := slices.Clone(question[:end])
	answer[2] |= 0x80 // it is an answer
	answers := byte(0)
	if kind := answer[end-3]; kind == 1 {
		answers = 1
		answer = append(answer, 0xc0, header, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4)
		answer = append(answer, at.AsSlice()...)
	}
	copy(answer[4:], []byte{0, 1, 0, answers, 0, 0, 0, 0})
	return answer
}
