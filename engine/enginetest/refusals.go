package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"noir/engine"
)

// checkRefusals tries, for every seat and at positions of random games, moves that were legal
// elsewhere in the game, and junk. Illegal ones must be refused and change nothing.
func (s suite) checkRefusals() error {
	return s.each(func(p *path, r *rand.Rand) error {
		if err := s.finish(p, r); err != nil {
			return err
		}
		tried := append(raw(junk), engine.Timeout, engine.Abort)
		for range 20 {
			tried = append(tried, p.moves[r.IntN(len(p.moves))].Body)
		}
		for range 10 {
			if err := s.refusals(p.states[r.IntN(len(p.states))], p.setup.Seats, tried); err != nil {
				return err
			}
		}
		return s.refusals(p.last(), p.setup.Seats, append(tried, engine.Resign))
	})
}

func (s suite) refusals(st engine.State, seats int, tried []json.RawMessage) error {
	before, err := snapshot(st, seats)
	if err != nil {
		return err
	}
	for seat := engine.Spectator; int(seat) <= seats; seat++ {
		for _, body := range tried {
			_, plies, err := st.Apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
			if err == nil {
				err = s.permitted(st, seat, body)
			} else if err = illegal(err); err == nil && len(plies) > 0 {
				err = errors.New("refused and yet in the log")
			}
			if err != nil {
				return fmt.Errorf("%q of seat %d: %w", body, seat, err)
			}
		}
	}
	return unchanged(st, before, seats)
}

// permitted checks that Legal lists an accepted move or, in a game that is a Completer, one of
// its type.
func (s suite) permitted(st engine.State, seat engine.Seat, body json.RawMessage) error {
	legal := st.Legal(seat)
	_, together := s.game.(engine.Completer)
	for _, entry := range legal {
		if bytes.Equal(entry, body) || together && moveType(entry) == moveType(body) {
			return nil
		}
	}
	return fmt.Errorf("accepted, though only %s is legal", legal)
}

func moveType(body json.RawMessage) string {
	var shape struct{ Type string }
	if json.Unmarshal(body, &shape) != nil {
		return ""
	}
	return shape.Type
}
