package command_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"noir/app/service"
	"noir/internal/await"
	"noir/server/notify"
	"noir/server/wiretest"
)

// withNotifier gives a house a notifier and feeds.
func withNotifier(t *testing.T, h *house) {
	t.Helper()
	style := notify.Style{Address: h.Address, Title: strings.ToUpper}
	hooks := notify.New(notify.Config{Style: style, Store: h.House.Store, AllowPrivate: true})
	t.Cleanup(hooks.Close)
	feeds, err := notify.NewFeeds(notify.FeedsConfig{
		Style: style, Store: h.House.Store, Broker: h.House.Broker, URL: "https://noir.example.com",
	})
	if err != nil {
		t.Fatal(err)
	}
	h.services.Hooks, h.services.Feeds = hooks, feeds
	h.Services = service.New(h.services)
}

func TestAWebhook(t *testing.T) {
	t.Parallel()
	h := open(t)
	withNotifier(t, h)
	marlowe := h.Player("marlowe")
	signed := make(chan string, 8)
	var answer atomic.Int64 // its status
	answer.Store(http.StatusNoContent)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		signed <- r.Header.Get("Webhook-Signature")
		w.WriteHeader(int(answer.Load()))
	}))
	defer receiver.Close()
	if out := h.ask(marlowe, "webhook"); out != "You have no webhook; `webhook set URL` makes one.\n" {
		t.Errorf("%q", out)
	}
	h.fails("SHA256:marlowe", "webhook test", "you have no webhook")
	h.fails("SHA256:marlowe", "webhook set ftp://example.com", "begin with https://")
	made := document[struct{ URL, Secret string }](t, h.with("SHA256:marlowe", "webhook set "+receiver.URL+" --json"))
	if made.URL != receiver.URL || !strings.HasPrefix(made.Secret, "whsec_") {
		t.Errorf("%+v", made)
	}
	if out := h.ask(marlowe, "webhook test"); out != "The message has arrived.\n" {
		t.Errorf("%q", out)
	}
	if signature := await.One(t, signed, "message"); !strings.HasPrefix(signature, "v1,") {
		t.Errorf("signed %q", signature)
	}
	for _, line := range []string{"webhook", "webhook show", "webhook --json", "webhook test --json"} {
		if out := h.ask(marlowe, line); !strings.Contains(out, receiver.URL) || strings.Contains(out, made.Secret) {
			t.Errorf("%s: %q", line, out)
		}
	}
	if out := h.ask(marlowe, "webhook set "+receiver.URL); strings.Contains(out, made.Secret) || !strings.Contains(out, "  whsec_") {
		t.Errorf("%q", out)
	}
	answer.Store(http.StatusTeapot)
	h.fails("SHA256:marlowe", "webhook test", "the answer was 418")
	if out := h.ask(marlowe, "webhook off"); out != "You have no webhook any more.\n" {
		t.Errorf("%q", out)
	}
}

func TestAFeedsURL(t *testing.T) {
	h := open(t)
	marlowe := h.Player("marlowe")
	h.fails("SHA256:marlowe", "feed", "this house has no feeds")
	withNotifier(t, h)
	if out := h.ask(marlowe, "feed"); out != "You have no feed; `feed new` makes one.\n" {
		t.Errorf("%q", out)
	}
	first := h.ask(marlowe, "feed new")
	if !strings.HasPrefix(first, "https://noir.example.com/feed/") || first != h.ask(marlowe, "feed show") || first == h.ask(marlowe, "feed new") {
		t.Errorf("%q", first)
	}
	if out := h.ask(marlowe, "feed off --json"); out != `{"url":null}`+"\n" {
		t.Errorf("%q", out)
	}
	if out := h.ask(marlowe, "feed --json"); out != `{"url":null}`+"\n" {
		t.Errorf("%q", out)
	}
}

func TestTheShapesOfNotices(t *testing.T) {
	h := open(t)
	withNotifier(t, h)
	marlowe, guest := h.Player("marlowe"), h.Guest("guest-1")
	for _, c := range []struct{ line, want string }{
		{"webhook --json", `{url:null}`},
		{"webhook set https://example.com/hook --json", `{secret:string url:string}`},
		{"webhook show --json", `{url:string}`},
		{"webhook off --json", `{url:null}`},
		{"feed --json", `{url:null}`},
		{"feed new --json", `{url:string}`},
	} {
		if got := wiretest.Shape(h.ask(marlowe, c.line)); got != c.want {
			t.Errorf("%s is %s, not %s", c.line, got, c.want)
		}
	}
	for _, line := range []string{"webhook", "webhook set https://example.com", "webhook test", "feed", "feed new"} {
		if a := h.run(guest, line); a.code != 1 || !strings.Contains(a.err, "connect with a key") {
			t.Errorf("a guest, %s: %+v", line, a)
		}
	}
}
