// Package search estimates what a seat may expect in District Noir.
//
// It draws worlds, cases of what is hidden that fit what the seat knows, and plays
// each to the end on the compact position, by an information-set search: one tree
// over what both see, in which a world's cards only say which moves there are. A
// light policy says where to look first and plays on beyond the tree, to the end of
// the round; a network says what the next one is worth, since by then all hands are
// played and nothing is hidden that either knows. The last round is played exactly,
// each hand that the rival may hold by itself. What the rival's moves tell of its hand
// another network says.
//
// All figures are of fixed numbers of games, so that the same scene and chance
// give the same answer.
package search

import "noir/engine/districtnoir/compact"

// Chances are the chances to win by move, from 0 to 1, a shared victory being a
// half. Those of moves that were not weighed mean nothing.
type Chances [compact.Take + 1]float64

// Best returns the move with the highest chance, the first of several.
func (c *Chances) Best(among compact.Moves) compact.Move {
	best := among.First()
	for rest := among.Rest(); rest != 0; rest = rest.Rest() {
		if m := rest.First(); c[m] > c[best] {
			best = m
		}
	}
	return best
}

// better returns the better half of the moves, the odd one with it.
func (c *Chances) better(among compact.Moves) compact.Moves {
	var half compact.Moves
	for range (among.Len() + 1) / 2 {
		m := c.Best(among)
		half = half.With(m)
		among = among.Without(m)
	}
	return half
}

// won is what a seat makes of an outcome for seat 0: 1, a half or 0.
func won(outcome int, seat uint8) float64 {
	if seat == 0 {
		return float64(1+outcome) / 2
	}
	return float64(1-outcome) / 2
}

// possible returns what the seat on move might do, whatever it holds.
func possible(p *compact.Position) compact.Moves {
	moves := compact.Unseen(p).Moves()
	if p.MayTake() {
		moves = moves.With(compact.Take)
	}
	return moves
}
