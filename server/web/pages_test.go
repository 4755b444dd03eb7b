package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/tui/tuitest"
)

// TestPagesLook has every page of a house in which some have played: what its readers get, with the headers that
// say what it is and how long it may be kept.
func TestPagesLook(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, spade, vera := h.Player("marlowe"), h.Player("spade"), h.Player("vera")
		h.Played(time.Now().Add(-50*time.Hour), spade, marlowe)
		h.Played(time.Now().Add(-30*time.Hour), marlowe, spade)
		h.Fought(time.Now().Add(-20*time.Hour), vera, spade, marlowe)
		id := h.PlayedOut(time.Now().Add(-time.Hour), 3, marlowe, spade)
		live, broker := h.Dealt(districtnoir.Game{}, engine.Seed{1}, "vera", "spade")
		h.Tournament("Night shift", time.Hour)
		broker.Tournaments() // they are read while anybody asks for them
		time.Sleep(5 * time.Second)
		services := h.Services(nil, nil)
		site, err := New(Config{
			URL: "https://noir.example.com", Address: "ssh noir.example.com", Print: "SHA256:print", Notice: "Closed <tomorrow>.",
			Games: []engine.Info{districtnoir.Game{}.Info(), noirburg.Game{}.Info()}, Call: func(name string) string { return strings.ToUpper(name[:1]) + name[1:] },
			Public: services.Public, Matches: services.Matches, Broker: broker, Online: func() int { return 3 }, Quota: h.Quota,
			Feed: http.NotFoundHandler(), Proxies: func(netip.Addr) bool { return false },
			Film: func(_ context.Context, m data.Match) (*Film, error) {
				f := &Film{Moves: []string{"plays 8", "", "takes"}, End: []string{"Marlowe wins."}}
				for i := range 3 {
					f.Wide.Add([]string{fmt.Sprintf("\x1b[1mpicture %d\x1b[m of %s", i, m.ID), "the same"})
					f.Narrow.Add([]string{fmt.Sprintf("small \x1b[38;5;%dm%d\x1b[m", 100+i, i)})
				}
				return f, nil
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		defer site.Close()
		var all strings.Builder
		for _, path := range []string{
			"/", "/rankings/district-noir", "/rankings/noirburg", "/rankings/chess", "/player/marlowe", "/player/MARLOWE", "/player/nobody", "/player/spade/games.atom", "/player/nobody/games.atom",
			"/game/" + string(id), "/game/" + string(id) + "/film.json", "/game/" + string(id) + "/film.json?narrow", "/game/" + string(live.ID), "/game/" + string(live.ID) + "/film.json", "/game/none",
			"/robots.txt", "/assets/front.html", "/assets/none.css", "/play", "/nothing",
		} {
			w := httptest.NewRecorder()
			site.http.Handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			fmt.Fprintf(&all, "GET %s\n%d %s, %s, %s\n%s\n", path, w.Code, w.Header().Get("Content-Type"), w.Header().Get("Cache-Control"), w.Header().Get("Content-Security-Policy")[:20], w.Body)
		}
		tuitest.Golden(t, "pages", all.String())
	})
}
