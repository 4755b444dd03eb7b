package table

import (
	"fmt"
	"slices"

	"noir/engine"
)

// position is where a game stands, with the kept answers and without. A viewer is shown the
// second, except the seat that gave an answer: so no frame reveals that another seat has
// answered.
type position struct {
	state engine.State
	shown engine.State
}

// window is a position and the answers kept back in it. In a window that is open to several
// seats, nobody learns who has declined before all have answered, each for the question's
// minimum (engine.Prompt).
type window struct {
	position
	answers []*engine.Move // by seat: nil without a kept answer
	ripe    bool           // all answers have been given; they wait for their release
}

func newWindow(seats int) window {
	return window{answers: make([]*engine.Move, seats)}
}

// after returns the position after a move, and its plies.
func (w *window) after(m engine.Move) (next position, plies []engine.Ply, err error) {
	next.state, plies, err = w.state.Apply(m)
	if next.shown = next.state; err != nil || len(plies) == 0 || !w.keeps() {
		return next, plies, err
	}
	next.shown, _, err = w.shown.Apply(m)
	return next, plies, err
}

// keep adopts the position after an answer that is kept back.
func (w *window) keep(m engine.Move, next engine.State) {
	w.state, w.answers[m.Seat] = next, &m
	w.ripe = engine.Ripe(next)
}

// sift updates which answers are still kept back after the position has changed for all: those
// of seats that are asked in the shown position and not left in the other.
func (w *window) sift(asked, left []engine.Prompt) {
	for i := range w.answers {
		if s := engine.Seat(i); !asks(asked, s) || asks(left, s) {
			w.answers[i] = nil
		}
	}
	if !w.keeps() {
		w.shown = w.state
	}
	w.ripe = engine.Ripe(w.state)
}

// keeps reports whether any answer is kept back.
func (w *window) keeps() bool {
	return slices.ContainsFunc(w.answers, func(m *engine.Move) bool { return m != nil })
}

// kept reports whether a seat's answer is kept back.
func (w *window) kept(s engine.Seat) bool { return w.answers[s] != nil }

// forget drops the position and all answers.
func (w *window) forget() {
	w.position = position{}
	clear(w.answers)
}

// open returns the position with all answers given, and their plies in the order of the seats,
// so that the log does not tell who hesitated.
func (w *window) open() (next engine.State, plies []engine.Ply, err error) {
	state := w.shown
	for s, answer := range w.answers {
		if answer == nil {
			continue
		}
		next, plies, err := state.Apply(*answer)
		if err != nil || len(plies) > 0 {
			return nil, nil, fmt.Errorf("the answer of seat %d is kept back in one order alone: %d plies, %w", s, len(plies), err)
		}
		state = next
	}
	next, plies = engine.Release(state)
	return next, plies, nil
}

// asks reports whether a seat is among those asked.
func asks(prompts []engine.Prompt, s engine.Seat) bool {
	return slices.ContainsFunc(prompts, func(p engine.Prompt) bool { return p.Seat == s })
}
