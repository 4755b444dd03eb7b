// Package sampler is a player of plain sampling, by which the searching players are
// measured. It draws worlds from a belief of its own over the hidden cards, plays each
// out after every move by a light heuristic of its own, and makes the move that wins
// most. It shares the rules with the searching players and nothing else, and neither is
// ever tuned by games against the other.
package sampler

import (
	"context"

	"noir/engine/districtnoir/compact"
)

// Worlds is how many worlds are drawn for a decision.
const Worlds = 50

// Choose returns the move after which the seat on move wins most of the playouts, one in each
// of so many worlds. When ctx is done it answers from what it has.
func Choose(ctx context.Context, s *compact.Scene, worlds int, c *compact.Chance) compact.Move {
	moves := s.Table.Moves()
	if moves.Rest() == 0 {
		return moves.First()
	}
	if s.Table.Wins() {
		return compact.Take
	}
	var won [compact.Take + 1]int
	for _, hand := range hands(s, worlds, c) {
		if ctx.Err() != nil {
			break
		}
		world := deal(s, hand, c)
		for m := moves; m != 0; m = m.Rest() {
			p, same := world, *c // so that chance favours none of the moves
			p.Make(m.First())
			won[m.First()] += playout(&p, &same) * (1 - 2*int(s.Table.Turn))
		}
		c.Next()
	}
	best := moves.First()
	for m := moves.Rest(); m != 0; m = m.Rest() {
		if won[m.First()] > won[best] {
			best = m.First()
		}
	}
	return best
}

// playout plays to the end and returns the outcome for seat 0.
func playout(p *compact.Position, c *compact.Chance) int {
	for !p.Settled() && !p.Over() {
		p.Make(choose(p, c))
	}
	return p.Outcome()
}

// deal deals the rival a hand and all that is to come at random.
func deal(s *compact.Scene, hand compact.Cards, c *compact.Chance) compact.Position {
	p := s.Table
	p.Hands[1-p.Turn] = hand
	var stock [compact.DeckSize]compact.Kind
	at := (s.Unseen() - hand).List(&stock)
	c.Shuffle(stock[:at])
	for round := p.Round() + 1; round < compact.Rounds; round++ {
		for seat := range p.Deals[round] {
			for range compact.HandSize {
				at--
				p.Deals[round][seat] += compact.One(stock[at])
			}
		}
	}
	return p
}
