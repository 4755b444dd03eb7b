package postgres_test

import (
	"context"
	"fmt"
	"sync"
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
	var people []data.Player
	for _, name := range []string{"anna", "bert", "cleo", "dora"} {
		p, err := a.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, p)
	}
	holds, ends := make(chan struct{}), make(chan struct{})
	held := make(chan error, 1)
	go func() {
		held <- a.ChangeBeside(t.Context(), func(change relational.Tx) error {
			change.HoldPlayers(people[0].ID)
			if _, err := change.Exec(`SELECT 1`); err != nil {
				return err
			}
			close(holds)
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
	await.One(t, holds, "a player who is held")
	limited, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := opened(limited, b, "others", people[2], people[3]); err != nil {
		t.Errorf("a table of others: %v", err)
	}
	waits := make(chan error, 2)
	go func() { waits <- opened(t.Context(), b, "theirs", people[0], people[1]) }()
	waiting(t, url, 1)
	c := open(t, url)
	defer c.Close()
	go func() { waits <- c.Note(t.Context(), "olga", "note", "a", nil) }()
	waiting(t, url, 2)
	close(ends)
	for range 2 {
		if err := await.One(t, waits, "a change that waited"); err != nil {
			t.Error(err)
		}
	}
	if err := await.One(t, held, "the change that was waited for"); err != nil {
		t.Error(err)
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
