package e2e

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"noir/app"
	"noir/data/sqlite/sqlitetest"
	"noir/server/wiretest"
)

// site is a server with pages, and people with keys.
type site struct {
	t      *testing.T
	server *app.App
	people []person
}

// openSite starts a server in this process with pages and three people.
func openSite(t *testing.T) *site {
	a, err := app.Open(t.Context(), app.Config{Data: sqlitetest.Furnish(t, t.TempDir()), Listen: "127.0.0.1:0", Web: "127.0.0.1:0", Notice: "Kept by <b>vera</b>."})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &site{t: t, server: a}
	for _, name := range []string{"marlowe", "spade", "vera"} {
		s.people = append(s.people, newPerson(t, name))
	}
	return s
}

// addr is where people come in.
func (s *site) addr() string { return s.server.Addr().String() }

// shortGame is the number of plies after which all but the first resign.
const shortGame = 20

// plays has the first people of the site play a short random game, each by a command, and returns
// its id. Those after the first join the table that the first one opens, if there is a code.
func (s *site) plays(seats int, first, others string) string {
	s.t.Helper()
	var lines []*line
	for i, p := range s.people[:seats] {
		command := first
		if i > 0 {
			command = others
		}
		l, err := p.connect(s.addr(), command)
		if err != nil {
			s.t.Fatal(err)
		}
		defer l.close()
		lines = append(lines, l)
		if strings.Contains(first, "--host") && i == 0 {
			m, err := l.Await("queued")
			if err != nil {
				s.t.Fatal(err)
			}
			others += m.Code
		}
	}
	var games errgroup.Group
	var id string
	for i, l := range lines {
		games.Go(func() error {
			g, err := l.Random(rand.New(rand.NewPCG(3, uint64(i))), func(m wiretest.Message) {
				if i > 0 && m.Type == "event" && *m.Ply == shortGame {
					_ = l.Send(`{"type":"resign"}`) // Random fails if nobody reads its channel
				}
			})
			if err != nil {
				return fmt.Errorf("%s: %w: %s", s.people[i].name, err, l.why())
			}
			if i == 0 {
				id = g.End.ID
			}
			return nil
		})
	}
	if err := games.Wait(); err != nil {
		s.t.Fatal(err)
	}
	return id
}

// url is the whole address of a path.
func (s *site) url(path string) string { return "http://" + s.server.Web().String() + path }

// get requests a path, perhaps with headers.
func (s *site) get(path string, header ...string) (*http.Response, string) {
	s.t.Helper()
	q, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url(path), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		q.Header.Set(header[i], header[i+1])
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true}}
	answer, err := client.Do(q)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer, string(body)
}

// has requests a path that must exist, and returns the body.
func (s *site) has(path string, texts ...string) string {
	s.t.Helper()
	answer, body := s.get(path)
	if answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %s", path, answer.Status)
	}
	for _, text := range texts {
		if !strings.Contains(body, text) {
			s.t.Errorf("%s has no %q:\n%s", path, text, body)
		}
	}
	return body
}

// hides requests paths that must not exist.
func (s *site) hides(paths ...string) {
	s.t.Helper()
	for _, path := range paths {
		if answer, _ := s.get(path); answer.StatusCode != http.StatusNotFound {
			s.t.Errorf("%s: %s", path, answer.Status)
		}
	}
}

