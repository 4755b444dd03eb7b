package enginetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"noir/engine"
)

// checkResult checks the shape of a result.
func checkResult(r engine.Result, seats int) error {
	var scores []json.RawMessage
	switch {
	case r.Reason == "":
		return errors.New("the game is over for no reason")
	case r.Winners == nil:
		return errors.New("winners is nil")
	case len(r.Places) != seats:
		return fmt.Errorf("places %v of %d seats", r.Places, seats)
	case json.Unmarshal(r.Scores, &scores) != nil || len(scores) != seats:
		return fmt.Errorf("scores %s of %d seats", r.Scores, seats)
	}
	var first []engine.Seat
	for seat, place := range r.Places {
		better := 0
		for _, p := range r.Places {
			if p < place {
				better++
			}
		}
		if place != better+1 {
			return fmt.Errorf("places %v: seat %d comes after %d others", r.Places, seat, better)
		}
		if place == 1 {
			first = append(first, engine.Seat(seat))
		}
	}
	if r.Reason == engine.Aborted {
		first = nil
	}
	if !slices.Equal(first, r.Winners) {
		return fmt.Errorf("winners %v and places %v after %q", r.Winners, r.Places, r.Reason)
	}
	return nil
}

// checkResigning lets a player resign somewhere in a game, which must go on to its end.
func (s suite) checkResigning() error {
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.walk(p, r, r.IntN(40)); err != nil {
			return err
		}
		if _, over := p.last().Result(); over {
			return nil
		}
		if err := s.refusals(p.last(), p.setup.Seats, []json.RawMessage{engine.Timeout, engine.Abort}); err != nil {
			return err
		}
		seat := engine.Seat(r.IntN(p.setup.Seats))
		if err := p.apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: engine.Resign}); err != nil {
			return err
		}
		if err := s.position(p.last(), p.setup.Seats, r); err != nil {
			return err
		}
		if err := s.finish(p, r); err != nil {
			return err
		}
		if result, _ := p.last().Result(); slices.Contains(result.Winners, seat) {
			return fmt.Errorf("seat %d has resigned and won: %+v", seat, result)
		}
		return s.replays(p)
	})
}

// checkAborting lets the server void a game at any move.
func (s suite) checkAborting() error {
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.finish(p, r); err != nil {
			return err
		}
		for i, st := range p.states[:len(p.states)-1] {
			next, plies, err := st.Apply(engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort})
			if err != nil {
				return fmt.Errorf("after %d moves: %w", i, err)
			}
			if result, over := next.Result(); !over || result.Reason != engine.Aborted || len(plies) == 0 {
				return fmt.Errorf("after %d moves an abort gives %d plies and %+v", i, len(plies), result)
			}
			if err := s.position(next, p.setup.Seats, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkClock lets all time run out from some point on: the clock's moves must be legal, have an
// effect and bring the game to its end.
func (s suite) checkClock() error {
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.walk(p, r, r.IntN(40)); err != nil {
			return err
		}
		for len(p.moves) < s.Longest {
			prompts := p.last().Prompts()
			if len(prompts) == 0 {
				return s.replays(p)
			}
			seat := prompts[r.IntN(len(prompts))].Seat
			expired := p.last().Expire(seat)
			if len(expired) == 0 {
				return fmt.Errorf("the clock does nothing for seat %d, which is asked", seat)
			}
			for _, m := range expired {
				if m.By != engine.ByClock {
					return fmt.Errorf("the clock makes a move by %q", m.By)
				}
				if err := p.apply(m); err != nil {
					return fmt.Errorf("the clock of seat %d: %w", seat, err)
				}
			}
		}
		return fmt.Errorf("not over after %d moves by the clock", s.Longest)
	})
}
