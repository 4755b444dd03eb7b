package districtnoir_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/enginetest"
)

var update = flag.Bool("update", false, "write the prints of games anew")

// TestGamesGoAsBefore plays whole games by chance and compares them with testdata/games.prints; -update accepts what
// differs.
func TestGamesGoAsBefore(t *testing.T) {
	t.Parallel()
	var prints enginetest.Prints
	const seats = 2
	for seed := range byte(20) {
		chance := rand.New(rand.NewPCG(uint64(seed), 9))
		state, err := districtnoir.Game{}.Start(engine.Setup{Seed: engine.Seed{seed}, Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; len(state.Prompts()) > 0; n++ {
			prompts := state.Prompts()
			seat := prompts[chance.IntN(len(prompts))].Seat
			legal := state.Legal(seat)
			move := engine.Move{Seat: seat, By: engine.ByPlayer, Body: legal[chance.IntN(len(legal))]}
			switch {
			case n == 2*int(seed) && seed%4 == 0: // in some games somebody leaves
				move.Body = engine.Resign
			case n == 3*int(seed) && seed%4 == 1: // or runs out of time
				move = state.Expire(seat)[0]
			}
			state = prints.Move(t, fmt.Sprint(seed, " ", n), state, seats, move)
		}
		prints.End(fmt.Sprint(seed), state)
	}
	prints.Compare(t, "testdata/games.prints", *update)
}
