package notify_test

import (
	"context"
	"encoding/xml"
	"io"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking/local"
	"noir/server/notify"
)

// reading is a house with feeds, and a reader.
type reading struct {
	*notify.Feeds
	*house
	broker *local.Broker
}

func openFeeds(t *testing.T) *reading {
	t.Helper()
	h := open(t, t.TempDir(), notify.Config{})
	r := &reading{house: h, broker: h.broker()}
	t.Cleanup(r.broker.Close)
	mux := http.NewServeMux()
	site := httptest.NewServer(mux)
	t.Cleanup(site.Close)
	var err error
	r.Feeds, err = notify.NewFeeds(notify.FeedsConfig{Style: style, Store: h.store, Broker: r.broker, URL: site.URL + "/"})
	if err != nil {
		t.Fatal(err)
	}
	mux.Handle("GET /feed/{file}", r.Feeds)
	return r
}

// get asks for a feed, perhaps with a header.
func (r *reading) get(address string, header ...string) (*http.Response, string) {
	r.t.Helper()
	q, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer, string(body)
}

// document checks a feed against RFC 4287.
type document struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string   `xml:"http://www.w3.org/2005/Atom id"`
	Title   string   `xml:"http://www.w3.org/2005/Atom title"`
	Updated string   `xml:"http://www.w3.org/2005/Atom updated"`
	Author  string   `xml:"http://www.w3.org/2005/Atom author>name"`
	Link    struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	} `xml:"http://www.w3.org/2005/Atom link"`
	Entries []struct {
		ID      string `xml:"http://www.w3.org/2005/Atom id"`
		Title   string `xml:"http://www.w3.org/2005/Atom title"`
		Updated string `xml:"http://www.w3.org/2005/Atom updated"`
		Content string `xml:"http://www.w3.org/2005/Atom content"`
	} `xml:"http://www.w3.org/2005/Atom entry"`
}

// read reads a feed that must be right, and returns titles with what to type.
func (r *reading) read(address string) (entries []string) {
	r.t.Helper()
	answer, body := r.get(address)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "application/atom+xml; charset=utf-8" {
		r.t.Fatalf("%s, %v", answer.Status, answer.Header)
	}
	var d document
	if err := xml.Unmarshal([]byte(body), &d); err != nil {
		r.t.Fatal(err)
	}
	if d.Title == "" || d.Author == "" || d.Link.Rel != "self" || d.Link.Href != address {
		r.t.Errorf("%+v", d)
	}
	ids, newest := map[string]bool{d.ID: true}, d.Updated
	check := func(id, updated string) {
		u, err := url.Parse(id)
		at, late := time.Parse(time.RFC3339, updated)
		if err != nil || u.Scheme != "tag" || late != nil || time.Since(at) > time.Hour || updated > newest {
			r.t.Errorf("%q of %q, the newest is of %q", id, updated, newest)
		}
	}
	check(d.ID, d.Updated)
	for _, e := range d.Entries {
		if check(e.ID, e.Updated); ids[e.ID] {
			r.t.Errorf("%s stands there twice", e.ID)
		}
		ids[e.ID] = true
		entries = append(entries, e.Title+" "+e.Content)
	}
	return entries
}

// TestAFeed tells of the game that waits, of challenges and of games that are over.
func TestAFeed(t *testing.T) {
	t.Parallel()
	r := openFeeds(t)
	marlowe, _ := r.player("marlowe", "")
	spade, _ := r.player("spade", "")
	address, err := r.Renew(t.Context(), marlowe.ID)
	if err != nil {
		t.Fatal(err)
	}
	if entries := r.read(address); len(entries) != 0 {
		t.Errorf("at first %q", entries)
	}
	first, _ := r.get(address)
	offer := data.Challenge{From: spade, To: marlowe, Game: "district-noir"}
	a, err := r.broker.Challenge(t.Context(), offer)
	if err != nil {
		t.Fatal(err)
	}
	is := func(want ...string) {
		t.Helper()
		if got := strings.Join(r.read(address), "|"); got != strings.Join(want, "|") {
			t.Errorf("the feed says %q", got)
		}
	}
	is("spade wants to play DISTRICT-NOIR with you. ssh noir.example.com accept " + a.Left.ID)
	if answer, _ := r.get(address, "If-None-Match", first.Header.Get("ETag")); answer.StatusCode != http.StatusOK {
		t.Errorf("what is new is %s", answer.Status)
	}
	a, err = r.broker.Accept(t.Context(), marlowe, a.Left.ID)
	if err != nil {
		t.Fatal(err)
	}
	who := map[bool]data.Player{true: marlowe, false: spade}[len(r.read(address)) == 1] // has the first move
	if who.ID == marlowe.ID {
		is("DISTRICT-NOIR: it is your move against spade. ssh noir.example.com move " + string(a.Match))
	}
	chair, err := r.broker.Sit(t.Context(), a.Match, spade.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := chair.Resign(context.Background()); err != nil {
		t.Fatal(err)
	}
	is("DISTRICT-NOIR: you have won against spade. ssh noir.example.com replay " + string(a.Match))
	answer, _ := r.get(address)
	for _, header := range [][]string{
		{"If-None-Match", answer.Header.Get("ETag")}, {"If-Modified-Since", answer.Header.Get("Last-Modified")},
	} {
		if again, body := r.get(address, header...); again.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("with %s: %s", header[0], again.Status)
		}
	}
}

