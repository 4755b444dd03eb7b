package local_test

import (
	"fmt"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
)

// TestGamesWithTheHousePass: they are removed a month after their end, unless a player has
// marked them.
func TestGamesWithTheHousePass(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		p, ended := h.player("marlowe"), time.Now().Add(90*time.Minute-data.KeptFor)
		for n := range 100 {
			id := data.MatchID(fmt.Sprintf("practice-%d", n))
			_, err := h.store.Open(t.Context(), data.Match{ID: id, Game: game, Pace: data.Live, Started: ended, Seats: []data.Seat{
				{Player: p.ID, Name: p.Name, Kind: data.Human}, {Name: "pip/easy", Kind: data.Bot, Level: "easy"},
			}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.store.Finish(t.Context(), id, ended, engine.Result{Reason: engine.Aborted, Winners: []engine.Seat{}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.store.Keep(t.Context(), p.ID, "practice-7", true); err != nil {
			t.Fatal(err)
		}
		time.Sleep(75 * time.Minute) // it was viewed once
		if n := h.games(p); n != 100 {
			t.Errorf("%d games are left before their time is over", n)
		}
		time.Sleep(time.Hour)
		if n := h.games(p); n != 1 || !h.stored("practice-7") {
			t.Errorf("%d games are left", n)
		}
	})
}

// games counts a player's finished games.
func (h *house) games(p data.Player) int {
	h.t.Helper()
	games, err := h.store.Games(h.t.Context(), p.ID, "", 1000)
	if err != nil {
		h.t.Fatal(err)
	}
	return len(games)
}
