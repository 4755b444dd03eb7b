package desk_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"noir/data"
	"noir/server/notify"
	"noir/tui"
	"noir/tui/desk"
	"noir/tui/tuitest"
)

// away is a session on a server with webhooks and feeds.
func away(t *testing.T, house *tuitest.House, p data.Player) *tui.Session {
	t.Helper()
	s := session(house, p)
	style := notify.Style{Address: s.Address, Title: s.Title}
	hooks := notify.New(notify.Config{Style: style, Store: house.Store, AllowPrivate: true})
	t.Cleanup(hooks.Close)
	feeds, err := notify.NewFeeds(notify.FeedsConfig{Style: style, Store: house.Store, Broker: house.Broker, URL: "https://noir.example.com"})
	if err != nil {
		t.Fatal(err)
	}
	s.Services = house.Services(hooks, feeds)
	return s
}

// lead goes from the settings to the tested screen.
func lead(term *tuitest.Terminal) {
	term.WaitFor("SETTINGS")
	term.Press("end", "up", "enter")
	term.WaitFor("NOTIFICATIONS")
}

func TestElsewhereLooks(t *testing.T) {
	tuitest.Screens(t, "elsewhere", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		set := data.Settings{Webhook: "https://example.com/hook?room=3", Secret: "whsec_", Feed: strings.Repeat("x", 32)}
		if _, err := house.Store.ChangeSettings(context.Background(), marlowe.ID, func(now *data.Settings) { *now = set }); err != nil {
			t.Fatal(err)
		}
		s := away(t, house, marlowe)
		s.Settings = set
		term := start(t, s, desk.Settings(s), w, h)
		lead(term)
		term.WaitFor("NOTIFICATIONS", "Webhook")
		return term.Screen()
	})
	tuitest.Screens(t, "webhook", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := away(t, house, house.Player("marlowe"))
		term := start(t, s, desk.Settings(s), w, h)
		lead(term)
		term.WaitFor("NOTIFICATIONS")
		term.Press("enter")
		term.WaitFor("A WEBHOOK")
		term.Type("example.com/hook")
		return term.WaitFor("example.com/hook")
	})
}

// TestElsewhereByKeys: a webhook is set, tried and removed, a feed is made and removed.
func TestElsewhereByKeys(t *testing.T) {
	nobody := httptest.NewServer(http.NotFoundHandler()) // answers, and accepts nothing
	t.Cleanup(nobody.Close)
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		s := away(t, house, marlowe)
		kept := func() data.Settings {
			set, err := house.Store.Settings(context.Background(), marlowe.ID)
			if err != nil {
				t.Fatal(err)
			}
			return set
		}
		term := start(t, s, desk.Settings(s), 80, 24)
		lead(term)
		term.WaitFor("NOTIFICATIONS", "Webhook", "none", "Feed")
		term.Press("enter")
		term.WaitFor("A WEBHOOK")
		term.Press("ctrl+u")
		term.Type("nowhere")
		term.Press("enter")
		term.WaitFor("That is not a URL")
		term.Press("ctrl+u")
		term.Type(nobody.URL)
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "not a URL") })
		term.Press("enter")
		if screen := term.WaitFor("shown only now"); !strings.Contains(screen, kept().Secret) || kept().Webhook != nobody.URL {
			t.Errorf("%+v\n%s", kept(), screen)
		}
		term.Press("esc")
		term.WaitFor("never shown again")
		term.Press("y")
		at, _, _ := net.SplitHostPort(strings.TrimPrefix(nobody.URL, "http://"))
		term.WaitFor("Try the webhook", at)
		term.Press("down", "enter")
		term.WaitFor("The answer was 404")
		term.Press("down", "enter")
		term.WaitFor("You have no webhook any more.")
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "No webhook") })
		if kept().Webhook != "" {
			t.Errorf("%+v", kept())
		}
		term.Click("Feed")
		term.WaitFor("The feed is at its new URL.", "No feed")
		if kept().Feed == "" {
			t.Error("there is no feed")
		}
		term.WaitFor("https://noir.example.com/feed/" + kept().Feed)
		term.Click("No feed")
		term.WaitFor("You have no feed any more.")
		if kept().Feed != "" {
			t.Errorf("%+v", kept())
		}
	})
}
