package plain_test

import (
	"strings"
	"testing"

	"noir/server/notify"
	"noir/tui/tuitest"
)

func TestElsewhereByLines(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		style := notify.Style{Address: s.Address, Title: s.Title}
		hooks := notify.New(notify.Config{Style: style, Store: h.Store})
		defer hooks.Close()
		feeds, err := notify.NewFeeds(notify.FeedsConfig{Style: style, Store: h.Store, Broker: h.Broker, URL: "https://noir.example.com"})
		if err != nil {
			t.Fatal(err)
		}
		s.Services = h.Services(hooks, feeds)
		k := begin(t, s)
		k.hears("help says more")
		k.types("webhook", "webhook set http://example.com", "webhook test", "webhook set https://example.com/Hook")
		k.hears("You have no webhook; `webhook set URL` makes one.")
		k.hears("The URL must begin with https://")
		k.hears("You have no webhook; ")
		k.hears("shown only now:")
		k.hears("whsec_")
		if s.Settings.Webhook != "https://example.com/Hook" {
			t.Errorf("%+v", s.Settings)
		}
		k.types("webhook", "webhook off", "feed", "feed new")
		k.hears("https://example.com/Hook is told")
		k.hears("You have no webhook any more.")
		k.hears("You have no feed; `feed new` makes one.")
		k.hears("https://noir.example.com/feed/")
		k.types("feed off", "quit")
		k.hears("You have no feed; ")
		if strings.TrimSpace(s.Settings.Feed+s.Settings.Webhook) != "" {
			t.Errorf("%+v", s.Settings)
		}
		k.ends()
	})
}
