package local_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
)

// as is a context in which a player pays.
func as(ctx context.Context, p data.Player) context.Context {
	return quota.With(ctx, quota.Payer{Address: netip.MustParseAddr("192.0.2.1"), ID: quota.Player(int64(p.ID))})
}

// TestChallengesHaveARate: ten at once, then one a minute, and to the same person three an
// hour. They cry once an hour, however often they are taken back.
func TestChallengesHaveARate(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		paper := &gazette{}
		h := openHouseWith(t, dir, paper)
		defer h.close()
		a, b := h.player("marlowe"), h.player("spade")
		challenge := func(to data.Player) error {
			made, err := h.Challenge(as(t.Context(), a), data.Challenge{From: a, To: to, Game: game})
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
		told := func(p data.Player) (n int) {
			for _, news := range paper.news(p.ID) {
				if news == matchmaking.Challenged {
					n++
				}
			}
			return n
		}
		if n := told(b); n != 1 {
			t.Errorf("told %d times", n)
		}
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
		if n := told(b); n != 1 {
			t.Errorf("told %d times within the hour", n)
		}
		time.Sleep(time.Minute)
		if made, _ := spam(b); made != 1 || told(b) != 2 {
			t.Errorf("%d challenges after an hour, told %d times", made, told(b))
		}
		if letters, err := h.store.Letters(t.Context(), b.ID); err != nil || len(letters) != 0 {
			t.Errorf("%+v, %v", letters, err)
		}
	})
}

// TestCallsToATableHaveTheSameRate: a host who calls somebody, leaves and calls again.
func TestCallsToATableHaveTheSameRate(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		paper := &gazette{}
		h := openHouseWith(t, dir, paper)
		defer h.close()
		a, b := h.player("marlowe"), h.player("spade")
		made := 0
		for range 50 {
			call := matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game}, Host: true, To: b}
			place, err := h.Queue(as(t.Context(), a), call)
			if err == nil {
				made++
				place.Leave()
				synctest.Wait()
			} else if !errors.As(err, new(*quota.Refused)) {
				t.Fatal(err)
			}
		}
		if news := paper.news(b.ID); made != 3 || len(news) != 1 {
			t.Errorf("%d calls, told %q", made, news)
		}
	})
}

// TestAChallengeThatIsNoMore is told to nobody any more, whichever way it went.
func TestAChallengeThatIsNoMore(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		paper := &gazette{}
		h := openHouseWith(t, dir, paper)
		defer h.close()
		a, b := h.player("marlowe"), h.player("spade")
		for way, end := range map[string]func(id string) error{
			"withdrawn": func(id string) error { _, err := h.Withdraw(t.Context(), a.ID, id); return err },
			"declined":  func(id string) error { _, err := h.Withdraw(t.Context(), b.ID, id); return err },
			"accepted":  func(id string) error { _, err := h.Accept(t.Context(), b, id); return err },
		} {
			made, err := h.Challenge(t.Context(), data.Challenge{From: a, To: b, Game: game})
			if err != nil {
				t.Fatal(err)
			}
			paper.clear()
			if err := end(made.Left.ID); err != nil {
				t.Fatal(err)
			}
			if news := paper.news(0); len(news) != 1 || news[0] != matchmaking.Withdrawn {
				t.Errorf("%s: told %q", way, news)
			}
			for _, told := range paper.all {
				if told.player == 0 && told.Challenge != made.Left.ID {
					t.Errorf("%s: told of %q", way, told.Challenge)
				}
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestWhoWaitsForAChallengeIsToldThatItIsGone from the store: a block has withdrawn it, or
// it has lapsed there. Those who wait for one that stands go on waiting.
func TestWhoWaitsForAChallengeIsToldThatItIsGone(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b, vera := h.player("marlowe"), h.player("spade"), h.player("vera")
		wish := slowly(a)
		wish.Host, wish.To = true, b
		blocked := h.visit(wish)
		wish.To = vera
		stands := h.visit(wish)
		h.block(b, a)
		from := time.Now()
		blocked.SentAway(matchmaking.ErrNoChallenge)
		if took := time.Since(from); took > time.Minute {
			t.Errorf("told after %v", took)
		}
		stands.Until(func(w matchmaking.Waiting) bool { return w.Challenge != "" })
		if _, err := h.store.Withdraw(t.Context(), stands.Last.Challenge); err != nil {
			t.Fatal(err)
		}
		stands.SentAway(matchmaking.ErrNoChallenge)
	})
}
