package search

import (
	"math"

	"noir/engine/districtnoir/compact"
)

// The weights of the policy's estimates, in points. They were found by matches of
// the policy against itself.
const (
	majorityLead = 0.6 // how much one card more says…
	majorityDrag = 0.2 // …even when none of that support is to come

	setCard = 1.0 // a support that the next set needs, at the start of the game

	oneCity   = 2.5 // while the rival has none
	twoCities = 6.0
	allCities = 60.0 // more than anything else

	patienceBase   = 2.0 // a take that may wait…
	patienceAction = 0.7 // …and each action that it may still wait for
)

// takes is the number of takes in a game.
const takes = compact.Seats * compact.Rounds

// supports is the number of kinds that have majorities and make sets.
const supports = int(compact.Eight) + 1

// estimates are the policy's tables, made once and only read.
type estimates struct {
	majority [takes + 1][supports][9][9]float32 // by takes to come, own and rival's number
	setCard  [takes + 1]float32
	cities   [compact.Cities + 1][compact.Cities + 1]float32 // own and rival's number
	patience [compact.HandSize + 2]float32                   // by actions left
}

var tables = newEstimates()

func newEstimates() *estimates {
	t := new(estimates)
	for coming := range t.majority {
		open := float64(coming) / takes
		t.setCard[coming] = float32(setCard * open)
		for k := range compact.Plus2 {
			for own := range 9 {
				for rival := range 9 {
					t.majority[coming][k][own][rival] = float32(majority(k, own, rival, open))
				}
			}
		}
	}
	for n, worth := range []float32{0, oneCity, twoCities, allCities} {
		t.cities[n][0], t.cities[0][n] = worth, -worth
	}
	for left := range t.patience {
		t.patience[left] = float32(patienceBase + patienceAction*float64(left))
		if left <= 1 {
			t.patience[left] = -allCities // there is no waiting
		}
	}
	return t
}

// majority estimates what a support will pay the one and cost the other, when a
// share of the game's takes is open.
func majority(k compact.Kind, own, rival int, open float64) float64 {
	coming := float64(max(0, compact.Deck.Count(k)-own-rival)) * open
	return float64(k.Value()) * math.Tanh(majorityLead*float64(own-rival)/math.Sqrt(coming+majorityDrag))
}

// lead estimates by how many points the one tableau will be ahead of the other, pacts apart, with
// the given number of takes to come in the game.
func lead(own, rival compact.Cards, coming int) float32 {
	sum := sets(own, coming) - sets(rival, coming)
	majority := &tables.majority[coming]
	for k := range compact.Plus2 {
		sum += majority[k][own.Count(k)][rival.Count(k)]
	}
	if (own|rival)&compact.Panorama != 0 {
		sum += tables.cities[own.Cities()][rival.Cities()]
	}
	return sum
}

// sets estimates the sets of a tableau, complete and begun.
func sets(own compact.Cards, coming int) float32 {
	complete, begun := compact.Sets(own), 0
	for k := range compact.Plus2 {
		if own.Count(k) > complete {
			begun++
		}
	}
	return compact.SetPoints*float32(complete) + tables.setCard[coming]*float32(begun)
}

func takesToCome(p *compact.Position) int {
	coming := compact.Seats * (compact.Rounds - p.Round())
	for _, took := range p.Took {
		if took {
			coming--
		}
	}
	return coming
}