// TestAFeedOfChallenges: a player's own are not in it, and those to anybody only for players who look out for them.
func TestAFeedOfChallenges(t *testing.T) {
	t.Parallel()
	r := openFeeds(t)
	feeds := map[string]string{}
	players := map[string]data.Player{}
	for _, name := range []string{"marlowe", "spade", "vera"} {
		p, _ := r.player(name, "")
		address, err := r.Renew(t.Context(), p.ID)
		if err == nil && name == "marlowe" {
			_, err = r.store.ChangeSettings(t.Context(), p.ID, func(set *data.Settings) { set.Lookout = true })
		}
		if err != nil {
			t.Fatal(err)
		}
		players[name], feeds[name] = p, address
	}
	challenge := func(from, to string) string {
		t.Helper()
		a, err := r.broker.Challenge(t.Context(), data.Challenge{From: players[from], To: players[to], Game: "district-noir", Rated: from == "vera"})
		if err != nil {
			t.Fatal(err)
		}
		return a.Left.ID
	}
	own, open := challenge("marlowe", "spade"), challenge("vera", "")
	for name, want := range map[string]string{"marlowe": open, "spade": own, "vera": ""} {
		got := r.read(feeds[name])
		if len(got) > 1 || (len(got) == 1) != (want != "") || want != "" && !strings.HasSuffix(got[0], "accept "+want) {
			t.Errorf("the feed of %s says %q, want %q", name, got, want)
		}
	}
}

// TestWithoutTheSecretThereIsNothing, nor for a client that asks too often.
func TestWithoutTheSecretThereIsNothing(t *testing.T) {
	t.Parallel()
	r := openFeeds(t)
	marlowe, _ := r.player("marlowe", "")
	old, err := r.Renew(t.Context(), marlowe.ID)
	if err != nil {
		t.Fatal(err)
	}
	address, err := r.Renew(t.Context(), marlowe.ID)
	if err != nil || address == old {
		t.Fatalf("%s, %v", address, err)
	}
	base := address[:strings.LastIndex(address, "/")]
	for _, wrong := range []string{old, base, base + "/", base + "/.atom", base + "/marlowe.atom", base + "/1.atom", strings.TrimSuffix(address, ".atom")} {
		if answer, body := r.get(wrong); answer.StatusCode != http.StatusNotFound || strings.Contains(body, "marlowe") {
			t.Errorf("%s: %s, %q", wrong, answer.Status, body)
		}
	}
	limited := 0
	for range 30 {
		if answer, _ := r.get(address); answer.StatusCode == http.StatusTooManyRequests && answer.Header.Get("Retry-After") == "10" {
			limited++
		}
	}
	if limited < 5 || limited > 10 {
		t.Errorf("%d of 30 were too often", limited)
	}
	if err := r.End(t.Context(), marlowe.ID); err != nil {
		t.Fatal(err)
	}
	if answer, _ := r.get(address); answer.StatusCode != http.StatusNotFound {
		t.Errorf("when it is off: %s", answer.Status)
	}
	if _, err := r.Renew(t.Context(), -1); err == nil {
		t.Error("a guest has a feed")
	}
}

