package rules_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/enginetest"
	"noir/engine/noirburg"
	"noir/engine/noirburg/rules"
)

var update = flag.Bool("update", false, "write the prints of games anew")

// TestGamesGoAsBefore plays whole games by chance and compares them with testdata/games.prints; -update accepts what
// differs.
func TestGamesGoAsBefore(t *testing.T) {
	t.Parallel()
	var prints enginetest.Prints
	for seats := rules.MinSeats; seats <= rules.Hideouts; seats++ {
		for _, options := range []string{`{}`, `{"money_win":false}`} {
			g, chance := noirburg.Game{}, rand.New(rand.NewPCG(uint64(seats), 9))
			state, err := g.Start(engine.Setup{Seed: engine.Seed{byte(seats)}, Seats: seats, Options: json.RawMessage(options)})
			if err != nil {
				t.Fatal(err)
			}
			for n := 0; len(state.Prompts()) > 0; n++ {
				prompts := state.Prompts()
				seat := prompts[chance.IntN(len(prompts))].Seat
				legal := state.Legal(seat)
				view, err := json.Marshal(state.View(seat))
				if err != nil {
					t.Fatal(err)
				}
				move := engine.Move{Seat: seat, By: engine.ByPlayer}
				if move.Body, err = engine.Complete(g, view, seat, legal[chance.IntN(len(legal))], chance); err != nil {
					t.Fatal(err)
				}
				if n == 40*seats { // somebody leaves
					move.Body = engine.Resign
				}
				if n%29 == 28 {
					move = state.Expire(seat)[0]
				}
				state = prints.Move(t, fmt.Sprint(seats, " ", options, " ", n), state, seats, move)
			}
			prints.End(fmt.Sprint(seats, " ", options), state)
		}
	}
	prints.Compare(t, "testdata/games.prints", *update)
}
