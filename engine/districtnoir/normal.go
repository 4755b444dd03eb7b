package districtnoir

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"noir/engine"
)

// normal looks one move ahead. It weighs what both have taken by how it may end,
// and what each open take promises: so it waits for a good five, does not leave
// one to its rival, and sees three cities coming.
type normal struct{}

func (normal) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	var v View
	if err := json.Unmarshal(s.View, &v); err != nil {
		return nil, fmt.Errorf("view: %w", err)
	}
	best, most := s.Legal[0], math.Inf(-1)
	for _, body := range s.Legal {
		m, ok := readMove(body)
		if !ok {
			return nil, fmt.Errorf("unknown move %s", body)
		}
		if worth := prospect(v, s.Seat, m); worth > most {
			best, most = body, worth
		}
	}
	return best, nil
}

// The weights of the estimates, in points. They were found by matches of normal
// against itself.
const (
	patienceBase   = 2.0 // a take that may wait…
	patienceAction = 0.7 // …and each action that it may still wait for

	majorityLead = 0.6 // how much one card more says…
	majorityDrag = 0.2 // …even when none of that support is to come

	setCard = 1.0 // a support that the next set needs, at the start of the game

	oneCity     = 2.5 // while the rival has none
	twoCities   = 6.0
	threeCities = 1000.0
)

// takesInAll is the number of takes in a full game.
const takesInAll = seats * rounds

// outlook is a position as its players know it in common.
type outlook struct {
	row     []Card
	tableau [seats]Tally
	took    [seats]bool
	left    [seats]int // actions in this round
	rounds  int        // still to come after this one
}

// prospect returns the lead that a move gives its seat.
func prospect(v View, seat engine.Seat, m Move) float64 {
	o := outlook{row: v.Row, tableau: v.tallies(), took: v.Took, rounds: rounds - v.Round}
	for s := range seats {
		o.left[s] = v.Hands[s]
		if !v.Took[s] {
			o.left[s]++
		}
	}
	o.left[seat]--
	switch m.Type {
	case TypePlay:
		o.row = append(slices.Clip(o.row), m.Card)
	case TypeTake:
		offer := newest(o.row)
		o.tableau[seat].add(offer)
		o.row = o.row[:len(o.row)-len(offer)]
		o.took[seat] = true
	}
	if o.left == [seats]int{} && o.rounds > 0 {
		o.rounds--
		o.took = [seats]bool{}
		o.left = [seats]int{handSize + 1, handSize + 1}
	}
	return o.afterMove(seat)
}

// afterMove returns the lead of a seat that has just moved. The rival may take
// what lies there now; the seat itself only after one more card has pushed the
// oldest out of reach.
func (o outlook) afterMove(seat engine.Seat) float64 {
	rival := other(seat)
	lead := o.lead(seat)
	if !o.took[rival] {
		lead -= max(o.gain(rival, newest(o.row)), patience(o.left[rival]))
	}
	if !o.took[seat] {
		lead += max(o.gain(seat, o.row[max(0, len(o.row)-reach+1):]), patience(o.left[seat]))
	}
	return lead
}

// patience is the worth of a take that may wait, with so many actions left.
func patience(actions int) float64 {
	if actions <= 1 {
		return math.Inf(-1)
	}
	return patienceBase + patienceAction*float64(actions)
}

// gain returns by how much a seat's lead grows when it takes cards.
func (o outlook) gain(seat engine.Seat, cards []Card) float64 {
	before := o.lead(seat)
	o.tableau[seat].add(cards)
	return o.lead(seat) - before
}

// lead estimates by how much a seat is ahead at the end if the rest is even.
func (o outlook) lead(seat engine.Seat) float64 {
	own, rival := o.tableau[seat], o.tableau[other(seat)]
	open := o.open()
	sum := worth(own, rival, open) - worth(rival, own, open)
	for c := Five; c <= Eight; c++ {
		sum += float64(c.Value()) * majority(c, own, rival, open)
	}
	return sum
}

// open is the share of the game's takes that are still to come.
func (o outlook) open() float64 {
	takes := seats * o.rounds
	for _, took := range o.took {
		if !took {
			takes++
		}
	}
	return float64(takes) / takesInAll
}

// majority estimates who will have more of a support, from 1 to -1.
func majority(c Card, own, rival Tally, open float64) float64 {
	coming := float64(c.Copies()-int(own[c]+rival[c])) * open
	return math.Tanh(majorityLead * float64(own[c]-rival[c]) / math.Sqrt(coming+majorityDrag))
}

// worth estimates the sets, deals and cities of a tableau.
func worth(own, rival Tally, open float64) float64 {
	complete, begun := sets(own), 0
	for c := Five; c <= Eight; c++ {
		if int(own[c]) > complete {
			begun++
		}
	}
	sum := float64(deals(own)+setPoints*complete) + setCard*float64(begun)*open
	if rival.Cities() == 0 {
		sum += [...]float64{0, oneCity, twoCities, threeCities}[own.Cities()]
	}
	return sum
}
