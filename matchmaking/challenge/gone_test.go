package challenge_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
)

// TestAChallengeThatIsGone: nobody is notified of it any more, however it ended.
func TestAChallengeThatIsGone(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		for way, end := range map[string]func(id string) error{
			"withdrawn": func(id string) error { _, err := h.Withdraw(t.Context(), a.ID, id); return err },
			"declined":  func(id string) error { _, err := h.Withdraw(t.Context(), b.ID, id); return err },
			"accepted":  func(id string) error { _, err := h.Accept(t.Context(), b, id); return err },
		} {
			made := h.offer(data.Challenge{From: a, To: b, Game: game}).Left.ID
			h.told = nil
			if err := end(made); err != nil {
				t.Fatal(err)
			}
			if len(h.told) != 1 || h.told[0].player != 0 || h.told[0].News != matchmaking.Withdrawn || h.told[0].Challenge != made {
				t.Errorf("%s: told %+v", way, h.told)
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestWhatBecomesOfAChallenge: a waiting player hears at once that it is withdrawn or declined, and at most a minute
// late that it has expired. A letter tells its maker only what another one has done.
func TestWhatBecomesOfAChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		for _, c := range []struct {
			by      data.Player
			after   time.Duration
			letters []string
		}{{a, 0, nil}, {b, 0, []string{data.Declined}}, {data.Player{}, time.Hour, nil}} {
			clear(h.letters)
			made, err := h.store.Challenge(t.Context(), data.Challenge{From: a, To: b, Game: game, Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour)})
			if err != nil {
				t.Fatal(err)
			}
			place := h.seek(data.Challenge{ID: made.ID, From: a, To: b, Game: game})
			if _, err := h.Accept(t.Context(), a, made.ID); !errors.As(err, new(*matchmaking.BadTerms)) || !strings.Contains(err.Error(), "your own") {
				t.Errorf("its maker takes it: %v", err)
			}
			from := time.Now()
			if c.by.ID != 0 {
				if _, err := h.Withdraw(t.Context(), c.by.ID, made.ID); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(c.after)
			place.SentAway(matchmaking.ErrNoChallenge)
			if took := time.Since(from); took > c.after+time.Minute || c.after == 0 && took > 0 {
				t.Errorf("told after %v, not %v", took, c.after)
			}
			if got := h.letters[a.ID]; !slices.Equal(got, c.letters) {
				t.Errorf("letters %q, not %q", got, c.letters)
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestWhoWaitsForAChallenge: waiting ends when the board sends all away, and a player who has gone hears nothing. The
// challenge stands in either case, and is waited for again if it has not expired.
func TestWhoWaitsForAChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		own := data.Challenge{From: a, Game: game}
		gone, shut := h.seek(own), h.seek(own)
		own.ID = shut.Until(queuetest.Waits).Challenge
		h.Drop(gone.Place.(*queue.Place))
		h.SendAway()
		shut.SentAway(matchmaking.ErrDraining)
		if open := h.list(a); len(open) != 1 || open[0].ID != own.ID {
			t.Errorf("%+v stand", open)
		}
		again := h.seek(own)
		if w := again.Until(queuetest.Waits); w.Challenge != own.ID || w.Waiting != 1 {
			t.Errorf("waits with %+v", w)
		}
		if _, err := h.Withdraw(t.Context(), a.ID, own.ID); err != nil {
			t.Fatal(err)
		}
		again.SentAway(matchmaking.ErrNoChallenge)
		if w := gone.Until(queuetest.Waits); w.Challenge != own.ID {
			t.Errorf("a player who has gone is told %+v", w)
		}
		h.list(a) // so that the board knows what there is
		late := data.Challenge{From: a, Game: game, Rated: true, Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour)}
		elsewhere, err := h.store.Challenge(t.Context(), late)
		if err != nil {
			t.Fatal(err)
		}
		if w := h.seek(elsewhere).Until(queuetest.Waits); w.Challenge != elsewhere.ID {
			t.Errorf("with one of another board waits with %+v", w)
		}
		late.Expires = time.Now()
		if late, err = h.store.Challenge(t.Context(), late); err != nil {
			t.Fatal(err)
		}
		ticket := matchmaking.Ticket{Player: a, Terms: matchmaking.Terms{Game: game, Pace: data.Day}, Before: matchmaking.Before{Challenge: late.ID}}
		if err := h.Seek(t.Context(), queue.NewPlace(nil, ticket, seating.AccountOf(a.ID))); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("one that has expired: %v", err)
		}
	})
}

// TestADeletedPlayerLeavesNoChallenge, and is told why.
func TestADeletedPlayerLeavesNoChallenge(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		if _, err := h.store.(data.Operator).Delete(t.Context(), "olga", a.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Offer(t.Context(), data.Challenge{From: a, Game: game}); !errors.Is(err, seating.ErrGone) {
			t.Errorf("to anybody: %v", err)
		}
		if _, err := h.Offer(t.Context(), data.Challenge{From: b, To: a, Game: game}); err == nil || errors.Is(err, seating.ErrGone) {
			t.Errorf("to one who is deleted: %v", err)
		}
	})
}

// TestChallengesThatAreGoneInTheStore: a block withdrew one and another expired there. Players
// whose challenge stands go on waiting.
func TestChallengesThatAreGoneInTheStore(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		blocked := h.seek(data.Challenge{From: a, To: b, Game: game, Rated: true})
		stands := h.seek(data.Challenge{From: a, To: h.player("vera"), Game: game, Rated: true})
		h.block(b, a)
		from := time.Now()
		blocked.SentAway(matchmaking.ErrNoChallenge)
		if took := time.Since(from); took > time.Minute {
			t.Errorf("told after %v", took)
		}
		other := stands.Until(func(w matchmaking.Waiting) bool { return w.Challenge != "" }).Challenge
		if _, err := h.store.Withdraw(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		stands.SentAway(matchmaking.ErrNoChallenge)
		made := h.offer(data.Challenge{From: a, Game: game}).Left.ID
		h.list(b) // so that the board knows it
		if _, err := h.store.Withdraw(t.Context(), made); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Withdraw(t.Context(), a.ID, made); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("withdrawn twice: %v", err)
		}
	})
}

// TestChallengesOfARestart: a host waits at no private table any more, so the challenge is withdrawn; one of a day stands,
// and so does that of a host who waits here.
func TestChallengesOfARestart(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		stored := map[string]string{}
		for name, pace := range map[string]data.Pace{"left": data.Live, "hosted": data.Fast, "day": data.Day} {
			c, err := h.store.Challenge(t.Context(), data.Challenge{From: a, To: b, Game: game, Pace: pace, Seats: 2, Expires: time.Now().Add(time.Hour)})
			if err != nil {
				t.Fatal(err)
			}
			stored[name] = c.ID
		}
		h.SetCode(stored["hosted"], "abcdef")
		if err := h.Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		left, err := h.store.Challenges(t.Context())
		if err != nil || len(left) != 2 || slices.ContainsFunc(left, func(c data.Challenge) bool { return c.ID == stored["left"] }) {
			t.Errorf("%+v are left (%v), not those of a day and of a host", left, err)
		}
		if got, err := h.Accept(t.Context(), b, stored["hosted"]); err != nil || got.Code != "abcdef" {
			t.Errorf("the hosted one leads to %+v, %v", got, err)
		}
	})
}
