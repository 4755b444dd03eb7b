package search

import (
	"math"
	"slices"
	"sort"
	"sync"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// manner is a way in which a rival may choose its moves. Every rival sometimes slips, and moves at random.
type manner struct {
	share     float64 // how likely it is before its first move
	slip      float64
	sharpness float64 // of one that thinks: its logits are those of the network times this
}

// The manners that a rival may have; its moves tell which. One follows the policy's rules of thumb; one thinks, and
// plays about as the network does, at one of several sharpnesses; one drifts, and plays anything.
var manners = [...]manner{
	follows: {share: 0.15, slip: 0.02},
	thinks:  {share: 0.4, slip: 0.15, sharpness: 0.3},
	gropes:  {share: 0.25, slip: 0.02, sharpness: 0.16},
	drifts:  {share: 0.2, slip: 1},
}

const (
	follows = iota
	thinks
	gropes
	drifts
)

// likelihoods are the probabilities of something, given each manner.
type likelihoods [len(manners)]float64

// belief is every hand that the rival may hold, with every manner that it may have,
// and how likely each is.
type belief struct {
	unseen compact.Cards
	cases  []guess
	upTo   []float64 // the weight of the cases up to this one
}

type guess struct {
	hand   compact.Cards
	manner uint8
}

// believe weighs the hands that fit a scene by how many ways there are to hold
// them, and by how well they and its manner explain the rival's answers.
func (t Thinker) believe(s *compact.Scene) *belief {
	b := beliefs.Get().(*belief)
	*b = belief{unseen: s.Unseen(), cases: b.cases[:0], upTo: b.upTo[:0]}
	e := evidenceOf(s, t.Networks)
	b.enumerate(s.Held(), 0, 0, 1, e)
	return b
}

// beliefs is a pool of their memory, shared by all players.
var beliefs = sync.Pool{New: func() any { return new(belief) }}

// forget returns the memory of a belief to the pool.
func (b *belief) forget() { beliefs.Put(b) }

// enumerate adds each hand once that has the given cards and the given number of others, of kinds from the given one
// on. Ways is the number of ways to hold what is given.
func (b *belief) enumerate(more int, from compact.Kind, hand compact.Cards, ways float64, e *evidence) {
	if more == 0 {
		b.add(hand, ways, e)
		return
	}
	if from == compact.Kinds {
		return
	}
	there := b.unseen.Count(from)
	for n := 0; n <= min(there, more); n++ {
		b.enumerate(more-n, from+1, hand+compact.Cards(n)*compact.One(from), ways, e)
		ways *= float64(there-n) / float64(n+1)
	}
}

func (b *belief) add(hand compact.Cards, ways float64, e *evidence) {
	sum := 0.0
	if n := len(b.upTo); n > 0 {
		sum = b.upTo[n-1]
	}
	for manner, likely := range e.of(hand) {
		sum += ways * likely
		b.cases = append(b.cases, guess{hand, uint8(manner)})
		b.upTo = append(b.upTo, sum)
	}
}

// world is a round as it may be: both hands, and the rival's manner.
type world struct {
	compact.Position
	manner uint8
}

// deal deals the case at a share of the total weight. Later rounds are left open.
func (b *belief) deal(s *compact.Scene, share float64) world {
	goal := share * b.upTo[len(b.upTo)-1]
	one := b.cases[min(sort.SearchFloat64s(b.upTo, goal), len(b.cases)-1)]
	p := s.Table
	p.Hands[1-p.Turn] = one.hand
	return world{p, one.manner}
}

// golden steps spread shares evenly.
const golden = 0.6180339887498949

// worlds returns a source of worlds, spread evenly over all cases.
func (b *belief) worlds(s *compact.Scene) func() world {
	share := 0.0
	return func() world {
		_, share = math.Modf(share + golden)
		return b.deal(s, share)
	}
}

// evidence is what the rival's answers say about its hand and manner.
type evidence struct {
	past  likelihoods // of each manner, after the rounds that are over
	hints []hint      // those of this round
}

// hint is what one answer of the rival says about its hand.
type hint struct {
	move    compact.Move
	since   compact.Cards             // what it has played from then on in the round
	mayTake bool                      // whether a take was possible
	appeal  [compact.Take + 1]float64 // of each move that it may have had, to a rival that follows the policy
	asked   network.Asked             // the network's layers for the position
}

func evidenceOf(s *compact.Scene, networks *network.Weights) *evidence {
	e := new(evidence)
	for n, m := range manners {
		e.past[n] = m.share
	}
	round := s.Table.Round()
	var since compact.Cards
	for _, a := range slices.Backward(s.Answers) {
		if a.Before.Round() != round {
			round, since = a.Before.Round(), 0
		}
		if a.Move != compact.Take {
			since += compact.One(compact.Kind(a.Move))
		}
		h := hint{move: a.Move, since: since, mayTake: a.Before.MayTake(), appeal: appeal(&a.Before, temperature)}
		h.asked = networks.Ask(&a.Before)
		if round == s.Table.Round() {
			e.hints = append(e.hints, h)
			continue
		}
		e.past.times(h.of(0)) // its hand of that round is known by now
	}
	return e
}

// of returns how likely all answers were for a rival who now has the hand.
func (e *evidence) of(hand compact.Cards) likelihoods {
	all := e.past
	for i := range e.hints {
		all.times(e.hints[i].of(hand))
	}
	return all
}

func (l *likelihoods) times(o likelihoods) {
	for manner, likely := range o {
		l[manner] *= likely
	}
}

// appeal returns the weight of each move for the seat on move, whatever it holds: the softmax of the scores, scaled so
// that the greatest is 1.
func appeal(p *compact.Position, temperature float64) (draws [compact.Take + 1]float64) {
	o := look(p)
	most := float32(math.Inf(-1))
	moves := possible(p)
	for m := moves; m != 0; m = m.Rest() {
		most = max(most, o.score(m.First()))
	}
	for m := moves; m != 0; m = m.Rest() {
		draws[m.First()] = math.Exp(float64(o.score(m.First())-most) / temperature)
	}
	return draws
}

// of returns how likely the answer was with what is left of the hand. The manner says which
// kind is played, and believe counts the ways to hold what is left: of several like cards it was this
// one in one case of as many.
func (h *hint) of(hand compact.Cards) likelihoods {
	had := hand + h.since
	like := 1.0
	if h.move != compact.Take {
		like = float64(had.Count(compact.Kind(h.move)))
	}
	moves := had.Moves()
	if h.mayTake {
		moves = moves.With(compact.Take)
	}
	var all likelihoods
	if moves.Rest() == 0 { // there was no choice
		for manner := range all {
			all[manner] = 1 / like
		}
		return all
	}
	logits := h.asked.Logits(had, moves)
	for manner, m := range manners {
		chance := 0.0
		switch manner {
		case follows:
			sum := 0.0
			for rest := moves; rest != 0; rest = rest.Rest() {
				sum += h.appeal[rest.First()]
			}
			if sum > 0 {
				chance = h.appeal[h.move] / sum
			}
		case thinks, gropes:
			chance = logits.Chance(moves, h.move, m.sharpness)
		}
		all[manner] = ((1-m.slip)*chance + m.slip/float64(moves.Len())) / like
	}
	return all
}
