package engine

import (
	"context"
	"encoding/json"
)

// Critic judges decisions, for hints and for a review after the game. A Game may
// be one: whoever wants to know asks the game for this interface.
//
// Judgements are estimates from a fixed number of games played out, so that the
// same question and trial give the same answer, whatever the time. They take up to
// half a second of one core and fail with ctx's error when ctx is done before:
// half a judgement is none. A Critic keeps nothing between calls and may be used
// by several goroutines at once.
type Critic interface {
	// Judge judges by what a seat could know when it had to decide. The sight has
	// at least one legal move. Where there are too many to weigh all, those given
	// beside it, legal and in the form of Game.Read, are weighed in any case.
	Judge(ctx context.Context, s Sight, t Trial, also ...json.RawMessage) (Judgement, error)

	// JudgeOpen judges with everything known, hidden cards and those to come too,
	// for a seat that is asked in the position.
	JudgeOpen(ctx context.Context, s State, seat Seat, t Trial, also ...json.RawMessage) (Judgement, error)

	// JudgeAll judges like Judge, but every legal move, and each as thoroughly as the
	// others. A judgement without moves says that there are too many for that, or that
	// they cannot be told apart fairly.
	JudgeAll(ctx context.Context, s Sight, t Trial) (Judgement, error)
}

// Trial is how games are played out for a judgement.
type Trial struct {
	Seed  uint64
	Share float64 // of the usual number of games; 0 is all of them
}

// Of returns how many games are played where so many are usual, 1 at least.
func (t Trial) Of(usual int) int {
	if t.Share == 0 {
		return usual
	}
	return max(1, int(t.Share*float64(usual)))
}

// Judgement is what a seat may expect of a decision. Chances are those to win,
// from 0 to 1; of a shared victory each winner has its part.
type Judgement struct {
	Chance float64  // with the best of the moves
	Moves  []Judged // at least one; an entry for each move that was weighed, in the order of Legal
	Worlds int      // how many cases of what is hidden or to come were looked at
}

// Judged is a move and the chance to win after it.
type Judged struct {
	Move   json.RawMessage // in the form of Game.Read
	Chance float64
	Twins  []json.RawMessage // of JudgeAll: moves that differ from it only in which of equal cards they are made with
}

// Best returns the move with the highest chance, the first of several.
func (j Judgement) Best() Judged {
	best := j.Moves[0]
	for _, m := range j.Moves[1:] {
		if m.Chance > best.Chance {
			best = m
		}
	}
	return best
}
