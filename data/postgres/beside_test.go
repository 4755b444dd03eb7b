package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"noir/data"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/data/relational"
	"noir/engine"
	"noir/internal/await"
)

// TestChangesGoBeside: while a node decides something about a player, others decide about other players, and wait with
// what is about this one or about the whole house.
func TestChangesGoBeside(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	a, b := open(t, url), open(t, url)
	defer a.Close()
	defer b.Close()
	people := fourPlayers(t, a)
	over := underWay(t, a, func(change relational.Tx) error {
		change.HoldPlayers(people[0].ID)
		return nil
	})
	limited, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := opened(limited, b, "others", people[2], people[3]); err != nil {
		t.Errorf("a table of others: %v", err)
	}
	if _, err := b.CreatePlayer(limited, "emil", "SHA256:emil", ""); err != nil {
		t.Errorf("a new player: %v", err)
	}
	own := people[2].ID
	for what, change := range map[string]func() error{
		"settings": func() error {
			_, err := b.ChangeSettings(limited, own, func(set *data.Settings) { set.Language = "sv" })
			return err
		},
		"a tie":    func() error { return b.Tie(limited, own, people[3].ID, data.Blocked) },
		"a letter": func() error { return b.Store.Write(limited, data.Letter{Player: own, Kind: data.Warned}) },
		"reading":  func() error { return b.Store.Read(limited, own, 1) },
		"an answer": func() error {
			_, err := b.Solve(limited, own, data.DateOf(time.Now()), []byte(`{}`), true)
			return err
		},
	} {
		if err := change(); err != nil {
			t.Errorf("%s of others: %v", what, err)
		}
	}
	waits := make(chan error, 3)
	c, d := open(t, url), open(t, url)
	defer c.Close()
	defer d.Close()
	for i, change := range []func() error{
		func() error { return opened(t.Context(), b, "theirs", people[0], people[1]) },
		func() error { return c.Tie(t.Context(), people[1].ID, people[0].ID, data.Blocked) },
		func() error { return d.Note(t.Context(), "olga", "note", "a", nil) },
	} {
		go func() { waits <- change() }()
		waiting(t, url, int64(i+1))
	}
	over()
	for range cap(waits) {
		if err := await.One(t, waits, "a change that waited"); err != nil {
			t.Error(err)
		}
	}
}

// underWay makes a change that goes beside others, and leaves it under way until over is called.
func underWay(t *testing.T, s *postgres.Store, do func(relational.Tx) error) (over func()) {
	t.Helper()
	begun, ends := make(chan struct{}), make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		ended <- s.ChangeBeside(t.Context(), func(change relational.Tx) error {
			if err := do(change); err != nil {
				return err
			}
			if _, err := change.Exec(`SELECT 1`); err != nil {
				return err
			}
			close(begun)
			for { // a server gives up a transaction that stands still
				select {
				case <-ends:
					return nil
				case <-t.Context().Done():
					return t.Context().Err()
				case <-time.After(standsStill / 10):
				}
				if _, err := change.Exec(`SELECT 1`); err != nil {
					return err
				}
			}
		})
	}()
	await.One(t, begun, "a change that is under way")
	return sync.OnceFunc(func() {
		close(ends)
		if err := await.One(t, ended, "the change that was under way"); err != nil {
			t.Error(err)
		}
	})
}

// TestRatingsChangeBeside: a node that takes its time with the ratings of some keeps nobody from ending a game of others, who
// have the same ratings.
func TestRatingsChangeBeside(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	a, b := open(t, url), open(t, url)
	defer a.Close()
	defer b.Close()
	people := fourPlayers(t, a)
	ended := func(s *postgres.Store, id data.MatchID, one, other data.Player) error {
		err := opened(t.Context(), s, id, one, other)
		if err == nil {
			_, err = s.Finish(t.Context(), id, time.Now(), engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: []byte(`[]`)}, ply(1))
		}
		return err
	}
	if err := ended(a, "first", people[0], people[1]); err != nil {
		t.Fatal(err)
	}
	over := underWay(t, a, func(change relational.Tx) error {
		_, err := change.Exec(`UPDATE ratings SET value = ? WHERE player IN (?, ?)`, data.StartRating, people[0].ID, people[1].ID)
		return err
	})
	defer over()
	done := make(chan error, 1)
	go func() { done <- ended(b, "second", people[2], people[3]) }()
	if err := await.One(t, done, "the end of a game of others"); err != nil {
		t.Error(err)
	}
	over()
	wrong := ask(t, url, `SELECT count(*) FROM (SELECT floor(value / 8)::bigint AS step, count(*) AS players FROM ratings GROUP BY 1) made
		FULL JOIN (SELECT step, players FROM spread WHERE month = 0) kept USING (step) WHERE made.players IS DISTINCT FROM kept.players`)
	if wrong != int64(0) {
		t.Errorf("%v steps of the rankings have other numbers than there are players", wrong)
	}
}

