package sampler

import "noir/engine/districtnoir/compact"

// The heuristic's rules of thumb, found by games of the heuristic against itself.
const (
	fear   = 1.7 // how far it counts on the rival to take what it leaves
	hope   = 0.5 // how far it counts on the take that it leaves itself, which the rival may spoil
	wobble = 1.0 // how far playouts stray, in points
)

// demand is how much more than a usual take a take should bring, given the actions left, this one included. At present
// it is nothing; with one action left there is no choice.
func demand(left int) float64 {
	if left <= 1 {
		return -2 * cityPoints
	}
	return 0
}

// situation is what the seat on move looks at.
type situation struct {
	*future
	own, rival         compact.Cards
	mine, theirs       int           // takes to come in the game
	now                float64       // the estimate
	five, four, three  compact.Cards // the newest of the row
	next               compact.Cards // what a take would leave in reach
	mayOwn, mayRival   bool          // whether a seat has a take left in the round
	ownLeft, rivalLeft int           // actions
}

func survey(p *compact.Position) situation {
	later := compact.Rounds - 1 - p.Round()
	v := situation{
		future: tables(),
		own:    p.Tableau[p.Turn], rival: p.Tableau[1-p.Turn], mine: later, theirs: later,
		five: p.Offer(), four: p.Newest(compact.Reach - 1), three: p.Newest(compact.Reach - 2),
		mayOwn: p.MayTake(), mayRival: !p.Took[1-p.Turn],
	}
	v.next = p.Newest(2*compact.Reach) - v.five
	v.ownLeft, v.rivalLeft = p.Left()
	if v.mayOwn {
		v.mine++
	}
	if v.mayRival {
		v.theirs++
	}
	if v.rivalLeft == 0 && later > 0 { // the seat begins the next round
		v.mayOwn, v.mayRival = true, true
		v.ownLeft, v.rivalLeft = compact.HandSize+2, compact.HandSize+1
	}
	v.now = v.estimate(v.own, v.rival, v.mine, v.theirs)
	return v
}

// ours and others return what a take of cards would bring a seat, compared with a usual take.
func (v *situation) ours(cards compact.Cards) float64 {
	return v.estimate(v.own+cards, v.rival, v.mine-1, v.theirs) - v.now
}

func (v *situation) others(cards compact.Cards) float64 {
	return v.now - v.estimate(v.own, v.rival+cards, v.mine, v.theirs-1)
}

// take returns how good a take is.
func (v *situation) take() float64 {
	after := *v
	after.own, after.mine = v.own+v.five, v.mine-1
	after.now = v.estimate(after.own, v.rival, after.mine, v.theirs)
	score := after.now - v.now
	if v.mayRival {
		score -= fear * max(demand(v.rivalLeft), after.others(v.next))
	}
	return score
}

// play returns how good a card is to play.
func (v *situation) play(k compact.Kind) float64 {
	score := 0.0
	if v.mayRival {
		score -= fear * max(demand(v.rivalLeft), v.others(v.four+compact.One(k)))
	}
	if v.mayOwn {
		score += hope * max(demand(v.ownLeft-1), v.ours(v.three+compact.One(k)))
	}
	return score
}

// choose is the heuristic: the move with the best score, give or take.
func choose(p *compact.Position, c *compact.Chance) compact.Move {
	moves := p.Moves()
	best := moves.First()
	if moves.Rest() == 0 {
		return best
	}
	if p.Wins() {
		return compact.Take
	}
	v := survey(p)
	most := -9. * cityPoints
	for m := moves; m != 0; m = m.Rest() {
		score := wobble * float64(c.Below(64)) / 64
		if m.First() == compact.Take {
			score += v.take()
		} else {
			score += v.play(compact.Kind(m.First()))
		}
		if score > most {
			best, most = m.First(), score
		}
	}
	return best
}
