//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine"
)

// longHistory is the data directory of a store in which veteran has played a number of games,
// all against rival.
func longHistory(t *testing.T, games int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	store, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var seats []data.Seat
	for _, name := range []string{"veteran", "rival"} {
		p, err := store.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	began := time.Now().Add(-time.Duration(games) * time.Minute)
	together(games, 64, func(n int) {
		m := data.Match{
			ID: data.MatchID(fmt.Sprintf("old%09d", n)), Game: "district-noir", Pace: data.Live,
			Started: began.Add(time.Duration(n) * time.Minute), Seats: seats,
		}
		if _, err := store.Open(t.Context(), m); err != nil {
			t.Error(err)
			return
		}
		result := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: []byte(`[9,7]`)}
		if _, err := store.Finish(t.Context(), m.ID, m.Started.Add(30*time.Second), result); err != nil {
			t.Error(err)
		}
	})
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestHostileLongHistories: many visitors keep asking for the past of a player with a long
// history. Others who come in or ask for something else are not delayed.
func TestHostileLongHistories(t *testing.T) { // takes all processors: nothing runs beside it
	const games, connections, each = 8000, 8, 4
	dir := longHistory(t, many(games))
	besiege(t, func(s *siege) {
		p, guest := newPerson(s, "reader"), newPerson(s, "comes-in")
		visits := make([]*ssh.Client, connections)
		for i := range visits {
			var err error
			if visits[i], err = s.visit(p); err != nil {
				s.Fatal(err)
			}
		}
		try(t, visits[0], "whoami") // the first makes a player
		honest := s.askHonestly("settings --json")
		until := time.Now().Add(5 * time.Second)
		comesIn := make(chan []time.Duration)
		go func() {
			var took []time.Duration
			for time.Now().Before(until) {
				from := time.Now()
				c, err := s.visit(guest)
				if err != nil {
					s.Error(err)
					break
				}
				if code, _, errOut := try(t, c, "whoami"); code != 0 {
					s.Error(errOut)
				}
				took = append(took, time.Since(from))
				_ = c.Close()
			}
			slices.Sort(took)
			comesIn <- took
		}()
		asked := []string{"games veteran --limit 1", "games veteran --limit 20 --json", "profile veteran --json"}
		together(connections*each, connections*each, func(i int) {
			for n := i; time.Now().Before(until); n++ {
				if code, _, errOut := try(t, visits[i%connections], asked[n%len(asked)]); code != 0 {
					s.Errorf("%s: %s", asked[n%len(asked)], errOut)
				}
			}
		})
		s.served(honest())
		s.served(<-comesIn)
		for _, c := range visits {
			_ = c.Close()
		}
	}, "--data", dir)
}
