package review_test

import (
	"errors"
	"testing"

	"noir/data"
	"noir/data/review"
	"noir/engine"
)

// checkExercises weighs each decision of a review again: it has the same worth, for its seat and from what it had seen.
func checkExercises(t *testing.T, r *review.Reviewer, m data.Match, made review.Review) {
	t.Helper()
	for _, d := range made.Decisions {
		p, err := r.Weigh(t.Context(), m, d.Ply)
		if string(d.Move) == string(engine.Resign) && errors.Is(err, data.ErrNotFound) {
			continue // there was one other move
		}
		if err != nil || p.Seat != d.Seat || p.Match != m.ID || p.Game != m.Game || p.After >= d.Ply || len(p.Moves) < 2 {
			t.Fatalf("%+v of %+v, %v", p, d, err)
		}
		if best := p.Best(); best.Chance != d.Known.Chance {
			t.Errorf("ply %d: the best is worth %v, and in the review %v", d.Ply, best.Chance, d.Known.Chance)
		}
		own, weighed := p.Weigh(d.Move)
		if resigned := string(d.Move) == string(engine.Resign); weighed == resigned || weighed && own.Chance != d.Known.Made {
			t.Errorf("ply %d: the move that was made is worth %v, and in the review %v", d.Ply, own.Chance, d.Known.Made)
		}
		for i, w := range p.Moves[1:] {
			if w.Chance > p.Moves[i].Chance {
				t.Errorf("ply %d: %+v stands before a better move", d.Ply, p.Moves[i])
			}
		}
	}
	for _, ply := range []int{-1, 0, len(m.Moves) + 1} {
		if p, err := r.Weigh(t.Context(), m, ply); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("ply %d: %+v, %v", ply, p, err)
		}
	}
	other := m
	other.Game = "checkers"
	if _, err := r.Weigh(t.Context(), other, 1); !errors.Is(err, review.ErrNoCritic) {
		t.Errorf("of a game that is not played: %v", err)
	}
}
