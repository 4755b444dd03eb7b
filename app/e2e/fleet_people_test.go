//go:build e2e

package e2e

import (
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"noir/data/postgres/pgtest"
	"noir/internal/await"
	"noir/server/notify"
	"noir/server/wiretest"
)

// TestEndToEndPeopleOfSeveralServers: what somebody does at one server of a house holds at the other one. A webhook is told
// once, a feed and a review are the same at both, a key that is taken away and a ban end sessions at both. That the
// rest of a stay is the same, TestEndToEndWalk shows.
func TestEndToEndPeopleOfSeveralServers(t *testing.T) {
	t.Parallel()
	f := newFleet(t, pgtest.Database(t), natsServer(t))
	f.flags = append(f.flags, "--trial-webhooks")
	var at, pages []string
	for range 2 {
		page := freePort(t)
		pages = append(pages, page)
		f.flags = append(f.flags, "--web", page) // the last one counts
		at = append(at, f.launch().addr)
	}
	f.sound(2)
	posts := &elsewhere{t: t, posts: make(chan notify.Message, 16)}
	receiver := httptest.NewServer(posts)
	defer receiver.Close()
	ask := func(p person, server int, line string) string { return strings.TrimSpace(p.tells(t, at[server], line)) }
	marlowe, spade := newPerson(t, "marlowe"), newPerson(t, "spade")
	feeds := map[string]string{}
	for i, p := range []person{marlowe, spade} {
		ask(p, i, "webhook set "+receiver.URL)
		feeds[p.name] = ask(p, i, "feed new")
	}

	// A day game: its news are told once, by whichever server.
	ask(marlowe, 0, "challenge --open")
	id := regexp.MustCompile(`on: (\w+)\.`).FindStringSubmatch(ask(spade, 1, "challenge --open"))[1]
	told := map[string]notify.Message{}
	for range 2 {
		m := await.One(t, posts.posts, "message to a webhook")
		told[string(m.Type)] = m
	}
	turn := told["your_move"]
	if begun := told["begun"]; string(turn.Match) != id || string(begun.Match) != id {
		t.Fatalf("told %+v", told)
	}
	asked := map[string]string{"spade": "marlowe", "marlowe": "spade"}[turn.Rivals[0]]
	from, err := url.Parse(feeds[asked])
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range pages {
		from.Host = host
		if feed := page(t, from.String()); !strings.Contains(feed, turn.Text) || !strings.Contains(feed, id) {
			t.Errorf("the feed at %s says\n%s", host, feed)
		}
	}
	for i, p := range []person{marlowe, spade} {
		if games := ask(p, 1-i, "games --running"); !strings.Contains(games, id) {
			t.Errorf("%s has at the other server\n%s", p.name, games)
		}
	}

	// A review that was asked for at one server is the other one's too.
	l, err := marlowe.connect(at[0], "play district-noir --json --bot easy --pace fast")
	if err != nil {
		t.Fatal(err)
	}
	turns := 0
	game, err := l.Random(rand.New(rand.NewPCG(1, 2)), func(m wiretest.Message) {
		if m.Type != "turn" {
			return
		}
		if turns++; turns > 4 { // a longer one would be as good, and takes longer
			_ = l.Send(`{"type":"resign"}`) // if it does not come there, it is played to the end
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	l.close()
	review := "review " + game.Start.Table + " --json"
	if one, other := ask(marlowe, 1, review), ask(marlowe, 0, review); one != other {
		t.Errorf("they say of a game\n%s\n%s", one, other)
	}

	// A key that is taken away at one server, and a ban, end sessions at both.
	spare := &talker{person: newPerson(t, "lapwing"), t: t}
	spare.connect(at[1])
	spare.hears("What is your name?")
	code := regexp.MustCompile(`keys claim (\S+)`).FindStringSubmatch(ask(marlowe, 0, "keys add"))[1]
	spare.says("claim " + code)
	spare.hears("You are marlowe")
	first := &talker{person: marlowe, t: t}
	first.connect(at[0])
	first.hears("You are marlowe")
	spare.says("keys remove 1", "yes")
	first.hears("This key was removed from your keyring.")
	here, there := &talker{person: spade, t: t}, &talker{person: spade, t: t}
	for i, k := range []*talker{here, there} {
		k.connect(at[i])
		k.hears("You are spade")
	}
	if code, _, errOut := noir(t, "admin", "ban", "name", "spade", "--reason", "rude", "--database", f.database); code != exitDone {
		t.Fatal(errOut)
	}
	for _, k := range []*talker{here, there} {
		k.hears("shut out")
	}
	select {
	case m := <-posts.posts:
		t.Errorf("somebody is told once more: %+v", m)
	default:
	}
	f.stop()
}
