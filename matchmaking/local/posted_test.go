package local_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"noir/data"
)

// TestManyChallenges: everybody is shown the oldest hundred of others, beside their own and
// those to them, without those of whom they are kept apart from; and whoever has none of
// their own is shown a list that all share.
func TestManyChallenges(t *testing.T) { inHouse(t, manyChallenges) }

func manyChallenges(t *testing.T, h *house) {
	const makers, each = 12, 15
	players := make([]data.Player, makers)
	var making sync.WaitGroup
	for i := range players {
		players[i] = h.player(fmt.Sprint("maker", i))
	}
	viewer, invited, blocked := h.player("viewer"), h.player("invited"), h.player("blocked")
	for i, p := range players {
		making.Go(func() {
			for n := range each {
				c := data.Challenge{From: p, Game: "district-noir", Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour)}
				if i == 3 && n == 7 {
					c.To = invited
				}
				if _, err := h.store.Challenge(t.Context(), c); err != nil {
					t.Error(err)
				}
			}
		})
	}
	making.Wait()
	if err := h.store.Tie(t.Context(), blocked.ID, players[0].ID, data.Blocked); err != nil {
		t.Fatal(err)
	}
	all, err := h.store.Challenges(t.Context())
	if err != nil || len(all) != makers*each {
		t.Fatalf("%d challenges, %v", len(all), err)
	}
	time.Sleep(time.Second) // what the house knows is as old as that
	list := func(p data.Player) []data.Challenge {
		shown, err := h.Challenges(t.Context(), p.ID)
		if err != nil {
			t.Fatal(err)
		}
		return shown
	}
	for _, p := range []data.Player{viewer, invited, blocked, players[0], players[3]} {
		var want []string
		open := 0
		for _, c := range all {
			own := c.From.ID == p.ID || c.To.ID == p.ID
			if !own && (c.To.ID != 0 || p.ID == blocked.ID && c.From.ID == players[0].ID) {
				continue
			}
			if !own {
				if open++; open > 100 {
					continue
				}
			}
			want = append(want, c.ID)
		}
		var got []string
		for _, c := range list(p) {
			got = append(got, c.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s is shown %d challenges, not these %d", p.Name, len(got), len(want))
		}
	}
	last := all[len(all)-1]
	if last.To.ID != 0 {
		t.Fatal("the newest is to somebody")
	}
	if got, err := h.Withdraw(t.Context(), last.From.ID, last.ID); err != nil || got.ID != last.ID {
		t.Errorf("one that nobody is shown cannot be found: %+v, %v", got, err)
	}
	if allocated := testing.AllocsPerRun(20, func() { list(viewer) }); allocated > 1 {
		t.Errorf("a look allocates %v times", allocated)
	}
}
