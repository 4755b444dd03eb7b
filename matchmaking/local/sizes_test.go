package local_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/queue/queuetest"
)

var crowdNames = []string{"marlowe", "spade", "vera", "sam", "effie", "gutman", "cairo"}

// seek is a stranger's ticket for a rated game of Noirburg.
func seek(p data.Player) matchmaking.Ticket {
	t := ticket(p)
	t.Game = "noirburg"
	return t
}

// crowdOf has a number of people look for a table at once.
func (h *house) crowdOf(n int) []*queuetest.Visitor {
	h.t.Helper()
	var all []*queuetest.Visitor
	for _, name := range crowdNames[:n] {
		all = append(all, h.visit(seek(h.player(name))))
	}
	return all
}

// dealt answers all ready checks and returns their table.
func (h *house) dealt(all []*queuetest.Visitor) data.Match {
	h.t.Helper()
	for _, v := range all {
		if !queuetest.Asked(v.Last) {
			v.Until(queuetest.Asked)
		}
		v.Answer()
	}
	m, err := h.store.Match(h.t.Context(), queuetest.Meet(h.t, all...))
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// TestAsManyAsAreFound: a full table at once, one of four or five at once, and one of three
// after the first has waited 25 seconds.
func TestAsManyAsAreFound(t *testing.T) {
	for n, after := range map[int]time.Duration{3: 25 * time.Second, 4: 0, 5: 0, 6: 0} {
		inHouse(t, func(t *testing.T, h *house) {
			from := time.Now()
			all := h.crowdOf(n)
			if w := all[n-1].Until(queuetest.Asked); w.Found != n {
				t.Errorf("%d were found of %d", w.Found, n)
			}
			if took := time.Since(from); took < after || took > after+2*time.Second {
				t.Errorf("%d were found after %v", n, took)
			}
			m := h.dealt(all)
			var want, got struct {
				Seats    int  `json:"seats"`
				MoneyWin bool `json:"money_win"`
			}
			want.Seats, want.MoneyWin = n, true
			if err := json.Unmarshal(m.Options, &got); err != nil || got != want || len(m.Seats) != n || !m.Rated {
				t.Errorf("%d seats under %s, %v", len(m.Seats), m.Options, err)
			}
		})
	}
}

// TestOptionsThatMeanTheSameMeet, and different ones do not.
func TestOptionsThatMeanTheSameMeet(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		queue := func(name, options string, seats int) *queuetest.Visitor {
			wish := seek(h.player(name))
			wish.Options, wish.Seats = json.RawMessage(options), seats
			return h.visit(wish)
		}
		same := []*queuetest.Visitor{
			queue("marlowe", ``, 0), queue("spade", `{}`, 4), queue("vera", ` {"money_win": true}`, 0), queue("sam", `null`, 0),
		}
		other := queue("effie", `{"money_win":false}`, 0)
		if m := h.dealt(same); len(m.Seats) != 4 {
			t.Errorf("%d seats", len(m.Seats))
		}
		other.Until(queuetest.Waits)
		var refused *matchmaking.BadTerms
		for _, options := range []string{`{"seats":7}`, `{"seats":5}`, `{"jokers":2}`, `[]`} {
			wish := seek(h.player("gutman"))
			wish.Options, wish.Seats = json.RawMessage(options), 4
			if _, err := h.Queue(t.Context(), wish); !errors.As(err, &refused) {
				t.Errorf("options %s: %v", options, err)
			}
		}
	})
}

// kinds returns who sits at a table, by seat: names of people, levels of house players.
func kinds(m data.Match) []string {
	var all []string
	for _, s := range m.Seats {
		if s.Kind == data.Bot {
			all = append(all, s.Level)
		} else {
			all = append(all, s.Name)
		}
	}
	return all
}

