package search

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

// search compares moves of a seat by how often it wins with them, or is expected to. All are played out in the
// same worlds with the same dice, so that luck does not separate them.
type search struct {
	world func(*rand.Rand) rules.Position // deals another world
	tries []*try                          // the first is made unless another is clearly better
	play  game
	spent int // the costs of all games so far
}

// game plays a world on after a move of the seat, and returns its part of the victory, or how likely it wins, and what
// that has cost.
type game func(world *rules.Position, m rules.Move) (won float64, cost int)

// byReflexes plays to the end, all seats by reflexes. It costs the turns that are played.
func byReflexes(seat engine.Seat) game {
	var p playout
	return func(world *rules.Position, m rules.Move) (float64, int) {
		p.run(world, seat, m)
		return share(&p.Position, seat), 1 + p.Turn - world.Turn
	}
}

// try is a move and its results.
type try struct {
	rules.Move
	won []float64 // the seat's part of the victory, in each world so far
}

func (t *try) mean() float64 { return mean(t.won) }

func mean(parts []float64) float64 {
	sum := 0.0
	for _, part := range parts {
		sum += part
	}
	return sum / float64(max(1, len(parts)))
}

// fewest is in how many worlds each move is tried at least.
const fewest = 8

// run plays until that has cost about the given amount, or ctx ends. It repeatedly drops the worse half of the moves, but
// never the first.
func (s *search) run(ctx context.Context, cost int, r *rand.Rand) {
	left := slices.Clone(s.tries)
	rounds := max(1, bits.Len(uint(len(left)-1)))
	for round := range rounds {
		for n := 0; n < fewest || s.spent < cost*(round+1)/rounds; n++ {
			if ctx.Err() != nil {
				return
			}
			s.playOut(left, r)
		}
		rest := left[1:]
		slices.SortStableFunc(rest, func(a, b *try) int { return cmp.Compare(b.mean(), a.mean()) })
		left = left[:1+len(left)/2]
		if settled(left) {
			return
		}
	}
}

// certain is by how many standard errors a move must be better than all others to stop early.
const certain = 4

// settled reports whether one of some moves is clearly better than all others.
func settled(left []*try) bool {
	best := slices.MaxFunc(left, func(a, b *try) int { return cmp.Compare(a.mean(), b.mean()) })
	return !slices.ContainsFunc(left, func(t *try) bool { return t != best && best.lead(t) < certain })
}

// playOut tries moves in one more world.
func (s *search) playOut(tries []*try, r *rand.Rand) {
	world := s.world(r)
	for _, t := range tries {
		won, cost := s.play(&world, t.Move)
		t.won = append(t.won, won)
		s.spent += cost
	}
}

// doubt is by how many standard errors a move must be better than the first.
const doubt = 2.0

// best returns the move that did best of those that were tried in the most worlds.
func (s *search) best() rules.Move {
	return slices.MaxFunc(s.tries, func(a, b *try) int {
		return cmp.Or(cmp.Compare(len(a.won), len(b.won)), cmp.Compare(a.mean(), b.mean()))
	}).Move
}

// choice returns the first move, or one that did clearly better.
func (s *search) choice() rules.Move {
	first, best := s.tries[0], s.tries[0]
	most := doubt
	for _, t := range s.tries[1:] {
		if len(t.won) < len(first.won) {
			continue
		}
		if lead := t.lead(first); lead > most {
			best, most = t, lead
		}
	}
	return best.Move
}

// lead returns by how many standard errors a move does better than another in the worlds in
// which both were tried.
func (t *try) lead(o *try) float64 {
	n := min(len(t.won), len(o.won))
	var sum, squares float64
	for i := range n {
		d := t.won[i] - o.won[i]
		sum += d
		squares += d * d
	}
	if squares == 0 {
		return 0
	}
	return sum / math.Sqrt(squares)
}
