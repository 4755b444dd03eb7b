package search

import (
	"math"

	"noir/engine/districtnoir/compact"
)

// temperature is that of the policy's softmax over its scores, in points.
const temperature = 0.3

// of turns a chance of seat 0 into that of a seat, and back.
func of(chance float32, seat uint8) float32 {
	if seat == 0 {
		return chance
	}
	return 1 - chance
}

// choose returns one of the moves, the likelier the better its score.
func choose(p *compact.Position, c *compact.Chance) compact.Move {
	return prefer(p, c.Next(), 1)
}

// favourite returns the move with the best score.
func favourite(p *compact.Position) compact.Move { return prefer(p, 0, 0) }

// prefer returns the move with the best score after noise times the weight was added.
func prefer(p *compact.Position, noise uint64, weight float32) compact.Move {
	moves := p.Moves()
	best := moves.First()
	if moves.Rest() == 0 {
		return best
	}
	if p.Wins() {
		return compact.Take
	}
	o := look(p)
	most := float32(math.Inf(-1))
	for ; moves != 0; moves = moves.Rest() {
		m := moves.First()
		if score := o.score(m) + weight*stray[noise%uint64(len(stray))]; score > most {
			best, most = m, score
		}
		noise /= uint64(len(stray))
	}
	return best
}

// stray holds quantiles of Gumbel's distribution: the best of scores to which they
// are added is a draw from the softmax of the scores.
var stray = func() (quantiles [256]float32) {
	for i := range quantiles {
		at := (float64(i) + 0.5) / float64(len(quantiles))
		quantiles[i] = float32(-temperature * math.Log(-math.Log(at)))
	}
	return quantiles
}()

// outlook is what the row holds for both seats when one is on move.
type outlook struct {
	own, rival                 compact.Cards // tableaus
	coming                     int           // takes to come in the game
	lead                       float32       // as it stands
	ownOpen, rivalOpen         bool          // whether a seat has a take to come in this round, the own not being made now
	ownPatience, rivalPatience float32       // the least that the open take is worth
	five, four, three          compact.Cards // the newest
	left                       compact.Cards // what a take would leave within reach
}

func look(p *compact.Position) outlook {
	seat := p.Turn
	ownLeft, rivalLeft := p.Left()
	o := outlook{
		own: p.Tableau[seat], rival: p.Tableau[1-seat], coming: takesToCome(p),
		ownOpen: !p.Took[seat], rivalOpen: !p.Took[1-seat],
		five: p.Newest(compact.Reach), four: p.Newest(compact.Reach - 1), three: p.Newest(compact.Reach - 2),
	}
	o.left = p.Newest(2*compact.Reach) - o.five
	if ownLeft == 1 && rivalLeft == 0 && !p.LastRound() { // a new round follows
		ownLeft, rivalLeft = compact.HandSize+2, compact.HandSize+1
		o.ownOpen, o.rivalOpen = true, true
	}
	o.ownPatience, o.rivalPatience = tables.patience[ownLeft-1], tables.patience[rivalLeft]
	o.lead = lead(o.own, o.rival, o.coming)
	return o
}

// score estimates by how much a move changes the lead: by the take that it leaves
// to the rival, and by the own take, made now or hoped for once another card has
// pushed the oldest out of reach.
func (o *outlook) score(m compact.Move) float32 {
	if m == compact.Take {
		return o.take()
	}
	score := float32(0)
	card := compact.One(compact.Kind(m))
	if o.rivalOpen {
		offer := o.four + card
		gain := float32(compact.Pacts(offer)) + lead(o.rival+offer, o.own, o.coming) + o.lead
		score -= max(gain, o.rivalPatience)
	}
	if o.ownOpen {
		offer := o.three + card
		gain := float32(compact.Pacts(offer)) + lead(o.own+offer, o.rival, o.coming) - o.lead
		score += max(gain, o.ownPatience)
	}
	return score
}

func (o *outlook) take() float32 {
	own, coming := o.own+o.five, o.coming-1
	after := lead(own, o.rival, coming)
	score := float32(compact.Pacts(o.five)) + after - o.lead
	if o.rivalOpen {
		gain := float32(compact.Pacts(o.left)) + lead(o.rival+o.left, own, coming) + after
		score -= max(gain, o.rivalPatience)
	}
	return score
}
