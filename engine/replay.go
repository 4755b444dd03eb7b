package engine

import "fmt"

// Step is one position of a replayed game and the ply that led to it. The first
// step has no ply.
type Step struct {
	State State
	Plies []Ply
}

// Replay makes the moves one after another from the start. The error names the
// first move that the rules refuse. The steps are as many as the moves and one.
func Replay(g Game, from Setup, moves []Move) ([]Step, error) {
	state, err := g.Start(from)
	if err != nil {
		return nil, err
	}
	steps := make([]Step, 1, len(moves)+1)
	steps[0] = Step{State: state}
	for i, m := range moves {
		next, plies, err := state.Apply(m)
		if err != nil {
			return steps, fmt.Errorf("move %d of seat %d: %w", i+1, m.Seat, err)
		}
		state = next
		steps = append(steps, Step{State: state, Plies: plies})
	}
	return steps, nil
}