func TestTermsOfTheHouse(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		plain := seek(a)
		plain.Rated = false
		for what, change := range map[string]func(*matchmaking.Ticket){
			"rated":       func(t *matchmaking.Ticket) { t.Rated, t.Host, t.Fill = true, true, "easy" },
			"no level":    func(t *matchmaking.Ticket) { t.Host, t.Fill = true, "godlike" },
			"a stranger":  func(t *matchmaking.Ticket) { t.Fill = "easy" },
			"seven seats": func(t *matchmaking.Ticket) { t.Bot, t.Seats = "easy", 7 },
		} {
			wish := plain
			change(&wish)
			var refused *matchmaking.BadTerms
			if _, err := h.Queue(t.Context(), wish); !errors.As(err, &refused) {
				t.Errorf("%s: %v", what, err)
			}
		}
		plain.Bot = "easy"
		m, err := h.store.Match(t.Context(), h.seatOf(h.silent(plain)))
		if err != nil || !slices.Equal(kinds(m), []string{"marlowe", "easy", "easy", "easy"}) {
			t.Errorf("without a number %v sit down, %v", kinds(m), err)
		}
		if m.Seats[1].Name == m.Seats[2].Name {
			t.Errorf("two house players are called %s", m.Seats[1].Name)
		}
	})
}

// TestARematchOfThree: seats move on by one, and all must take part.
func TestARematchOfThree(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		players := []data.Player{h.player("marlowe"), h.player("spade"), h.player("vera")}
		m := h.dealt(h.crowdOf(3))
		seats := make([]*guest, 3)
		for _, p := range players {
			g := h.sit(m.ID, p)
			seats[g.frame().Seat] = g
		}
		for _, g := range seats[:2] {
			if err := g.Resign(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if f := seats[2].await(over); !slices.Equal(f.End.Result.Winners, []engine.Seat{2}) || len(f.End.Changes) != 3 {
			t.Errorf("%+v", f.End)
		}
		for i, g := range seats {
			if f := g.frame(); f.Next != "" {
				t.Errorf("begun when %d want it", i)
			}
			if err := g.Rematch(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		next, err := h.store.Match(t.Context(), seats[0].await(func(f matchmaking.Frame) bool { return f.Next != "" }).Next)
		was := kinds(m)
		if err != nil || !slices.Equal(kinds(next), []string{was[2], was[0], was[1]}) || !next.Rated || string(next.Options) != string(m.Options) {
			t.Errorf("after %v %v sit under %s, %v", was, kinds(next), next.Options, err)
		}
	})
}

// TestWhoIsOutPlaysElsewhere: the game that goes on without them is no game of theirs any more, and its end takes them
// from no other.
func TestWhoIsOutPlaysElsewhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player(crowdNames[0]), h.player("archer")
		m := h.dealt(h.crowdOf(3))
		h.resign(h.sit(m.ID, a))
		if rows := h.mine(a); len(rows) != 0 {
			t.Errorf("they still have %+v", rows)
		}
		h.pair(a, b)
		h.resign(h.sit(m.ID, h.player(crowdNames[1])))
		h.sit(m.ID, a).await(over)
		if _, err := h.Queue(t.Context(), ticket(a)); !errors.Is(err, matchmaking.ErrSeated) {
			t.Errorf("a second table once the first game has ended: %v", err)
		}
	})
}

// TestAPlayerTooManyIsNobodysLoss: one player opens tables too fast; the others go on waiting.
func TestAPlayerTooManyIsNobodysLoss(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		all := h.crowdOf(3)
		hasty := h.player(crowdNames[0])
		all[0].Until(queuetest.Asked)
		for range 40 {
			if place, err := h.Queue(t.Context(), houseTicket(hasty)); err == nil {
				if err := h.sit(h.seatOf(place), hasty).Resign(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, v := range all {
			v.Answer()
		}
		var refused *matchmaking.BadTerms
		if err := all[0].Refused(); !errors.As(err, &refused) {
			t.Error(err)
		}
		for _, v := range all[1:] {
			v.Until(queuetest.Waits)
		}
	})
}
