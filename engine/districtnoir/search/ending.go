package search

import "noir/engine/districtnoir/compact"

// solved returns what a move of the seat on move is worth to it: 1, a half or 0.
func solved(w world, m compact.Move) float64 {
	e := ending{seat: w.Turn, follows: w.manner == follows}
	w.Make(m)
	return won(e.solve(w.Position, -1, 1), e.seat)
}

// ending is a last round in which a seat plays without a fault, all cards known, and
// so does its rival unless that follows the policy.
type ending struct {
	seat    uint8
	follows bool
}

// solve returns the outcome for seat 0. Outcomes up to alpha need not be told apart, nor those from
// beta on. The position is passed by value, since one on the heap for each move would cost too many
// garbage collections.
func (e ending) solve(p compact.Position, alpha, beta int) int {
	if p.Settled() {
		return p.Outcome()
	}
	if e.follows && p.Turn != e.seat {
		p.Make(favourite(&p))
		return e.solve(p, alpha, beta)
	}
	moves := p.Moves()
	if p.MayTake() { // what ends the most first
		alpha, beta = narrow(p.Turn, e.after(p, compact.Take, alpha, beta), alpha, beta)
		moves = moves.Without(compact.Take)
	}
	for ; moves != 0 && alpha < beta; moves = moves.Rest() {
		alpha, beta = narrow(p.Turn, e.after(p, moves.First(), alpha, beta), alpha, beta)
	}
	if p.Turn == 0 {
		return alpha
	}
	return beta
}

// after solves what is left after a move.
func (e ending) after(p compact.Position, m compact.Move, alpha, beta int) int {
	p.Make(m)
	return e.solve(p, alpha, beta)
}

// narrow returns the bounds after seat 0, which maximizes, or seat 1 has found an outcome.
func narrow(turn uint8, outcome, alpha, beta int) (int, int) {
	if turn == 0 {
		return max(alpha, outcome), beta
	}
	return alpha, min(beta, outcome)
}
