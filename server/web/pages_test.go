package web

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"noir/data"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
	"noir/internal/quota"
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
		online, payers := 1, map[quota.Payer]bool{}
		site, err := New(Config{
			URL: "https://noir.example.com", Address: "ssh noir.example.com", Print: "SHA256:print", Notice: "Closed <tomorrow>.",
			Games: []engine.Info{districtnoir.Game{}.Info(), noirburg.Game{}.Info()}, Call: func(name string) string { return strings.ToUpper(name[:1]) + name[1:] },
			Public: services.Public, Matches: services.Matches, Broker: broker, Online: func() int { return online }, Quota: h.Quota,
			Feed: http.NotFoundHandler(), Proxies: func(netip.Addr) bool { return false },
			Door: true,
			Play: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "%s for %s", r.URL, r.RemoteAddr) }),
			Film: func(ctx context.Context, m data.Match) (*Film, error) {
				payers[quota.From(ctx)] = true
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
		var etag string
		get := func(path string, said ...string) (code int) {
			w, r := httptest.NewRecorder(), httptest.NewRequest("GET", path, nil)
			for i := 0; i < len(said); i += 2 {
				r.Header.Set(said[i], said[i+1])
			}
			if at := r.Header.Get("From"); at != "" {
				r.RemoteAddr = at
			}
			site.http.Handler.ServeHTTP(w, r)
			if w.Code == http.StatusOK && slices.Contains(said, "From") && path != "/play" {
				return w.Code
			}
			fmt.Fprintf(&all, "GET %s %s\n%d\n", path, strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == etag }), " "), w.Code)
			etag = w.Header().Get("Etag")
			w.Header().Del("Etag") // what follows from the body
			w.Header().Del("Content-Length")
			for _, name := range slices.Sorted(maps.Keys(w.Header())) {
				fmt.Fprintf(&all, "%s: %s\n", name, strings.Join(w.Header()[name], "; "))
			}
			body := w.Body.String()
			if !utf8.ValidString(body) || strings.HasPrefix(path, "/assets/") && w.Code == http.StatusOK {
				body = fmt.Sprint(len(body) > 0)
			}
			fmt.Fprintln(&all, body)
			return w.Code
		}
		for _, path := range []string{
			"/", "/rankings/district-noir", "/rankings/noirburg", "/rankings/chess", "/player/marlowe", "/player/MARLOWE", "/player/nobody", "/player/spade/games.atom", "/player/nobody/games.atom",
			"/game/" + string(id), "/game/" + string(id) + "/film.json", "/game/" + string(id) + "/film.json?narrow", "/game/" + string(id) + "/picture.png", "/game/" + string(live.ID) + "/picture.png", "/game/" + string(live.ID), "/game/" + string(live.ID) + "/film.json", "/game/none",
			"/robots.txt", "/assets/style.css", "/assets/front.html", "/assets/none.css", "/play/x", "/nothing",
		} {
			get(path)
		}
		get("/play", "From", "203.0.113.9:4000")
		get("/play", "From", "127.0.0.1:4000", "X-Forwarded-For", "203.0.113.9")
		get("/robots.txt")
		get("/robots.txt", "If-None-Match", etag)
		get("/rankings/noirburg", "Accept-Encoding", "gzip")
		for range 10000 { // one who asks without end is told to wait
			if get("/robots.txt", "From", "203.0.113.10:4000") != http.StatusOK {
				break
			}
		}
		online = 7
		get("/")
		time.Sleep(freshNow + time.Second)
		get("/")
		if !maps.Equal(payers, map[quota.Payer]bool{{Address: quota.Network(netip.MustParseAddr("192.0.2.1")), Guest: true}: true}) {
			t.Errorf("for pictures %v pay", payers)
		}
		h.CloseStore()
		for _, path := range []string{"/player/vera", "/player/vera/games.atom", "/game/played-1", "/game/played-1/film.json", "/game/nothing"} {
			get(path)
		}
		tuitest.Golden(t, "pages", all.String())
	})
}
