package replay

import (
	"fmt"

	"noir/data"
	"noir/engine"
)

// stride is the number of moves between the positions that a walk keeps to go back to.
const stride = 32

// walk goes through a stored match, one position at a time. It is not safe for concurrent use.
type walk struct {
	match data.Match
	seat  engine.Seat // whose log it is
	step
	marks []step        // after no move, after stride moves, and so on, as far as reached
	log   []engine.Line // as far as reached
}

// step is a position in a match.
type step struct {
	state engine.State
	moves int // moves made
	plies int // lines of the log: fewer while answers are kept back
}

// newWalk begins before the first move.
func newWalk(g engine.Game, m data.Match, seat engine.Seat) (walk, error) {
	start, err := g.Start(m.Setup())
	if err != nil {
		return walk{}, fmt.Errorf("match %s: %w", m.ID, err)
	}
	first := step{state: start}
	return walk{match: m, seat: seat, step: first, marks: []step{first}}, nil
}

// to goes to the position after a number of moves, which must exist, and returns as many lines
// of the log, plus those of answers kept back in it.
func (w *walk) to(moves int) ([]engine.Line, error) {
	if mark := min(moves/stride, len(w.marks)-1); moves < w.moves || w.marks[mark].moves > w.moves {
		w.step = w.marks[mark]
	}
	for w.moves < moves {
		if err := w.next(); err != nil {
			return nil, err
		}
	}
	here := w.step
	for len(w.log) < moves {
		if err := w.next(); err != nil {
			return nil, err
		}
	}
	w.step = here
	return w.log[:moves:moves], nil
}

// next makes the next move.
func (w *walk) next() error {
	if w.moves == len(w.match.Moves) {
		return fmt.Errorf("match %s: %d moves make %d plies", w.match.ID, w.moves, w.plies)
	}
	e := w.match.Moves[w.moves]
	state, plies, err := engine.Make(w.state, engine.Move{Seat: e.Seat, By: e.By, Body: e.Move})
	if err != nil {
		return fmt.Errorf("match %s: move %d of seat %d: %w", w.match.ID, w.moves+1, e.Seat, err)
	}
	if w.plies+len(plies) > len(w.match.Moves) {
		return fmt.Errorf("match %s: %d moves make more plies", w.match.ID, len(w.match.Moves))
	}
	for _, p := range plies {
		if w.plies == len(w.log) {
			w.log = append(w.log, p.Line(w.plies+1, w.seat, w.match.Moves[w.plies].AtMS))
		}
		w.plies++
	}
	w.state, w.moves = state, w.moves+1
	if w.moves == len(w.marks)*stride {
		w.marks = append(w.marks, w.step)
	}
	return nil
}
