package highcard

import (
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/enginetest"
)

// TestSuite wants of the small game what is wanted of every game.
func TestSuite(t *testing.T) { enginetest.Run(t, Game{}, enginetest.Hooks{Redeal: redeal}) }

// redeal puts all cards that the viewer has not seen after the moves somewhere else.
func redeal(from engine.State, moves []engine.Move, viewer engine.Seat, r *rand.Rand) engine.State {
	start := from.(position)
	now := from
	for _, m := range moves {
		next, _, err := now.Apply(m)
		if err != nil {
			return nil
		}
		now = next
	}
	known := map[int]bool{}
	for _, card := range now.(position).played {
		known[card] = true
	}
	if viewer >= 0 {
		for _, card := range start.hand(viewer) {
			known[card] = true
		}
	}
	var hidden []int
	for i, card := range start.deck {
		if !known[card] {
			hidden = append(hidden, i)
		}
	}
	r.Shuffle(len(hidden), func(i, j int) {
		i, j = hidden[i], hidden[j]
		start.deck[i], start.deck[j] = start.deck[j], start.deck[i]
	})
	return start
}