// waiting waits until so many changes wait for others.
func waiting(t *testing.T, url string, changes int64) {
	t.Helper()
	for late := time.Now().Add(time.Minute); ; {
		n := ask(t, url, `SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND pid IN (
			SELECT pid FROM pg_stat_activity WHERE datname = current_database())`)
		if n == changes {
			return
		}
		if time.Now().After(late) {
			t.Fatalf("after a minute %v changes wait, not %d", n, changes)
		}
	}
}

const standsStill = time.Second // for which the server lets a transaction stand still

// opened opens a rated day game of two.
func opened(ctx context.Context, s *postgres.Store, id data.MatchID, one, other data.Player) error {
	m := data.Match{ID: id, Game: "district-noir", Rated: true, Pace: data.Day, Started: time.Now()}
	for _, p := range []data.Player{one, other} {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	_, err := s.Open(ctx, m)
	return err
}

// TestGamesEndAtOnce: several nodes end games of the same players at the same time, and every one counts.
func TestGamesEndAtOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	const games = 12
	nodes := []*postgres.Store{open(t, url), open(t, url), open(t, url)}
	var people []data.Player
	for i := range 4 {
		p, err := nodes[0].CreatePlayer(t.Context(), fmt.Sprint("player", i), fmt.Sprint("SHA256:", i), "")
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, p)
	}
	var all sync.WaitGroup
	for at, s := range nodes {
		defer s.Close()
		all.Go(func() {
			for i := range games {
				id := data.MatchID(fmt.Sprint("m", at, "-", i))
				one, other := people[i%4], people[(i+1+at)%4]
				err := opened(t.Context(), s, id, one, other)
				if err == nil {
					_, err = s.Finish(t.Context(), id, time.Now(), engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: []byte(`[]`)}, ply(1))
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	total := 0
	for _, p := range people {
		ratings, err := nodes[0].Ratings(t.Context(), p.ID)
		if err != nil {
			t.Fatal(err)
		}
		total += ratings["district-noir"].Games
	}
	if want := 2 * games * len(nodes); total != want {
		t.Errorf("%d seats are counted of %d", total, want)
	}
	if err := nodes[0].Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestAChallengeLeadsToOneGame: of several nodes that take it up at once one does.
func TestAChallengeLeadsToOneGame(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	nodes := []*postgres.Store{open(t, url), open(t, url), open(t, url)}
	var people []data.Player
	for i := range 4 {
		p, err := nodes[0].CreatePlayer(t.Context(), fmt.Sprint("player", i), fmt.Sprint("SHA256:", i), "")
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, p)
	}
	for range 5 {
		c, err := nodes[0].Challenge(t.Context(), data.Challenge{From: people[0], Game: "district-noir", Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var led, late atomic.Int64
		for i, s := range nodes {
			all.Go(func() {
				m := data.Match{ID: data.MatchID(fmt.Sprint(c.ID, i)), Game: "district-noir", Pace: data.Day, Started: time.Now()}
				for _, p := range []data.Player{people[i+1], people[(i+2)%4]} { // whoever they are: the challenge is what two must not have
					m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
				}
				switch _, err := s.Open(t.Context(), m, c.ID); {
				case err == nil:
					led.Add(1)
				case errors.Is(err, data.ErrTaken):
					late.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if led.Load() != 1 || late.Load() != 2 {
			t.Fatalf("a challenge led to %d games, and %d came late", led.Load(), late.Load())
		}
	}
	for _, s := range nodes {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// fourPlayers makes four players.
func fourPlayers(t *testing.T, s *postgres.Store) (people []data.Player) {
	t.Helper()
	for _, name := range []string{"anna", "bert", "cleo", "dora"} {
		p, err := s.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, p)
	}
	return people
}
