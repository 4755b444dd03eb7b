package search

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// TestCount plays house players at tables of every size and compares the statistics with the
// result, with who is out, and with the money that the bank paid.
func TestCount(t *testing.T) {
	takedowns, tribute := 0.0, 0.0
	for n := range 8 {
		steps := byHouse(t, n, rules.MinSeats+n%4)
		end := steps[len(steps)-1].State.(*rules.Position)
		result, _ := end.Result()
		var scores []rules.Score
		if err := json.Unmarshal(result.Scores, &scores); err != nil {
			t.Fatal(err)
		}
		out, took := 0.0, 0.0
		for seat, c := range (Game{}).Count(steps) {
			if c["money"] != float64(scores[seat].Money) {
				t.Errorf("game %d: seat %d has %v, not %d", n, seat, c["money"], scores[seat].Money)
			}
			if !end.Of(engine.Seat(seat)).Alive {
				out++
			}
			took += c["takedowns"]
			tribute += c["tribute"]
			if got, want := c["attacks"], attacks(steps, engine.Seat(seat)); got != want {
				t.Errorf("game %d: seat %d attacked %v times, not %v", n, seat, want, got)
			}
		}
		if took != out {
			t.Errorf("game %d: %v takedowns, %v are out", n, took, out)
		}
		takedowns += took
	}
	if takedowns == 0 || tribute == 0 {
		t.Errorf("%v takedowns and %v tribute in all the games", takedowns, tribute)
	}
}

// attacks counts how often a seat's attack phase has led to a declared attack.
func attacks(steps []engine.Step, seat engine.Seat) (n float64) {
	for _, s := range steps {
		for _, p := range s.Plies {
			var m struct{ Type string }
			if err := json.Unmarshal(p.Move.Body, &m); err == nil && m.Type == "attack" && p.Move.Seat == seat {
				n++
			}
		}
	}
	return n
}

// byHouse plays a game among house players.
func byHouse(t *testing.T, n, seats int) []engine.Step {
	t.Helper()
	g := opened(t, engine.Setup{Seed: engine.Seed{byte(n), 200, byte(seats)}, Seats: seats})
	steps := []engine.Step{{State: g.State}}
	chance := rand.New(rand.NewPCG(uint64(n), 3))
	for {
		asked := g.Prompts()
		if len(asked) == 0 {
			return steps
		}
		seat := asked[chance.IntN(len(asked))].Seat
		plies := g.plays(t, seat, choose(t, levelNormal, g.sight(seat)))
		steps = append(steps, engine.Step{State: g.State, Plies: plies})
	}
}
