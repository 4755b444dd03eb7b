package challenge_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
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

// TestWhoPreventsATable: a player who takes a challenge is told why there is no table, if they may know it. Its maker
// is only told that they are gone themselves; otherwise the challenge stands, even next to a later one.
func TestWhoPreventsATable(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		for _, c := range []struct {
			what  string
			fault func(maker, taker data.PlayerID) error
			taker string
			gone  bool // for the maker
		}{
			{"the maker is gone", func(maker, _ data.PlayerID) error { return seating.Blame(seating.ErrGone, maker) }, matchmaking.ErrNoChallenge.Error(), true},
			{"the taker is gone", func(_, taker data.PlayerID) error { return seating.Blame(seating.ErrGone, taker) }, seating.ErrGone.Error(), false},
			{"they are apart", func(maker, taker data.PlayerID) error { return seating.Blame(matchmaking.ErrParted, maker, taker) }, "accepts no challenges", false},
			{"the maker has no room", func(maker, _ data.PlayerID) error { return seating.Blame(matchmaking.ErrSeated, maker) }, "as many day games", false},
			{"the taker has no room", func(_, taker data.PlayerID) error { return seating.Blame(matchmaking.ErrSeated, taker) }, matchmaking.ErrSeated.Error(), false},
			{"another was quicker", func(_, _ data.PlayerID) error { return matchmaking.ErrNoChallenge }, matchmaking.ErrNoChallenge.Error(), false},
		} {
			a, b := h.fresh()
			place := h.seek(data.Challenge{From: a, Game: game})
			id := place.Until(queuetest.Waits).Challenge
			h.fault = c.fault(a.ID, b.ID)
			if got, err := h.Accept(t.Context(), b, id); err == nil || got.Match != "" || !strings.Contains(err.Error(), c.taker) {
				t.Errorf("%s: the taker is told %v, not %q", c.what, err, c.taker)
			}
			if c.gone {
				place.SentAway(seating.ErrGone)
			}
			h.fault = c.fault(a.ID, b.ID)
			if got, err := h.Offer(t.Context(), data.Challenge{From: b, To: a, Game: game, Rated: true}); err != nil || got.Left.ID == "" {
				t.Errorf("%s: one to the maker: %+v, %v", c.what, got, err)
			}
			h.fault = nil
			got, err := h.Accept(t.Context(), b, id)
			if err != nil || got.Match == "" {
				t.Errorf("%s: afterwards %+v, %v", c.what, got, err)
			}
			if !c.gone {
				if w := place.Until(queuetest.Seated); w.Match != got.Match {
					t.Errorf("%s: the maker is led to %q, not to %q", c.what, w.Match, got.Match)
				}
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestATableThatOpensSlowly: meanwhile its challenge is gone from the store, but not for those who wait for it: they are led
// to the table, also when it was taken in the moment in which it was stored.
func TestATableThatOpensSlowly(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		h.opening = func() { time.Sleep(2 * time.Minute) }
		place := h.seek(data.Challenge{From: a, Game: game})
		got, err := h.Accept(t.Context(), b, place.Until(queuetest.Waits).Challenge)
		if w := place.Until(queuetest.Seated); err != nil || w.Match != got.Match {
			t.Errorf("led to %q, not to %+v (%v)", w.Match, got, err)
		}
		store := &crossing{Store: h.store}
		board := h.over(t.Context(), store)
		var taking sync.WaitGroup
		store.stored = func(c data.Challenge) {
			taking.Go(func() {
				if got, err = board.Accept(t.Context(), b, c.ID); err != nil {
					t.Error(err)
				}
			})
			time.Sleep(time.Second) // until the table is stored
		}
		made := queue.NewPlace(nil, matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game, Pace: data.Day}}, seating.AccountOf(a.ID))
		if err := board.Seek(t.Context(), made); err != nil {
			t.Fatal(err)
		}
		taking.Wait()
		if w := queuetest.Visit(t, a, made).Until(queuetest.Seated); w.Match != got.Match {
			t.Errorf("its maker is led to %q, whoever took it to %q", w.Match, got.Match)
		}
	})
}

// TestTheLotSaysWhoBegins: neither the challenger nor the player who takes the challenge always has the first seat.
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
