package challenge_test

import (
	"errors"
	"testing"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking/seating"
)

// TestChallengesHaveARate: ten at once, then one a minute, and to the same person three an
// hour. The recipient is notified once an hour, however often a challenge is withdrawn.
func TestChallengesHaveARate(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		challenge := func(to data.Player) error {
			made, err := h.Offer(h.as(a), data.Challenge{From: a, To: to, Game: game})
			if err == nil {
				_, err = h.Withdraw(t.Context(), a.ID, made.Left.ID)
			}
			return err
		}
		spam := func(to data.Player) (made int, refused *quota.Refused) {
			for range 500 {
				switch err := challenge(to); {
				case err == nil:
					made++
				case !errors.As(err, &refused):
					t.Fatal(err)
				}
			}
			return made, refused
		}
		if made, refused := spam(b); made != 3 || refused.Good != quota.ChallengesTo || refused.Retry != 20*time.Minute {
			t.Errorf("%d challenges to one person, then %v, again in %v", made, refused, refused.Retry)
		}
		called := func(times int) {
			t.Helper()
			if news := h.news(b.ID); len(news) != times {
				t.Errorf("told %q", news)
			}
		}
		called(1)
		if made, refused := spam(data.Player{}); made != 7 || refused.Good != quota.Challenges {
			t.Errorf("%d more challenges, then %v", made, refused)
		}
		if err := challenge(h.player("vera")); !errors.As(err, new(*quota.Refused)) {
			t.Errorf("to somebody else: %v", err)
		}
		time.Sleep(time.Hour - time.Minute)
		if made, _ := spam(b); made != 2 {
			t.Errorf("%d challenges within the hour", made)
		}
		called(1)
		time.Sleep(time.Minute)
		if made, _ := spam(b); made != 1 {
			t.Errorf("%d challenges after an hour", made)
		}
		called(2)
		if letters, err := h.store.Letters(t.Context(), b.ID); err != nil || len(letters) != 0 {
			t.Errorf("%+v, %v", letters, err)
		}
	})
}

// TestAChallengerWithTooManyGamesIsPassedOver: the next player gets the maker of the second
// oldest challenge.
func TestAChallengerWithTooManyGamesIsPassedOver(t *testing.T) {
	inHouse(t, map[quota.Good]string{quota.DayGames: "1"}, func(t *testing.T, h *house) {
		full, second := h.player("marlowe"), h.player("spade")
		h.offer(data.Challenge{From: full, Game: game})
		friend := h.offer(data.Challenge{From: h.player("archer"), To: full, Game: game})
		if _, err := h.Accept(t.Context(), full, friend.Left.ID); err != nil {
			t.Fatal(err)
		}
		if beside := h.offer(data.Challenge{From: second, Game: game}); beside.Left.ID == "" {
			t.Fatalf("beside somebody at the limit: %+v", beside)
		}
		newcomer := h.player("vera")
		if got := h.offer(data.Challenge{From: newcomer, Game: game}); got.Match == "" || h.plays(second) != 1 || h.plays(newcomer) != 1 {
			t.Errorf("the newcomer is told %+v", got)
		}
		if list := h.list(full); len(list) != 1 || list[0].From.ID != full.ID {
			t.Errorf("on the board: %+v", list)
		}
	})
}

// TestEachPaysForTheirSeat: a game from a challenge counts for both its maker and the player
// who accepted it.
func TestEachPaysForTheirSeat(t *testing.T) {
	inHouse(t, map[quota.Good]string{quota.DayGames: "1"}, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		made := h.offer(data.Challenge{From: a, Game: game})
		if _, err := h.Accept(h.as(b), b, made.Left.ID); err != nil {
			t.Fatal(err)
		}
		for _, p := range []data.Player{a, b} {
			if !h.quota.Full(seating.AccountOf(p.ID), quota.DayGames) {
				t.Errorf("%s does not pay", p.Name)
			}
		}
	})
}
