package tournament_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/matchmaking/cached"
	"noir/matchmaking/tournament"
)

// TestAllStand: the standings have everybody, also beyond what any page shows, with those who won before those who
// lost. They are a second old at most, and those of another event are its own.
func TestAllStand(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		store := sqlitetest.Open(t, dir)
		defer store.Close()
		calendar := tournament.New(cached.Reader{
			Context: t.Context(), Go: func(work func()) bool { go work(); return true }, Log: slog.New(slog.DiscardHandler),
		}, store)
		open := func() int64 {
			c, err := store.OpenTournament(t.Context(), "olga", data.Tournament{
				Title: "Night shift", Game: "noirburg", Seats: 6, Starts: time.Now().Add(-time.Minute), Ends: time.Now().Add(time.Hour),
			})
			if err != nil {
				t.Fatal(err)
			}
			return c.ID
		}
		event, other := open(), open()
		n := 0
		play := func() {
			n++
			m := data.Match{
				ID: data.MatchID(fmt.Sprint("m", n)), Game: "noirburg", Seed: engine.Seed{1}, Pace: data.Live, Rated: true, Started: time.Now(), Tournament: event,
			}
			for seat := range 6 {
				p := sqlitetest.Player(t, store, fmt.Sprintf("p%d-%d", n, seat))
				m.Seats = append(m.Seats, data.Seat{Kind: data.Human, Player: p.ID, Name: p.Name})
			}
			if _, err := store.Open(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			r := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2, 2, 2, 2, 2}, Scores: json.RawMessage(`[]`)}
			if _, err := store.Finish(t.Context(), m.ID, time.Now(), r); err != nil {
				t.Fatal(err)
			}
		}
		const games = 17
		for range games {
			play()
		}
		stand := func(event int64) []data.Score {
			rows, err := calendar.Standings(context.Background(), event)
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		rows := stand(event)
		if len(rows) != 6*games || rows[games-1].Rank != 1 || rows[games].Rank != games+1 || rows[6*games-1].Points > 0 {
			t.Errorf("%d stand", len(rows))
		}
		if rows := stand(other); len(rows) != 0 {
			t.Errorf("%d stand in an event without a game", len(rows))
		}
		play()
		if got := len(stand(event)); got != 6*games {
			t.Errorf("within a second they are read again: %d", got)
		}
		time.Sleep(time.Second)
		if got := len(stand(event)); got != 6*(games+1) {
			t.Errorf("a second later %d stand", got)
		}
	})
}
