package rules

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"noir/engine"
)

// Redeal is a hook of the suite, which needs the house players too and is outside of the
// package.
var Redeal = redeal

// dealt starts the game with number n.
func dealt(t testing.TB, seats, n int) engine.State {
	setup := engine.Setup{Seats: seats}
	binary.LittleEndian.PutUint64(setup.Seed[:], uint64(n))
	st, err := Game{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// redeal puts every card that the viewer has never seen within the moves somewhere else
// in the deck: what lies open once, or in the viewer's hand, stays where it was.
func redeal(from engine.State, moves []engine.Move, viewer engine.Seat, r *rand.Rand) engine.State {
	start := from.(*Position)
	known := seenBy(start, viewer)
	var now engine.State = start
	for _, m := range moves {
		next, _, err := engine.Make(now, m)
		if err != nil {
			return nil
		}
		now = next
		known = known.Union(seenBy(now.(*Position), viewer))
	}
	d := *start.Deal
	var hidden []int
	for i, c := range d.deck {
		if !known.Has(c) {
			hidden = append(hidden, i)
		}
	}
	r.Shuffle(len(hidden), func(i, j int) {
		i, j = hidden[i], hidden[j]
		d.deck[i], d.deck[j] = d.deck[j], d.deck[i]
	})
	return begin(&d, start.Chance)
}

// seenBy is every card that a viewer sees in a position.
func seenBy(p *Position, viewer engine.Seat) Set {
	seen := p.everything()
	for seat := range engine.Seat(p.Seats()) {
		if seat != viewer {
			seen = seen.Without(p.Of(seat).Hand)
		}
	}
	return seen
}
