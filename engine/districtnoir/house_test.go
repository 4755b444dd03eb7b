package districtnoir

import (
	"context"
	"strconv"
	"testing"

	"noir/engine"
)

// TestNormalBeatsEasy plays 1,000 deals twice, with the seats exchanged.
func TestNormalBeatsEasy(t *testing.T) {
	const deals = 1000
	const least = 0.85
	var won [seats]float64
	t.Run("matches", func(t *testing.T) {
		for seat := range won {
			t.Run(strconv.Itoa(seat), func(t *testing.T) {
				t.Parallel()
				for n := range deals {
					won[seat] += match(t, n, engine.Seat(seat))
				}
			})
		}
	})
	share := (won[0] + won[1]) / (seats * deals)
	t.Logf("normal wins %.1f %% against easy", 100*share)
	if share < least {
		t.Errorf("normal wins only %.1f %%, want %.0f %%", 100*share, 100*least)
	}
}

// match plays one deal with normal in a seat and easy in the other, and returns
// what normal makes of it: 1, a half or 0.
func match(t *testing.T, n int, seat engine.Seat) float64 {
	var players [seats]engine.Player
	players[seat] = house(t, levelNormal, uint64(n))
	players[other(seat)] = house(t, levelEasy, uint64(n))
	var st engine.State = deal(t, n)
	logs := [seats][]engine.Line{}
	for {
		result, over := st.Result()
		if over {
			won := 0.0
			for _, winner := range result.Winners {
				if winner == seat {
					won = 1 / float64(len(result.Winners))
				}
			}
			return won
		}
		mover := st.Prompts()[0].Seat
		body, err := players[mover].Choose(context.Background(), engine.Sight{
			Seat: mover, Seats: seats, View: encode(st.View(mover)), Legal: st.Legal(mover), Log: logs[mover],
		})
		if err != nil {
			t.Fatal(err)
		}
		next, plies, err := st.Apply(engine.Move{Seat: mover, By: engine.ByPlayer, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		for s := range logs {
			logs[s] = append(logs[s], plies[0].Line(len(logs[s])+1, engine.Seat(s), 0))
		}
		st = next
	}
}

func house(t testing.TB, level string, seed uint64) engine.Player {
	t.Helper()
	player, err := Game{}.House(level, seed)
	if err != nil {
		t.Fatal(err)
	}
	return player
}

// TestNormalSees puts plain choices before normal.
func TestNormalSees(t *testing.T) {
	winning := table()
	winning.tableau[1] = Count(Harbor, CityHall)
	danger := table() // seat 0 would take the third city
	danger.took[0], danger.hands[0] = false, Count(Eight)
	danger.tableau[0] = Count(Harbor, CityHall)
	danger.tableau[1] = Count(Seven)
	danger.row = []Card{Seven, Police, Minus3, Minus3, Minus2}
	bitter := table() // all that lies there is bad, and there is time
	bitter.hands = [seats]Tally{Count(Five, Five, Five, Five), Count(Six, Seven, Eight, Eight)}
	bitter.row = []Card{Minus3, Minus3, Minus2, Minus2, Minus1}
	for name, c := range map[string]struct {
		p    position
		take bool
	}{
		"three cities":           {winning, true},
		"the rival's third city": {danger, true},
		"nothing but betrayals":  {bitter, false},
	} {
		body, err := house(t, levelNormal, 1).Choose(context.Background(), engine.Sight{
			Seat: 1, Seats: seats, View: encode(c.p.View(1)), Legal: c.p.Legal(1),
		})
		if err != nil {
			t.Fatal(err)
		}
		if took := string(body) == string(Take()); took != c.take {
			t.Errorf("%s: %s", name, body)
		}
	}
}

func TestNormalRefusesWhatItCannotRead(t *testing.T) {
	if _, err := house(t, levelNormal, 1).Choose(context.Background(), engine.Sight{View: []byte(`{`), Legal: table().Legal(1)}); err == nil {
		t.Error("chooses without a view")
	}
}
