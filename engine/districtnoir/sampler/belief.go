package sampler

import (
	"math"

	"noir/engine/districtnoir/compact"
)

// The belief draws several hands for each that it keeps. It assumes that a rival chooses by a
// softmax over the heuristic's scores, and sometimes at random.
const (
	candidates = 10
	softness   = 1.5 // points
	whim       = 0.1
)

// hands draws hands that the rival may hold, as often as they are likely: candidates are drawn from
// the unseen cards, weighed by the rival's plays in this round, and drawn again by their weights.
func hands(s *compact.Scene, n int, c *compact.Chance) []compact.Cards {
	var stock [compact.DeckSize]compact.Kind
	size, held := s.Unseen().List(&stock), s.Held()
	clues := cluesOf(s)
	drawn := make([]compact.Cards, candidates*n)
	upTo := make([]float64, len(drawn))
	sum := 0.0
	for i := range drawn {
		for at := range held {
			other := at + c.Below(size-at)
			stock[at], stock[other] = stock[other], stock[at]
			drawn[i] += compact.One(stock[at])
		}
		weight := 1.0
		for _, k := range clues {
			weight *= k.weight(drawn[i])
		}
		sum += weight
		upTo[i] = sum
	}
	kept := make([]compact.Cards, n)
	from := float64(c.Below(1<<20)) / (1 << 20)
	for i, at := 0, 0; i < n; i++ {
		for at < len(drawn)-1 && upTo[at] < (float64(i)+from)*sum/float64(n) {
			at++
		}
		kept[i] = drawn[at]
	}
	return kept
}

// clue is what one move of the rival in this round tells of its hand.
type clue struct {
	move  compact.Move
	since compact.Cards             // what it has played from then on
	pull  [compact.Take + 1]float64 // of each move, had it been possible
	take  bool                      // whether it might have taken
}

func cluesOf(s *compact.Scene) []clue {
	var clues []clue
	var since compact.Cards
	for i := len(s.Answers) - 1; i >= 0 && s.Answers[i].Before.Round() == s.Table.Round(); i-- {
		a := &s.Answers[i]
		k := clue{move: a.Move, take: a.Before.MayTake()}
		if a.Move != compact.Take {
			since += compact.One(compact.Kind(a.Move))
		}
		k.since = since
		v := survey(&a.Before)
		if k.take {
			k.pull[compact.Take] = math.Exp(v.take() / softness)
		}
		for m := compact.Unseen(&a.Before).Moves(); m != 0; m = m.Rest() {
			k.pull[m.First()] = math.Exp(v.play(compact.Kind(m.First())) / softness)
		}
		clues = append(clues, k)
	}
	return clues
}

// weight returns how likely the move was for a rival whose remaining hand is the given one. Of
// several like cards it played one, and the hand is drawn card by card.
func (k *clue) weight(hand compact.Cards) float64 {
	hand += k.since
	moves := hand.Moves()
	sum, choices := 0.0, 0
	if k.take {
		moves = moves.With(compact.Take)
	}
	for m := moves; m != 0; m = m.Rest() {
		sum += k.pull[m.First()]
		choices++
	}
	likely := (1-whim)*k.pull[k.move]/sum + whim/float64(choices)
	if k.move != compact.Take {
		likely /= float64(hand.Count(compact.Kind(k.move)))
	}
	return likely
}
