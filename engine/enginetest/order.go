package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"noir/engine"
)

// checkOrder gives kept answers in two orders and expects the same position after their
// release: a table makes them in the order of the seats, so that nobody learns who came first.
func (s suite) checkOrder() error {
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.finish(p, r); err != nil {
			return err
		}
		for range 20 {
			i := r.IntN(len(p.states))
			if err := commutes(p.states[i], p.setup.Seats); err != nil {
				return fmt.Errorf("after %d moves: %w", i, err)
			}
		}
		return nil
	})
}

// commutes checks it at a position where at least two are asked.
func commutes(st engine.State, seats int) error {
	var answers []engine.Move
	for _, p := range st.Prompts() {
		m := st.Expire(p.Seat)[0]
		m.By = engine.ByPlayer
		answers = append(answers, m)
	}
	one, ok := released(st, answers)
	if !ok || len(answers) < 2 {
		return nil
	}
	slices.Reverse(answers)
	other, ok := released(st, answers)
	if !ok {
		return fmt.Errorf("%d answers are kept back in one order alone", len(answers))
	}
	if err := same(one, other, seats); err != nil {
		return fmt.Errorf("who answers first makes a difference: %w", err)
	}
	return nil
}

// released returns the position after kept answers and their release.
func released(st engine.State, answers []engine.Move) (next engine.State, ok bool) {
	for _, m := range answers {
		kept, plies, err := st.Apply(m)
		if err != nil || len(plies) > 0 {
			return nil, false
		}
		st = kept
	}
	next, plies := engine.Release(st)
	return next, len(plies) > 0
}
