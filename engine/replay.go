package engine

import "fmt"

// Step is one position of a replayed game and the ply that led to it. The first
// step has no ply.
type Step struct {
	State State
	Plies []Ply
}

// Make applies a move and at once releases the position if that makes it ripe, as if no time had to
// pass: this is how a log is read. The plies are those of both.
func Make(s State, m Move) (State, []Ply, error) {
	next, plies, err := s.Apply(m)
	if err != nil {
		return nil, nil, err
	}
	if Ripe(next) {
		released, more := Release(next)
		next, plies = released, append(plies, more...)
	}
	return next, plies, nil
}

// Ripe reports whether all have answered and the answers wait for Release.
func Ripe(s State) bool {
	_, over := s.Result()
	return !over && len(s.Prompts()) == 0
}

// Replay makes the moves one after another from the start. The error names the first move that the
// rules refuse. There is one more step than moves.
func Replay(g Game, from Setup, moves []Move) ([]Step, error) {
	state, err := g.Start(from)
	if err != nil {
		return nil, err
	}
	steps := make([]Step, 1, len(moves)+1)
	steps[0] = Step{State: state}
	for i, m := range moves {
		next, plies, err := Make(state, m)
		if err != nil {
			return steps, fmt.Errorf("move %d of seat %d: %w", i+1, m.Seat, err)
		}
		state = next
		steps = append(steps, Step{State: state, Plies: plies})
	}
	return steps, nil
}