// TestSite plays each game and reads its page, those of its players and the rankings.
func TestSite(t *testing.T) {
	t.Parallel()
	t.Run("site", func(t *testing.T) {
		s := openSite(t)
		s.has("/rankings/district-noir", "Nobody has a rating yet")
		two := s.plays(2, "play district-noir --json", "play district-noir --json")
		many := s.plays(3, "play noirburg --json --seats 3", "play noirburg --json --seats 3")
		t.Run("front", func(t *testing.T) {
			s.has("/", s.server.Invitation(), strings.ReplaceAll(s.server.Fingerprint(), "+", "&#43;"), "Kept by &lt;b&gt;vera&lt;/b&gt;.", `href="/rankings/noirburg"`)
		})
		for id, title := range map[string]string{two: "District Noir", many: "Noirburg"} {
			t.Run(title, func(t *testing.T) { s.ofGame(t, id, title) })
		}
		t.Run("rankings", func(t *testing.T) {
			s.has("/rankings/noirburg", `<a href="/player/marlowe">`, `<a href="/player/vera">`)
			s.hides("/rankings/chess", "/rankings/")
		})
		t.Run("player", func(t *testing.T) {
			page := s.has("/player/marlowe", `href="/game/`+two, `href="/game/`+many, "1 rated game")
			for _, row := range []string{two + `">[^<]+</a></td><td>District Noir</td><td>spade</td><td>won</td><td class="n">&#43;30<`, many + `">[^<]+</a></td><td>Noirburg</td><td>(spade, vera|vera, spade)</td><td>won</td>`} {
				if !regexp.MustCompile(row).MatchString(page) {
					t.Errorf("no row %s in\n%s", row, page)
				}
			}
			s.hides("/player/nobody", "/player/", "/player/marlowe/", "/game/", "/nowhere", "/assets/game.html", "/assets/../web.go")
			var feed struct {
				XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
				Updated string   `xml:"http://www.w3.org/2005/Atom updated"`
				Entries []struct {
					ID    string `xml:"http://www.w3.org/2005/Atom id"`
					Title string `xml:"http://www.w3.org/2005/Atom title"`
				} `xml:"http://www.w3.org/2005/Atom entry"`
			}
			if err := xml.Unmarshal([]byte(s.has("/player/spade/games.atom")), &feed); err != nil {
				t.Fatal(err)
			}
			if len(feed.Entries) != 2 || feed.Entries[1].ID != s.url("/game/"+two) || !strings.HasPrefix(feed.Entries[0].Title, "Noirburg against") || feed.Updated == "" {
				t.Errorf("the feed has %+v", feed)
			}
		})
		t.Run("feed", func(t *testing.T) {
			address := strings.TrimSpace(s.people[0].tells(s.t, s.addr(), "feed new"))
			s.has(strings.TrimPrefix(address, s.url("")), "what waits for marlowe")
		})
		t.Run("headers", s.headers)
	})
}

// ofGame reads all pages of a finished game.
func (s *site) ofGame(t *testing.T, id, title string) {
	path := "/game/" + id
	page := s.has(path, title, `href="/player/marlowe"`, "<h2>Moves</h2>", "replay "+id+" --json",
		`property="og:title"`, `property="og:image" content="`+s.url(path+"/picture.png")+`"`)
	if recorded := s.people[0].tells(s.t, s.addr(), "replay "+id+" --cast"); !strings.HasPrefix(recorded, `{"version":2,`) || strings.Count(recorded, "\n") < shortGame {
		t.Errorf("it is recorded as %.300s", recorded)
	}
	var sealed struct {
		Seed, Commit string
		Moves        []json.RawMessage
	}
	if err := json.Unmarshal([]byte(s.people[0].tells(s.t, s.addr(), "replay "+id+" --json")), &sealed); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page, sealed.Seed) || !strings.Contains(page, sealed.Commit) {
		t.Error("the page has not the seed and its commitment")
	}
	number := 0
	for _, told := range regexp.MustCompile(`<li value="(\d+)"[^>]*>([^<]+)`).FindAllStringSubmatch(page, -1) {
		if n, err := strconv.Atoi(told[1]); err != nil || n <= number || n > len(sealed.Moves) || len(told[2]) < 5 {
			t.Errorf("move %s after %d of %d is told as %q", told[1], number, len(sealed.Moves), told[2])
		} else {
			number = n
		}
	}
	if number != len(sealed.Moves) {
		t.Errorf("the last move told is %d of %d", number, len(sealed.Moves))
	}
	style := s.has("/assets/style.css")
	for size, lines := range map[string]int{"": 24, "?narrow": 20} {
		var film [][][]any
		if err := json.Unmarshal([]byte(s.has(path+"/film.json"+size)), &film); err != nil {
			t.Fatal(err)
		}
		if want := len(sealed.Moves) + 2; len(film) != want || len(film[0]) == 0 || len(film[0]) > lines {
			t.Errorf("%q: %d pictures, the first of %d lines, want %d of at most %d", size, len(film), len(film[0]), want, lines)
		}
		for _, name := range classes(film) {
			if !strings.Contains(style, "."+name+" ") && !strings.Contains(style, "."+name+".") {
				t.Errorf("%q: nothing says how %s looks", size, name)
			}
		}
	}
	drawn, err := png.Decode(strings.NewReader(s.has(path + "/picture.png")))
	if err != nil || drawn.Bounds().Dx() != 1200 || drawn.Bounds().Dy() != 630 {
		t.Errorf("the picture is %v, %v", drawn, err)
	}
}

