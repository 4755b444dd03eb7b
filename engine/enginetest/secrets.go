package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"noir/engine"
)

// checkSecrets plays two games that differ only in what a viewer has not seen. The viewer must
// find no difference at any move, nor notice others' kept moves.
func (s suite) checkSecrets() error {
	if s.Redeal == nil {
		return s.each(s.nothingHidden)
	}
	differed := map[engine.Seat]bool{}
	err := s.each(func(p *path, r *rand.Rand) error {
		if err := s.finish(p, r); err != nil {
			return err
		}
		if err := keptBack(p); err != nil {
			return err
		}
		for _, viewer := range viewers(p.setup.Seats) {
			for _, n := range []int{0, r.IntN(len(p.moves)), len(p.moves)} {
				twin, err := s.twin(p, n, viewer, r)
				if err != nil {
					return fmt.Errorf("other cards, %d moves, seat %d: %w", n, viewer, err)
				}
				if err := indistinct(p, twin, viewer); err != nil {
					return fmt.Errorf("seat %d knows more than it may within %d moves: %w", viewer, n, err)
				}
				differed[viewer] = differed[viewer] || same(p.states[0], twin.states[0], p.setup.Seats) != nil
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, viewer := range viewers(s.game.Info().MaxSeats) {
		if !differed[viewer] {
			return fmt.Errorf("the hook Redeal never changes what is hidden from seat %d", viewer)
		}
	}
	return nil
}

func (s suite) nothingHidden(p *path, r *rand.Rand) error {
	if err := s.finish(p, r); err != nil {
		return err
	}
	if err := keptBack(p); err != nil {
		return err
	}
	for i, st := range p.states {
		public, err := json.Marshal(st.View(engine.Spectator))
		if err != nil {
			return err
		}
		for _, viewer := range viewers(p.setup.Seats) {
			own, err := json.Marshal(st.View(viewer))
			if err != nil {
				return err
			}
			if !bytes.Equal(own, public) {
				return fmt.Errorf("after %d moves seat %d sees more than a spectator: Redeal is needed", i, viewer)
			}
		}
	}
	return nil
}

// twin plays the first n moves from another deal.
func (s suite) twin(p *path, n int, viewer engine.Seat, r *rand.Rand) (*path, error) {
	start := s.Redeal(p.states[0], p.moves[:n], viewer, r)
	if start == nil {
		return nil, errors.New("the hook Redeal gives no position")
	}
	twin := &path{setup: p.setup, states: []engine.State{start}}
	for _, m := range p.moves[:n] {
		if err := twin.apply(m); err != nil {
			return nil, err
		}
	}
	return twin, nil
}

// keptBack checks that only its maker notices a move without a ply.
func keptBack(p *path) error {
	for i, plies := range p.plies {
		if len(plies) > 0 {
			continue
		}
		for _, viewer := range viewers(p.setup.Seats) {
			if viewer == p.moves[i].Seat {
				continue
			}
			before, after := p.states[i], p.states[i+1]
			if err := alike(before, after, func(st engine.State) (string, error) { return sight(st, viewer) }); err != nil {
				return fmt.Errorf("seat %d notices %s of seat %d, which is kept back: %w", viewer, p.moves[i].Body, p.moves[i].Seat, err)
			}
		}
	}
	return nil
}

// indistinct checks that a viewer sees the same in a twin as in the original: positions, log,
// and the answers to its own attempts.
func indistinct(p, twin *path, viewer engine.Seat) error {
	for i, st := range twin.states {
		err := errors.Join(
			alike(p.states[i], st, func(st engine.State) (string, error) { return sight(st, viewer) }),
			alike(p.states[i], st, course))
		if err != nil {
			return fmt.Errorf("after %d moves and with other cards: %w", i, err)
		}
	}
	n := len(twin.moves)
	real, err := lines(p.log(n), viewer)
	if err != nil {
		return err
	}
	other, err := lines(twin.log(n), viewer)
	if err != nil {
		return err
	}
	if real != other {
		return fmt.Errorf("the log is\n%s\nwith other cards\n%s", real, other)
	}
	for _, m := range p.moves {
		m.Seat = viewer
		if real, other := answer(p.states[n], m), answer(twin.last(), m); real != other {
			return fmt.Errorf("%s is answered %q, with other cards %q", m.Body, real, other)
		}
	}
	return nil
}

// answer is what the maker of a move is told at once.
func answer(st engine.State, m engine.Move) string {
	if _, _, err := st.Apply(m); err != nil {
		return err.Error()
	}
	return "accepted"
}
