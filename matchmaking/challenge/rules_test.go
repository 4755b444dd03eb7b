package challenge_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/engine/districtnoir"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
)

// TestRatingsComeNearer: what counts as near widens by 100 points an hour, from 200, until a day has passed. It never
// matters between two who challenge each other, nor for nothing.
func TestRatingsComeNearer(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		for _, c := range []struct {
			what  string
			gap   float64
			after time.Duration
			make  func(from, to data.Player) data.Challenge
			meet  bool
		}{
			{"at once, 200 apart", 200, 0, openly, true},
			{"at once, 201 apart", 201, 0, openly, false},
			{"after three hours, 500 apart", 500, 3 * time.Hour, openly, true},
			{"after three hours, 501 apart", 501, 3 * time.Hour, openly, false},
			{"after 23 hours, 2,600 apart", 2600, 23 * time.Hour, openly, false},
			{"after a day, 5,000 apart", 5000, 24 * time.Hour, openly, true},
			{"for nothing", 5000, 0, func(from, _ data.Player) data.Challenge { return data.Challenge{From: from, Game: game} }, true},
			{"by name", 5000, 0, func(from, to data.Player) data.Challenge {
				return data.Challenge{From: from, To: to, Game: game, Rated: true}
			}, true},
		} {
			a, b := h.fresh()
			h.ratings[a.ID] = data.StartRating + c.gap
			h.offer(c.make(a, b))
			time.Sleep(c.after)
			if got := h.offer(c.make(b, a)); (got.Match != "") != c.meet {
				t.Errorf("%s: they meet: %t", c.what, got.Match != "")
			}
		}
		a, b := h.fresh()
		h.offer(openly(a, b))
		time.Sleep(24 * time.Hour)
		far := h.player("far")
		h.ratings[far.ID] = 5000
		h.block(a, far)
		h.offer(openly(far, a))
		if got := h.offer(openly(b, a)); got.Match == "" || h.plays(a) != 1 {
			t.Errorf("after a day, beside one that is far and new: %+v", got)
		}
	})
}

// openly makes a rated challenge to anybody.
func openly(from, _ data.Player) data.Challenge {
	return data.Challenge{From: from, Game: game, Rated: true}
}

// TestOnlyWhatIsAlikeMeets: a challenge for another kind of table stands next to the first. Two players of one address
// meet only in casual games: by name they play an unrated game, and are told why.
func TestOnlyWhatIsAlikeMeets(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		near := netip.MustParseAddr("192.0.2.7")
		for what, c := range map[string]struct {
			one, other func(a, b data.Player) data.Challenge
			meet       bool
			oneAddress bool
		}{
			"the same":      {openly, openly, true, false},
			"for nothing":   {openly, func(a, _ data.Player) data.Challenge { return data.Challenge{From: a, Game: game} }, false, false},
			"another game":  {openly, func(a, _ data.Player) data.Challenge { return data.Challenge{From: a, Game: large, Rated: true} }, false, false},
			"other options": {burg(`{"money_win":true}`), burg(`{"money_win":false}`), false, false},
			"the same said": {burg(`{"money_win":true}`), burg(``), true, false},
			"other seats": {func(a, _ data.Player) data.Challenge { return data.Challenge{From: a, Game: large, Seats: 3} },
				func(a, _ data.Player) data.Challenge { return data.Challenge{From: a, Game: large, Seats: 4} }, false, false},
			"to another": {func(a, b data.Player) data.Challenge { return data.Challenge{From: a, To: b, Game: game} },
				func(a, _ data.Player) data.Challenge { return data.Challenge{From: a, Game: game} }, false, false},
			"one address": {func(a, _ data.Player) data.Challenge {
				return data.Challenge{From: a, Game: game, Rated: true, Address: near}
			}, func(a, _ data.Player) data.Challenge {
				return data.Challenge{From: a, Game: game, Rated: true, Address: near}
			}, false, false},
			"one address, for nothing": {func(a, _ data.Player) data.Challenge { return data.Challenge{From: a, Game: game, Address: near} },
				func(a, _ data.Player) data.Challenge { return data.Challenge{From: a, Game: game, Address: near} }, true, false},
			"one address, by name": {func(a, b data.Player) data.Challenge {
				return data.Challenge{From: a, To: b, Game: game, Rated: true, Address: near}
			}, func(a, b data.Player) data.Challenge {
				return data.Challenge{From: a, To: b, Game: game, Rated: true, Address: near}
			}, true, true},
		} {
			a, b := h.fresh()
			h.offer(c.one(a, b))
			made := c.other(b, a)
			if made.Game == large && made.Seats == 0 {
				third := h.player(fmt.Sprintf("third-%d", b.ID))
				h.offer(c.one(third, b))
			}
			got := h.offer(made)
			if (got.Match != "") != c.meet || got.OneAddress != c.oneAddress {
				t.Errorf("%s: %+v", what, got)
				continue
			}
			if m, err := h.store.Match(t.Context(), got.Match); c.meet && (err != nil || m.Rated != (made.Rated && !c.oneAddress)) {
				t.Errorf("%s: rated %t, %v", what, m.Rated, err)
			}
		}
	})
}