// classes are the names of all styles in a film.
func classes(film [][][]any) (names []string) {
	seen := map[string]bool{}
	for _, picture := range film {
		for _, change := range picture {
			for i := 1; i < len(change); i += 2 {
				for name := range strings.FieldsSeq(change[i].(string)) {
					if !seen[name] {
						seen[name] = true
						names = append(names, name)
					}
				}
			}
		}
	}
	return names
}

// headers checks what every answer has: a strict policy, no cookie, and validators for caching. An
// address that asks too often is refused, and another is not.
func (s *site) headers(t *testing.T) {
	answer, body := s.get("/assets/style.css")
	policy := answer.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("the policy is %q", policy)
		}
	}
	if strings.Contains(policy, "unsafe") || answer.Header.Get("Set-Cookie") != "" || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%v", answer.Header)
	}
	if again, text := s.get("/assets/style.css", "If-None-Match", answer.Header.Get("ETag")); again.StatusCode != http.StatusNotModified || text != "" {
		t.Errorf("asked again: %s", again.Status)
	}
	if packed, text := s.get("/assets/style.css", "Accept-Encoding", "gzip"); packed.Header.Get("Content-Encoding") != "gzip" || len(text) >= len(body) {
		t.Errorf("packed: %v, %d of %d bytes", packed.Header, len(text), len(body))
	}
	refused := 0
	for i := range 80 {
		if answer, _ := s.get("/", "X-Forwarded-For", fmt.Sprintf("203.0.113.9, 2001:db8::%x", i)); answer.StatusCode == http.StatusTooManyRequests && answer.Header.Get("Retry-After") != "" {
			refused++
		}
	}
	if refused < 10 || refused > 20 {
		t.Errorf("%d of 80 from one network were too often", refused)
	}
	if answer, _ := s.get("/", "X-Forwarded-For", "2001:db8:0:1::1"); answer.StatusCode != http.StatusOK {
		t.Errorf("another network: %s", answer.Status)
	}
	q, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url("/"), strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	posted, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer posted.Body.Close()
	if posted.StatusCode == http.StatusOK {
		t.Errorf("posting: %s", posted.Status)
	}
}

// TestSiteHides: private tables, players who allow no spectators and the cards of running games are
// on no page.
func TestSiteHides(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	private := s.plays(2, "play district-noir --json --host", "play district-noir --json --join ")
	s.hides("/game/"+private, "/game/"+private+"/film.json", "/game/"+private+"/picture.png")
	practice := s.practice()
	s.hides("/game/" + practice)

	// A running game: players, but no cards.
	var id string
	for i := range 2 {
		l, err := s.people[i].connect(s.addr(), "play district-noir --json --casual")
		if err != nil {
			t.Fatal(err)
		}
		defer l.close()
		if i == 1 {
			begun, err := l.Await("start")
			if err != nil {
				t.Fatal(err)
			}
			id = begun.Table
		}
	}
	s.has("/game/"+id, "being played now", "watch "+id)
	s.hides("/game/"+id+"/film.json", "/game/"+id+"/picture.png")
	if page := s.has("/game/" + id); regexp.MustCompile(`(?i)seed|card|film`).MatchString(strings.SplitN(page, "<main>", 2)[1]) {
		t.Errorf("a running game tells:\n%s", page)
	}

	s.people[0].tells(s.t, s.addr(), "settings closed on")
	s.hides("/player/marlowe", "/player/marlowe/games.atom")
}

// practice plays a game with the house, resigns, and returns its id.
func (s *site) practice() string {
	s.t.Helper()
	l, err := s.people[2].connect(s.addr(), "play district-noir --json --bot easy --pace fast")
	if err != nil {
		s.t.Fatal(err)
	}
	defer l.close()
	g, err := l.Random(rand.New(rand.NewPCG(1, 1)), func(wiretest.Message) {})
	if err != nil {
		s.t.Fatal(err)
	}
	return g.End.ID
}
