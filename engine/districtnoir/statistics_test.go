package districtnoir

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"noir/engine"
)

// TestCount plays random games and compares the statistics with the effects and the result.
func TestCount(t *testing.T) {
	ends := map[string]int{}
	for n := range 300 {
		steps := byChance(t, n)
		counted := Game{}.Count(steps)
		result, _ := steps[len(steps)-1].State.Result()
		ends[result.Reason]++
		var totals [seats]Score
		if err := json.Unmarshal(result.Scores, &totals); err != nil {
			t.Fatal(err)
		}
		takes := [seats]float64{}
		for _, s := range steps {
			for _, p := range s.Plies {
				for _, e := range p.Effects {
					told, err := ReadEffect(e.Public)
					if took, ok := told.(Took); err == nil && ok && len(took.Cards) == 5 {
						takes[p.Move.Seat]++
					}
				}
			}
		}
		for seat, c := range counted {
			if c["takes_of_five"] != takes[seat] {
				t.Errorf("game %d: seat %d took five %v times, not %v", n, seat, takes[seat], c["takes_of_five"])
			}
			margin, counts := c["margin"]
			if want := float64(totals[seat].Total - totals[1-seat].Total); counts && margin != want {
				t.Errorf("game %d: a margin of %v, not %v", n, margin, want)
			}
			if counts != (result.Reason == Points || result.Reason == TieBreak || result.Reason == Shared) {
				t.Errorf("game %d, %s: a margin %t", n, result.Reason, counts)
			}
		}
		if won := counted[0]["city_wins"] + counted[1]["city_wins"]; (won == 1) != (result.Reason == City) {
			t.Errorf("game %d, %s: %v city wins", n, result.Reason, won)
		}
	}
	if ends[City] == 0 || ends[Points] == 0 || ends[Resigned] == 0 {
		t.Errorf("not every end was seen: %v", ends)
	}
}

// byChance plays a random game; every tenth is resigned on the way.
func byChance(t *testing.T, n int) []engine.Step {
	chance := rand.New(rand.NewPCG(uint64(n), 7))
	var state engine.State = deal(t, n)
	steps := []engine.Step{{State: state}}
	for len(state.Prompts()) > 0 {
		seat := state.Prompts()[0].Seat
		legal := state.Legal(seat)
		body := legal[chance.IntN(len(legal))]
		if n%10 == 0 && len(steps) == 9 {
			body = engine.Resign
		}
		next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		state = next
		steps = append(steps, engine.Step{State: state, Plies: plies})
	}
	return steps
}
