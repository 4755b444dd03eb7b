package challenge_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue/queuetest"
)

// TestTwoTakersOfOneChallenge: only one gets it.
func TestTwoTakersOfOneChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		offered := h.offer(data.Challenge{From: a, Game: game})
		var all sync.WaitGroup
		var mu sync.Mutex
		dealt := 0
		for _, name := range []string{"spade", "vera", "archer", "gutman"} {
			p := h.player(name)
			all.Go(func() {
				got, err := h.Accept(t.Context(), p, strings.ToLower(offered.Left.ID))
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil && got.Match != "":
					dealt++
				case !errors.Is(err, matchmaking.ErrNoChallenge):
					t.Errorf("%s: %+v, %v", name, got, err)
				}
			})
		}
		all.Wait()
		if dealt != 1 || h.plays(a) != 1 {
			t.Errorf("dealt %d times, %d games run", dealt, h.plays(a))
		}
	})
}

// TestChallengesAtOnce: those who leave fitting challenges at the same moment find each other, and nobody plays twice.
func TestChallengesAtOnce(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		var all sync.WaitGroup
		var players []data.Player
		for i := range 12 {
			players = append(players, h.player(fmt.Sprint("player", i)))
		}
		for _, p := range players {
			all.Go(func() {
				if _, err := h.Offer(t.Context(), data.Challenge{From: p, Game: game}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, p := range players {
			if n := h.plays(p); n != 1 {
				t.Errorf("%s has %d games", p.Name, n)
			}
		}
		if open := h.list(players[0]); len(open) != 0 {
			t.Errorf("%d challenges stand", len(open))
		}
	})
}

// TestATableOfSeveral: it is dealt when enough players want it.
func TestATableOfSeveral(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		var last matchmaking.Acceptance
		for i, name := range []string{"marlowe", "spade", "vera"} {
			last = h.offer(data.Challenge{From: h.player(name), Game: large})
			if i == 0 && last.Left.Seats != 3 {
				t.Errorf("it stands for %d", last.Left.Seats)
			}
		}
		if d := h.tables[last.Match]; len(d.players) != 3 || d.private {
			t.Errorf("the third one finds %+v: %+v", last, d)
		}
	})
}

// TestTheChosenPlay: a challenge for several that is accepted by its id leads to a table with
// its maker, whatever the ratings; the remaining seats go to the oldest challenges.
func TestTheChosenPlay(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		strong := h.player("vera")
		h.ratings[strong.ID] = 2000
		var chosen string
		for _, p := range []data.Player{h.player("marlowe"), strong, h.player("spade")} {
			left := h.offer(data.Challenge{From: p, Game: large, Rated: true}).Left
			if p == strong {
				chosen = left.ID
			}
		}
		got, err := h.Accept(t.Context(), h.player("archer"), chosen)
		if err != nil || got.Match == "" {
			t.Fatalf("%+v, %v", got, err)
		}
		for name, plays := range map[string]int{"vera": 1, "marlowe": 1, "spade": 0} {
			if n := h.plays(h.player(name)); n != plays {
				t.Errorf("%s has %d games", name, n)
			}
		}
	})
}

// TestAChallengeOutlivesAFailedDeal: it stands as it was, is announced once, and its waiting
// player is led to the table that is dealt later.
func TestAChallengeOutlivesAFailedDeal(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		place := h.seek(data.Challenge{From: h.player("marlowe"), Game: game, Rated: true})
		id := place.Until(queuetest.Waits).Challenge
		h.told, h.full = nil, true
		b := h.player("spade")
		if _, err := h.Accept(t.Context(), b, id); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("taken while nothing can be stored: %v", err)
		}
		if h.full = false; len(h.told) != 0 {
			t.Errorf("told %+v", h.told)
		}
		got, err := h.Accept(t.Context(), b, id)
		if err != nil || got.Match == "" {
			t.Fatalf("taken again: %+v, %v", got, err)
		}
		if w := place.Until(queuetest.Seated); w.Match != got.Match {
			t.Errorf("the one who waits is led to %q, not to %q", w.Match, got.Match)
		}
	})
}

// TestTheLotSaysWhoBegins: neither the challenger nor whoever takes the challenge always has the first seat.
func TestTheLotSaysWhoBegins(t *testing.T) {
	inHouse(t, map[quota.Good]string{quota.DayGames: "100", quota.Challenges: "100/1s", quota.ChallengesTo: "100/1s"}, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		first := map[data.PlayerID]int{}
		for range 40 {
			h.offer(data.Challenge{From: a, To: b, Game: game})
			got := h.offer(data.Challenge{From: b, To: a, Game: game})
			first[h.tables[got.Match].players[0]]++
		}
		if first[a.ID] == 0 || first[b.ID] == 0 {
			t.Errorf("of forty games %d are begun by one and %d by the other", first[a.ID], first[b.ID])
		}
	})
}
