package districtnoir

import (
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/enginetest"
)

var hooks = enginetest.Hooks{Redeal: redeal, Hurry: 40}

func TestSuite(t *testing.T) { enginetest.Run(t, Game{}, hooks) }

func FuzzGame(f *testing.F) { enginetest.Fuzz(f, Game{}, hooks) }

// redeal shuffles every card that the viewer has not seen by the end of the moves: those aside,
// those in the deck, and the rest of the other hands.
func redeal(from engine.State, moves []engine.Move, viewer engine.Seat, r *rand.Rand) engine.State {
	p := from.(position)
	now := p
	for _, m := range moves {
		next, _, err := now.Apply(m)
		if err != nil {
			return nil
		}
		now = next.(position)
	}
	hidden := []int{0, 1, 2}
	for i := now.dealt(); i < deckSize; i++ {
		hidden = append(hidden, i)
	}
	hands := []int{3, 15, 25, 35}[now.round-1]
	for seat, held := range now.hands {
		if engine.Seat(seat) == viewer {
			continue
		}
		for i := range handSize {
			at := hands + seat*handSize + i
			if c := p.deck[at]; held[c] > 0 {
				held[c]--
				hidden = append(hidden, at)
			}
		}
	}
	deck := *p.deck
	r.Shuffle(len(hidden), func(i, j int) {
		i, j = hidden[i], hidden[j]
		deck[i], deck[j] = deck[j], deck[i]
	})
	return start(deck, p.starter)
}
