package local_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// TestDayGamesAreLimited: a player has at most the maximum, and no rematch beyond it.
func TestDayGamesAreLimited(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b := h.player("marlowe"), h.player("spade")
		for _, id := range []data.MatchID{"slow", "slower", "slowest"} {
			_, err := h.store.Open(t.Context(), data.Match{
				ID: id, Game: game, Pace: data.Day, Started: time.Now(),
				Seats: []data.Seat{{Player: a.ID, Name: a.Name, Kind: data.Human}, {Player: b.ID, Name: b.Name, Kind: data.Human}},
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		h.close()
		h = openHouseAt(t, dir, map[quota.Good]string{quota.Tables: "1", quota.DayGames: "2"})
		for _, c := range []struct {
			id     data.MatchID
			opened bool
		}{{"slow", false}, {"slower", true}} { // two others run, then one
			seats := [2]*guest{h.sit(c.id, a), h.sit(c.id, b)}
			if err := seats[0].Resign(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, g := range seats {
				if err := g.Rematch(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			f := seats[0].frame()
			if code := f.Notes[len(f.Notes)-1].Code; (f.Next != "") != c.opened || (code == "rematch_declined") == c.opened {
				t.Errorf("after %s: a rematch %q, noted %q", c.id, f.Next, code)
			}
		}
		if n := h.met("day_games"); n != 1 {
			t.Errorf("the limit was met %d times", n)
		}
		h.seatOf(h.queue(houseTicket(a))) // day games do not count as tables
		var refused *matchmaking.BadTerms
		if _, err := h.Queue(t.Context(), houseTicket(a)); !errors.As(err, &refused) || !strings.Contains(err.Error(), "the most tables allowed (1)") {
			t.Errorf("a second table: %v", err)
		}
		if n := h.met("tables"); n != 1 {
			t.Errorf("that limit was met %d times", n)
		}
	})
}

// TestLimitsAreCounted by name, for the operator.
func TestLimitsAreCounted(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		id := h.seatOf(h.queue(houseTicket(a)))
		var g *guest
		for range 4 {
			g = h.sit(id, a)
		}
		if _, err := h.Sit(t.Context(), id, a.ID); !errors.Is(err, matchmaking.ErrTooManyChairs) {
			t.Error(err)
		}
		for range 6 {
			_ = g.Say(t.Context(), "hello")
		}
		for range 20 {
			if place, err := h.Queue(t.Context(), houseTicket(a)); err == nil {
				if err := h.sit(h.seatOf(place), a).Resign(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, limit := range []string{"chairs", "phrases", "openings"} {
			if n := h.met(limit); n != 1 {
				t.Errorf("%s was met %d times", limit, n)
			}
		}
	})
}
