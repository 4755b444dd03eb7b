// Package sampler is a player of plain sampling, by which the searching players are measured. It
// draws worlds from a belief of its own over the hidden cards, plays each to the end of the round
// after every move by a light heuristic of its own, estimates from the points how likely that wins,
// and makes the move that does best on average over the worlds. It shares only the rules with the
// searching players, and neither is ever tuned by games against the other.
package sampler

import (
	"context"

	"noir/engine/districtnoir/compact"
)

// Worlds is how many worlds are drawn for a decision.
const Worlds = 50

// Choose returns the move with the best chance by the playouts, one after each move in each world.
// When ctx is done it answers from the playouts so far.
func Choose(ctx context.Context, s *compact.Scene, worlds int, c *compact.Chance) compact.Move {
	moves := s.Table.Moves()
	if moves.Rest() == 0 {
		return moves.First()
	}
	if s.Table.Wins() {
		return compact.Take
	}
	var won [compact.Take + 1]float64
	end := s.Table.RoundEnd()
	for _, hand := range hands(s, worlds, c) {
		if ctx.Err() != nil {
			break
		}
		world := s.Table
		world.Hands[1-world.Turn] = hand
		for m := moves; m != 0; m = m.Rest() {
			p, same := world, *c // so that chance favours none of the moves
			p.Make(m.First())
			won[m.First()] += of(playout(&p, end, &same), s.Table.Turn)
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

// playout plays to a number of actions, if the game lasts so long, and returns the chance of seat 0.
func playout(p *compact.Position, end uint8, c *compact.Chance) float64 {
	for !p.Settled() {
		if p.Actions >= end {
			return of(worth(p), p.Turn)
		}
		p.Make(choose(p, c))
	}
	return float64(1+p.Outcome()) / 2
}

// of turns a chance of seat 0 into that of a seat, and back.
func of(chance float64, seat uint8) float64 {
	if seat == 0 {
		return chance
	}
	return 1 - chance
}
