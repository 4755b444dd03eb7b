package engine

import (
	"context"
	"encoding/json"
)

// Critic judges decisions, for hints and for reviews. A Game may implement it.
//
// Judgements are estimates from a fixed number of games played out, so that the same question and
// trial give the same answer, however long it takes. They take up to half a second of one core,
// JudgeAll up to one, and fail with ctx's error when ctx is done earlier; there are no partial judgements. A Critic keeps
// nothing between calls and is safe for concurrent use.
type Critic interface {
	// Judge judges by what a seat could know when it had to decide. The sight has at least one
	// legal move. If there are too many to weigh all, the moves in also, legal and in the form of
	// Game.Read, are weighed in any case.
	Judge(ctx context.Context, s Sight, t Trial, also ...json.RawMessage) (Judgement, error)

	// JudgeOpen judges with everything known, including hidden and future cards, for a seat that is
	// asked in the position.
	JudgeOpen(ctx context.Context, s State, seat Seat, t Trial, also ...json.RawMessage) (Judgement, error)

	// JudgeAll judges like Judge, but every legal move, and each as thoroughly as the others. A
	// judgement without moves means that there are too many, or that they cannot be compared
	// fairly.
	JudgeAll(ctx context.Context, s Sight, t Trial) (Judgement, error)
}

// Forecaster is a game for two that says what a chance to win between equals of its Critic is for two players of whom
// ratings are known, when a part of the game is left, from 0 to 1. A Game may implement it.
type Forecaster interface {
	Between(chance, own, rival, left float64) float64
}

// Trial is how games are played out for a judgement.
type Trial struct {
	Seed  uint64
	Share float64 // of the usual number of games; 0 means all of them
}

// Of returns how many games to play if usual is the usual number, at least 1.
func (t Trial) Of(usual int) int {
	if t.Share == 0 {
		return usual
	}
	return max(1, int(t.Share*float64(usual)))
}

// Judgement is what a seat may expect from a decision. Chances are chances to win, from 0 to 1;
// the winners of a shared victory divide it.
type Judgement struct {
	Chance float64  // with the best of the moves
	Moves  []Judged // an entry for each move that was weighed, in the order of Legal; none where JudgeAll weighs nothing
	Worlds int      // how many cases of hidden or future cards were looked at
}

// Judged is a move and the chance to win after it.
type Judged struct {
	Move   json.RawMessage // in the form of Game.Read
	Chance float64
	Twins  []json.RawMessage // of JudgeAll: moves that differ from it only in which of several equal cards they use
}

// Best returns the move with the highest chance, the first of several. There must be one.
func (j Judgement) Best() Judged {
	best := j.Moves[0]
	for _, m := range j.Moves[1:] {
		if m.Chance > best.Chance {
			best = m
		}
	}
	return best
}
