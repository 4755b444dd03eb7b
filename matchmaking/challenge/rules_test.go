package challenge_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"noir/data"
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
	})
}

// openly makes a rated challenge to anybody.
func openly(from, _ data.Player) data.Challenge {
	return data.Challenge{From: from, Game: game, Rated: true}
}

// TestOnlyWhatIsAlikeMeets: a challenge for another kind of table stands beside the first. Two of one address meet for
// nothing alone: by name, they play a game that is not rated, and are told why.
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
	for _, c := range all {
		if err == nil {
			_, err = h.Withdraw(h.t.Context(), c.From.ID, c.ID)
		}
	}
	if err != nil {
		h.t.Fatal(err)
	}
	n := len(h.tables) + len(h.told) // which grow
	return h.player(fmt.Sprintf("one-%d", n)), h.player(fmt.Sprintf("other-%d", n))
}
