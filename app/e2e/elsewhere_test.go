package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"noir/internal/await"
	"noir/server/notify"
)

// elsewhere is a running server that notifies players, and a webhook.
type elsewhere struct {
	t       *testing.T
	server  *process
	metrics string
	posts   chan notify.Message
}

// start runs the server on a data directory.
func (e *elsewhere) start(dir string) {
	e.server = launch(e.t, "--listen", "127.0.0.1:0", "--data", dir, "--log-level", "warn",
		"--metrics", e.metrics, "--web", "127.0.0.1:0", "--trial-webhooks")
}

// ask runs a command that must succeed.
func (e *elsewhere) ask(p person, line string) string {
	return strings.TrimSpace(p.tells(e.t, e.server.addr, line))
}

// ServeHTTP is the webhook.
func (e *elsewhere) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	var m notify.Message
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		e.t.Error(err)
	}
	e.posts <- m
}

// TestWhoIsElsewhereIsTold: a webhook and a feed tell absent players that it is their move, the
// webhook again after a kill of the server; the metrics count it.
func TestWhoIsElsewhereIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := &elsewhere{t: t, metrics: freePort(t), posts: make(chan notify.Message, 16)}
	receiver := httptest.NewServer(e)
	defer receiver.Close()
	e.start(dir)
	marlowe, spade := newPerson(t, "marlowe"), newPerson(t, "spade")
	feeds := map[string]string{}
	for _, p := range []person{marlowe, spade} {
		e.ask(p, "webhook set "+receiver.URL)
		feeds[p.name] = e.ask(p, "feed new")
	}
	e.ask(marlowe, "challenge --open")
	id := regexp.MustCompile(`on: (\w+)\.`).FindStringSubmatch(e.ask(spade, "challenge --open"))[1]
	told := map[string]notify.Message{}
	for range 2 {
		m := await.One(t, e.posts, "message to a webhook")
		told[string(m.Type)] = m
	}
	turn, begun := told["your_move"], told["begun"]
	if string(turn.Match) != id || string(begun.Match) != id || !strings.HasSuffix(turn.Command, " move "+id) {
		t.Fatalf("told %+v", told)
	}
	asked := map[string]string{"spade": "marlowe", "marlowe": "spade"}[turn.Rivals[0]]
	if feed := page(t, feeds[asked]); !strings.Contains(feed, turn.Text) || !strings.Contains(feed, id) {
		t.Errorf("the feed says\n%s", feed)
	}
	if text := scrape(t, e.metrics); !strings.Contains(text, `noir_webhooks_total{outcome="failed"} 0`) || !strings.Contains(text, `noir_feeds_total{outcome="served"} 1`) {
		t.Error("that is not counted")
	}
	e.server.kill()
	e.start(dir)
	defer e.server.stop()
	if again := await.One(t, e.posts, "message after the kill"); again.ID != turn.ID {
		t.Errorf("after a kill %+v is told", again)
	}
}