// TestFeedsAreReadAtAPace: twenty times at once, then once in ten seconds; each feed has a pace of its own. The outcome
// of each request is counted.
func TestFeedsAreReadAtAPace(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{})
		broker := h.broker()
		defer broker.Close()
		feeds, err := notify.NewFeeds(notify.FeedsConfig{Style: style, Store: h.moody, Broker: broker, URL: "https://noir.example.com"})
		if err != nil {
			t.Fatal(err)
		}
		mux := http.NewServeMux()
		mux.Handle("GET /feed/{file}", feeds)
		var addresses []string
		for _, name := range []string{"marlowe", "spade"} {
			p, _ := h.player(name, "")
			address, err := feeds.Renew(t.Context(), p.ID)
			if err != nil {
				t.Fatal(err)
			}
			addresses = append(addresses, address)
		}
		served := func(address string, times int) (n int) {
			for range times {
				w := httptest.NewRecorder()
				if mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil)); w.Code == http.StatusOK {
					n++
				}
			}
			return n
		}
		for i, c := range []struct {
			after time.Duration
			want  int
		}{{0, 20}, {9900 * time.Millisecond, 0}, {200 * time.Millisecond, 1}, {10 * time.Second, 1}, {time.Hour, 20}} {
			time.Sleep(c.after)
			if got := served(addresses[0], 25); got != c.want {
				t.Errorf("%d: %v later %d were served, not %d", i, c.after, got, c.want)
			}
		}
		if got := served(addresses[1], 1); got != 1 {
			t.Error("one who reads too often keeps another from reading")
		}
		for address, reads := range map[string]int64{addresses[1]: 0, "https://noir.example.com/feed/unheard-of.atom": math.MaxInt64} {
			h.moody.reads.Store(reads)
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
			if failed := w.Code == http.StatusServiceUnavailable && w.Body.String() == "try again in a minute\n"; failed != (reads == 0) {
				t.Errorf("%s: %d, %q", address, w.Code, w.Body)
			}
		}
		if got, want := counted(t, feeds.Collectors()), map[string]float64{"served": 43, "limited": 83, "failed": 1, "unknown": 1}; !maps.Equal(got, want) {
			t.Errorf("counted %v, not %v", got, want)
		}
	})
}

// entries reads a feed inside a bubble, and returns the titles with when they are of.
func entries(t *testing.T, feeds *notify.Feeds, address string) (all []string) {
	t.Helper()
	mux, w := http.NewServeMux(), httptest.NewRecorder()
	mux.Handle("GET /feed/{file}", feeds)
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	var d document
	if err := xml.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d, %q: %v", w.Code, w.Body, err)
	}
	for _, e := range d.Entries {
		all = append(all, e.Updated+" "+e.Title)
	}
	return append(all, d.Updated+" "+d.Title)
}

// TestAFeedBeginsWithTheNewest: a game that waits is of when its move was asked for; when clocks stand since a start, of
// that start.
func TestAFeedBeginsWithTheNewest(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := open(t, dir, notify.Config{})
		broker := h.broker()
		feedsOf := func() *notify.Feeds {
			feeds, err := notify.NewFeeds(notify.FeedsConfig{Style: style, Store: h.store, Broker: broker, URL: "https://noir.example.com"})
			if err != nil {
				t.Fatal(err)
			}
			return feeds
		}
		feeds := feedsOf()
		marlowe, _ := h.player("marlowe", "")
		spade, _ := h.player("spade", "")
		vera, _ := h.player("vera", "")
		meet := func() data.MatchID {
			a, err := broker.Challenge(t.Context(), data.Challenge{From: spade, To: marlowe, Game: "district-noir"})
			if err == nil {
				a, err = broker.Accept(t.Context(), marlowe, a.Left.ID)
			}
			if err != nil {
				t.Fatal(err)
			}
			return a.Match
		}
		chair, err := broker.Sit(t.Context(), meet(), spade.ID)
		if err == nil {
			err = chair.Resign(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		meet()
		rows, err := broker.Mine(t.Context(), marlowe.ID)
		if err != nil || len(rows) != 1 {
			t.Fatalf("%v, %v", rows, err)
		}
		first, other, ended := marlowe, "spade", "you have won against spade"
		if !rows[0].YourMove() {
			first, other, ended = spade, "marlowe", "your game against marlowe is over, and you have not won"
		}
		time.Sleep(time.Hour)
		if _, err := broker.Challenge(t.Context(), data.Challenge{From: vera, To: first, Game: "district-noir"}); err != nil {
			t.Fatal(err)
		}
		address, err := feeds.Renew(t.Context(), first.ID)
		if err != nil {
			t.Fatal(err)
		}
		asked, offered := "DISTRICT-NOIR: it is your move against "+other+".", "vera wants to play DISTRICT-NOIR with you."
		over, title := "2000-01-01T00:00:00Z DISTRICT-NOIR: "+ended+".", "Noir: what waits for "+first.Name
		got := entries(t, feeds, address)
		if want := []string{"2000-01-01T02:00:00Z " + offered, "2000-01-01T01:00:00Z " + asked, over, "2000-01-01T02:00:00Z " + title}; !slices.Equal(got, want) {
			t.Errorf("the feed is %q, not %q", got, want)
		}
		broker.Close()
		time.Sleep(time.Hour)
		broker = h.broker()
		defer broker.Close()
		got = entries(t, feedsOf(), address)
		if want := []string{"2000-01-01T03:00:00Z " + asked, "2000-01-01T02:00:00Z " + offered, over, "2000-01-01T03:00:00Z " + title}; !slices.Equal(got, want) {
			t.Errorf("after a start it is %q, not %q", got, want)
		}
	})
}
