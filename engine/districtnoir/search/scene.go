// Package search estimates what a seat may expect in District Noir.
//
// It draws worlds, cases of the rival's hand that fit what the seat knows, as likely as the rival's moves make them. In
// these the seat's moves are tried: each once in every world, or in a tree over what both see. In the tree the seat
// looks for its best moves, and the rival plays by its hand and the network. A network plays games on beyond the tree,
// to the end of the round, and another says what the next round is worth, since by then all hands are played and
// nothing is hidden that either knows.
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

// won turns an outcome for seat 0 into a seat's part of the victory: 1, a half or 0.
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
