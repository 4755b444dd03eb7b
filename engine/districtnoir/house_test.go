package districtnoir

import (
	"context"
	"testing"

	"noir/engine"
)

// TestEachLevelBeatsTheOneBelow plays each deal twice, with the seats exchanged. How much
// better the levels are needs tournaments of thousands of games.
func TestEachLevelBeatsTheOneBelow(t *testing.T) {
	for _, c := range []struct {
		level, rival string
		deals        int
		least        float64
	}{
		{levelNormal, levelEasy, 400, 0.9},
		{levelHard, levelNormal, 50, 0.85},
		{levelBoss, levelNormal, 3, 0.8},
	} {
		t.Run(c.level, func(t *testing.T) {
			t.Parallel()
			won := 0.0
			for n := range c.deals {
				for seat := range engine.Seat(seats) {
					won += match(t, n, seat, c.level, c.rival)
				}
			}
			share := won / float64(seats*c.deals)
			t.Logf("%s wins %.1f %% against %s", c.level, 100*share, c.rival)
			if share < c.least {
				t.Errorf("%s wins only %.1f %% against %s, want %.0f %%", c.level, 100*share, c.rival, 100*c.least)
			}
		})
	}
}

// match plays one deal with a level in a seat against a rival, and returns the level's result:
// 1, a half or 0.
func match(t *testing.T, n int, seat engine.Seat, level, rival string) float64 {
	var players [seats]engine.Player
	players[seat] = house(t, level, uint64(n))
	players[other(seat)] = house(t, rival, uint64(n))
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

// TestLevelsSee gives plain choices to the levels that look ahead.
func TestLevelsSee(t *testing.T) {
	winning := table()
	winning.hands[0] = Count(Five)
	winning.tableau = [seats]Tally{Count(Six, Six), Count(Harbor, CityHall)}
	danger := table() // seat 0 would take the third city
	danger.took[0] = false
	danger.tableau = [seats]Tally{Count(Harbor, CityHall), Count(Five, Seven, Seven, Eight, Eight)}
	danger.row = []Card{Five, Five, Six, Six, Plus2, Seven, Police, Minus3, Minus3, Minus2}
	bitter := table() // the whole row is bad, and there is time
	bitter.hands = [seats]Tally{Count(Five, Five, Five, Five), Count(Six, Seven, Eight, Eight)}
	bitter.row = []Card{Minus3, Minus3, Minus2, Minus2, Minus1}
	bitter.tableau = [seats]Tally{Count(Six, Six, Harbor), Count(Eight, Five)}
	for name, c := range map[string]struct {
		p    position
		take bool
	}{
		"three cities":           {winning, true},
		"the rival's third city": {danger, true},
		"nothing but betrayals":  {bitter, false},
	} {
		for _, level := range []string{levelNormal, levelHard, levelBoss} {
			body, err := house(t, level, 1).Choose(context.Background(), sightOf(c.p, nil))
			if err != nil {
				t.Fatal(err)
			}
			if took := string(body) == string(Take()); took != c.take {
				t.Errorf("%s: %s chooses %s", name, level, body)
			}
		}
	}
}

func TestLevelsRefuseWhatTheyCannotRead(t *testing.T) {
	for _, level := range []string{levelNormal, levelHard, levelBoss} {
		if _, err := house(t, level, 1).Choose(context.Background(), engine.Sight{View: []byte(`{`), Legal: table().Legal(1)}); err == nil {
			t.Errorf("%s chooses without a view", level)
		}
	}
}
