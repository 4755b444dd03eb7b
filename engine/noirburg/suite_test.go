package noirburg

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"noir/engine"
	"noir/engine/enginetest"
)

// hooks make the suite play each number of seats once under each of the options.
var hooks = enginetest.Hooks{
	Redeal:   redeal,
	Complete: complete,
	Options:  []json.RawMessage{json.RawMessage(`{"money_win":false}`)},
	Games:    8,
	Hurry:    300,
}

func TestSuite(t *testing.T) { enginetest.Run(t, Game{}, hooks) }

func FuzzGame(f *testing.F) { enginetest.Fuzz(f, Game{}, hooks) }

func complete(st engine.State, seat engine.Seat, legal json.RawMessage, r *rand.Rand) json.RawMessage {
	return Complete(st.View(seat).(View), seat, legal, r)
}

// redeal puts every card that the viewer has never seen within the moves somewhere else
// in the deck: what lies open once, or in the viewer's hand, stays where it was.
func redeal(from engine.State, moves []engine.Move, viewer engine.Seat, r *rand.Rand) engine.State {
	start := from.(*position)
	known := seenBy(start, viewer)
	var now engine.State = start
	for _, m := range moves {
		next, _, err := engine.Make(now, m)
		if err != nil {
			return nil
		}
		now = next
		known = known.union(seenBy(now.(*position), viewer))
	}
	d := *start.deal
	var hidden []int
	for i, c := range d.deck {
		if !known.has(c) {
			hidden = append(hidden, i)
		}
	}
	r.Shuffle(len(hidden), func(i, j int) {
		i, j = hidden[i], hidden[j]
		d.deck[i], d.deck[j] = d.deck[j], d.deck[i]
	})
	return begin(&d, start.chance)
}

// seenBy is every card that a viewer sees in a position.
func seenBy(p *position, viewer engine.Seat) set {
	seen := p.everything()
	for seat := range engine.Seat(p.seats()) {
		if seat != viewer {
			seen = seen.without(p.of(seat).hand)
		}
	}
	return seen
}
