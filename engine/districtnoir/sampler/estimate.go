package sampler

import (
	"math"
	"sync"

	"noir/engine/districtnoir/compact"
)

// cityPoints is what winning by three cities is worth in points.
const cityPoints = 40

// takes is the number of takes of a seat in a game; copies is the number of possible counts of a support, none
// included.
const (
	takes    = compact.Rounds
	copies   = 8 + 1
	supports = int(compact.Eight) + 1
	deepest  = 5 // sets are never more, there being five 5s
)

// future is what becomes of a tableau against another when both seats take at random: each remaining card goes to a
// seat in proportion to that seat's takes to come. All tables are indexed by both seats' takes to come and by the
// numbers of cards that both have.
type future struct {
	ahead    [takes + 1][takes + 1][supports][copies][copies]float32               // the value of a support, by how much likelier one is to end with more of it
	tails    [takes + 1][takes + 1][supports][copies][copies][deepest]float32      // how likely one is to end with 1, 2, … of it
	panorama [takes + 1][takes + 1][compact.Cities + 1][compact.Cities + 1]float32 // how much likelier one is to end with all cities
}

// tables are made when they are first asked for.
var tables = sync.OnceValue(func() *future {
	f := new(future)
	for mine := range f.ahead {
		for theirs := range f.ahead[mine] {
			p, q := shares(mine, theirs)
			for k := range compact.Plus2 {
				for own := range copies {
					for rival := range copies {
						f.fill(mine, theirs, k, own, rival, p, q)
					}
				}
			}
			for own := range compact.Cities + 1 {
				for rival := range compact.Cities + 1 - own {
					f.panorama[mine][theirs][own][rival] = float32(reach(own, rival, p) - reach(rival, own, q))
				}
			}
		}
	}
	return f
})

// shares returns how likely either takes a card that is left. At the end of a game five cards are left over.
func shares(mine, theirs int) (own, rival float64) {
	left := float64(mine + theirs + 1)
	return float64(mine) / left, float64(theirs) / left
}

// reach is how likely a seat ends with all cities.
func reach(own, rival int, share float64) float64 {
	if rival > 0 {
		return 0
	}
	return math.Pow(share, float64(compact.Cities-own))
}

// fill counts the ways in which the cards of a kind that are left may be taken.
func (f *future) fill(mine, theirs int, k compact.Kind, own, rival int, p, q float64) {
	left := compact.Deck.Count(k) - own - rival
	if left < 0 {
		return
	}
	lead := 0.0
	var tail [deepest]float64
	for a := range left + 1 {
		for b := range left - a + 1 {
			chance := float64(ways(left, a)*ways(left-a, b)) * math.Pow(p, float64(a)) * math.Pow(q, float64(b)) * math.Pow(1-p-q, float64(left-a-b))
			switch {
			case own+a > rival+b:
				lead += chance
			case own+a < rival+b:
				lead -= chance
			}
			for n := range min(deepest, own+a) {
				tail[n] += chance
			}
		}
	}
	f.ahead[mine][theirs][k][own][rival] = float32(lead * float64(k.Value()))
	for n := range tail {
		f.tails[mine][theirs][k][own][rival][n] = float32(tail[n])
	}
}

func ways(n, k int) int {
	all := 1
	for i := range k {
		all = all * (n - i) / (i + 1)
	}
	return all
}

// estimate returns by how many points one tableau will be ahead of the other, without pacts to come, given the number
// of takes that each seat has left. Three cities count as points.
func (f *future) estimate(own, rival compact.Cards, mine, theirs int) float64 {
	return f.lead(own, rival, mine, theirs) + cityPoints*float64(f.panorama[mine][theirs][own.Cities()][rival.Cities()])
}

// lead is estimate without cities.
func (f *future) lead(own, rival compact.Cards, mine, theirs int) float64 {
	sum := float32(compact.Pacts(own) - compact.Pacts(rival))
	var ours, others [deepest]float32
	for k := range compact.Plus2 {
		a, b := own.Count(k), rival.Count(k)
		sum += f.ahead[mine][theirs][k][a][b]
		one, two := &f.tails[mine][theirs][k][a][b], &f.tails[theirs][mine][k][b][a]
		if k == compact.Five {
			ours, others = *one, *two
			continue
		}
		for n := range ours {
			ours[n] *= one[n]
			others[n] *= two[n]
		}
	}
	for n := range ours {
		sum += compact.SetPoints * (ours[n] - others[n])
	}
	return float64(sum)
}

// worths say how likely the seat that begins a round wins, as a logistic function of its lead and of its chance to
// have all cities. They were fitted to 40,000 games of the heuristic.
var worths = [compact.Rounds]struct{ begins, lead, cities float64 }{
	1: {-0.234, 0.1444, 4.49},
	2: {0.146, 0.1695, 5.32},
	3: {-0.326, 0.2092, 6.49},
}

// worth returns the chance to win of the seat that begins a round. The hands are not looked at.
func worth(p *compact.Position) float64 {
	f, w := tables(), &worths[p.Round()]
	own, rival, left := p.Tableau[p.Turn], p.Tableau[1-p.Turn], compact.Rounds-p.Round()
	x := w.begins + w.lead*f.lead(own, rival, left, left) + w.cities*float64(f.panorama[left][left][own.Cities()][rival.Cities()])
	return 1 / (1 + math.Exp(-x))
}