// burg makes a challenge to anybody with options of its game.
func burg(options string) func(from, _ data.Player) data.Challenge {
	return func(from, _ data.Player) data.Challenge {
		return data.Challenge{From: from, Game: large, Options: json.RawMessage(options)}
	}
}

// fresh withdraws all challenges and returns two players without any.
func (h *house) fresh() (a, b data.Player) {
	h.t.Helper()
	all, err := h.store.Challenges(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, c := range all {
		h.Lapse(c.ID)
	}
	n := len(h.tables) + len(h.told) // which grow
	return h.player(fmt.Sprintf("one-%d", n)), h.player(fmt.Sprintf("other-%d", n))
}

// TestWhoMayNotChallenge is told why.
func TestWhoMayNotChallenge(t *testing.T) {
	inHouse(t, map[quota.Good]string{quota.DayGames: "1"}, func(t *testing.T, h *house) {
		a, b, many := h.player("marlowe"), h.player("spade"), h.player("vera")
		stands := h.offer(data.Challenge{From: a, Game: game}).Left.ID
		if got := h.offer(data.Challenge{From: h.player("archer"), To: a, Game: game}); got.Left.ID == "" {
			t.Fatalf("%+v", got)
		} else if _, err := h.Accept(t.Context(), a, got.Left.ID); err != nil {
			t.Fatal(err)
		}
		for range data.MaxChallenges {
			c := data.Challenge{From: many, Game: game, Rated: true, Pace: data.Day, Seats: 2, Expires: time.Now().Add(time.Hour)}
			if _, err := h.store.Challenge(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		offer := func(c data.Challenge) error {
			_, err := h.Offer(t.Context(), c)
			return err
		}
		_, taken := h.Accept(t.Context(), b, stands)
		for why, err := range map[string]error{
			"is not for two":        offer(data.Challenge{From: b, To: many, Game: large}),
			"cannot challenge":      offer(data.Challenge{From: b, To: b, Game: game}),
			"20 open challenges":    offer(data.Challenge{From: many, Game: large}),
			"most day games":        offer(data.Challenge{From: a, Game: large}),
			"has as many day games": taken,
		} {
			if err == nil || !errors.As(err, new(*matchmaking.BadTerms)) || !strings.Contains(err.Error(), why) {
				t.Errorf("not %q: %v", why, err)
			}
		}
		if n := h.plays(a); n != 1 {
			t.Errorf("whoever may have one game has %d", n)
		}
	})
}

// TestWhoMayNotPlayWhom: if two players must not meet, one who challenges the other or takes their challenge is told
// why, and challenges to anybody stand side by side. Where only ratings forbid it, the two play a casual game.
func TestWhoMayNotPlayWhom(t *testing.T) {
	occupied, unwilling := "as many day games", "accepts no challenges"
	inHouse(t, map[quota.Good]string{quota.Challenges: "100/1s", quota.ChallengesTo: "100/1s"}, func(t *testing.T, h *house) {
		for _, c := range []struct {
			what          string
			forbid        func(a, b data.Player)
			named, taken  string // what b is told on challenging a by name, and on taking a's challenge to anybody
			summons       string // and who waits for a at a private table
			offers        string // and on leaving one to anybody, which otherwise stands next to a's
			played, alone bool   // for nothing
		}{
			{"who have a rated game", func(a, b data.Player) { h.met[seating.Pair(a.ID, b.ID)] = true },
				seating.ErrMeeting.Error(), seating.ErrMeeting.Error(), seating.ErrMeeting.Error(), "", true, false},
			{"a busy newcomer who comes", func(_, b data.Player) { h.busy[b.ID] = true },
				seating.ErrNewcomer.Error(), seating.ErrNewcomer.Error(), "", seating.ErrNewcomer.Error(), true, false},
			{"a busy newcomer who waits", func(a, _ data.Player) { h.busy[a.ID] = true }, "", occupied, "", "", true, false},
			{"players who are apart", h.block, unwilling, matchmaking.ErrNoChallenge.Error(), unwilling, "", false, false},
			{"one in a live game", func(_, b data.Player) { h.seated[b.ID] = true }, "", "", matchmaking.ErrSeated.Error(), "", true, true},
		} {
			told := func(how string, err error, want string) {
				t.Helper()
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("%s, %s: told %v, not %q", c.what, how, err, want)
				}
			}
			summon := func(a, b data.Player, rated bool) error {
				ticket := matchmaking.Ticket{Player: b, To: a, Host: true, Terms: matchmaking.Terms{Game: game, Rated: rated, Pace: data.Live, Seats: 2}}
				return h.Summon(h.as(b), queue.NewPlace(nil, ticket, seating.AccountOf(b.ID)))
			}
			a, b := h.fresh()
			mine := h.offer(openly(a, b)).Left
			c.forbid(a, b)
			time.Sleep(time.Second)
			if !c.alone {
				got, err := h.Offer(h.as(b), openly(b, a))
				if told("to anybody", err, c.offers); got.Match != "" {
					t.Errorf("%s: they meet", c.what)
				}
				_, err = h.Accept(h.as(b), b, mine.ID)
				told("taking it", err, c.taken)
			}
			_, err := h.Offer(h.as(b), data.Challenge{From: b, To: a, Game: game, Rated: true})
			told("by name", err, c.named)
			told("at a private table", summon(a, b, true), c.summons)
			if c.played {
				if _, err := h.Offer(h.as(b), data.Challenge{From: b, To: a, Game: game}); err != nil {
					t.Errorf("%s, by name for nothing: %v", c.what, err)
				}
				if err := summon(a, b, false); (err == nil) != !h.seated[b.ID] {
					t.Errorf("%s, at a private table for nothing: %v", c.what, err)
				}
				free := h.offer(data.Challenge{From: a, Game: game}).Left
				if got, err := h.Accept(h.as(b), b, free.ID); err != nil || got.Match == "" {
					t.Errorf("%s, taking one for nothing: %+v, %v", c.what, got, err)
				}
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestOneAddressTakesNone of its own for a rating, though both only come from there and do not say so.
func TestOneAddressTakesNone(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		left, err := h.Offer(h.as(a), openly(a, b))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Accept(h.as(b), b, left.Left.ID); !errors.Is(err, seating.ErrNearby) {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := h.Accept(t.Context(), b, left.Left.ID); err != nil || got.Match == "" {
			t.Errorf("from elsewhere: %+v, %v", got, err)
		}
		for what, c := range map[string]data.Challenge{
			"for nothing": {From: a, Game: game}, "by name": {From: a, To: b, Game: game, Rated: true},
		} {
			left, err := h.Offer(h.as(a), c)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := h.Accept(h.as(b), b, left.Left.ID); err != nil || got.Match == "" || got.OneAddress != c.Rated {
				t.Errorf("%s: %+v, %v", what, got, err)
			}
		}
	})
}

// TestATableOfStrangers: nobody sits there twice, and two players kept apart do not meet there, even if neither is kept
// apart from the last one to come.
func TestATableOfStrangers(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		three := func(p data.Player) data.Challenge { return data.Challenge{From: p, Game: large, Seats: 3} }
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		first := h.offer(three(a)).Left
		own := h.offer(three(b)).Left
		if got, err := h.Accept(t.Context(), b, first.ID); err != nil || got.Match != "" || got.Left.ID != own.ID {
			t.Errorf("one of two takes the other's: %+v, %v", got, err)
		}
		h.block(a, b)
		time.Sleep(time.Second)
		if got := h.offer(three(c)); got.Match != "" {
			t.Errorf("%v meet", h.tables[got.Match].players)
		}
		if got := h.offer(three(h.player("archer"))); got.Match == "" || h.plays(a) != 1 || h.plays(b) != 0 || h.plays(c) != 1 {
			t.Errorf("the fourth one finds %+v", h.tables[got.Match])
		}
	})
}

// TestAChallengeThatHasExpired is shown to nobody and taken by nobody, also before the store has forgotten it.
func TestAChallengeThatHasExpired(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		c := data.Challenge{From: a, Game: game, Pace: data.Day, Seats: 2, Expires: time.Now().Add(postedAge / 2)}
		named := c
		named.To, named.Rated = b, true
		c, err := h.store.Challenge(t.Context(), c)
		if err == nil {
			named, err = h.store.Challenge(t.Context(), named)
		}
		if err != nil {
			t.Fatal(err)
		}
		if n := len(h.list(b)); n != 2 {
			t.Fatalf("%d are shown", n)
		}
		time.Sleep(postedAge / 2) // what was read is new
		for _, p := range []data.Player{a, b} {
			if n := len(h.list(p)); n != 0 {
				t.Errorf("%s is shown %d", p.Name, n)
			}
		}
		if _, err := h.Accept(t.Context(), b, c.ID); !errors.Is(err, matchmaking.ErrNoChallenge) {
			t.Errorf("whoever takes it is told %v", err)
		}
		if got := h.offer(data.Challenge{From: b, Game: game}); got.Match != "" || got.Left.ID == "" {
			t.Errorf("one like it leads to %+v", got)
		}
		if got := h.offer(data.Challenge{From: a, To: b, Game: game, Rated: true}); got.Left.ID == "" || got.Left.ID == named.ID {
			t.Errorf("its maker leaves it again: %+v", got)
		}
	})
}

// postedAge is how old what a board shows may be.
const postedAge = time.Second

// TestASummons stands, and its recipient is told of it, once its maker waits: also when they come from another board,
// where they got the code. If they do not come to wait it is gone.
func TestASummons(t *testing.T) {
	inHouse(t, nil, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		options, err := seating.Options(districtnoir.Game{}, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		summon := func(before string, want error, challenges, told int) {
			t.Helper()
			ticket := matchmaking.Ticket{
				Player: a, To: b, Host: true, Terms: matchmaking.Terms{Game: game, Pace: data.Live, Seats: 2, Options: json.RawMessage(options)}, Before: matchmaking.Before{Code: before},
			}
			h.shut = want
			if err := h.Summon(h.as(a), queue.NewPlace(nil, ticket, seating.AccountOf(a.ID))); !errors.Is(err, want) {
				t.Errorf("told %v, not %v", err, want)
			}
			all, err := h.store.Challenges(t.Context())
			if err != nil || len(all) != challenges {
				t.Errorf("%d stand: %v", len(all), err)
			}
			if news := h.news(b.ID); len(news) != told {
				t.Errorf("told %q", news)
			}
		}
		summon("", matchmaking.ErrSeated, 0, 0)
		summon("", nil, 1, 1)
		summon("abcdef", nil, 1, 1)
		summon("abcdef", matchmaking.ErrDraining, 1, 1)
		if got := h.offer(data.Challenge{From: b, To: a, Game: game}); got.Match != "" {
			t.Errorf("one for a day game takes it: %+v", got)
		}
	})
}
