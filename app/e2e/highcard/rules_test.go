package highcard

import (
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/enginetest"
)

// TestSuite runs the suite that every game must pass.
func TestSuite(t *testing.T) { enginetest.Run(t, Game{}, enginetest.Hooks{Redeal: redeal}) }

// redeal shuffles the cards not drawn by the end of the moves.
func redeal(from engine.State, moves []engine.Move, _ engine.Seat, r *rand.Rand) engine.State {
	start := from.(position)
	now := from
	for _, m := range moves {
		next, _, err := now.Apply(m)
		if err != nil {
			return nil
		}
		now = next
	}
	hidden := start.deck[len(now.(position).Drawn):]
	r.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	return start
}
