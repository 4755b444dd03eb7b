package enginetest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"noir/engine"
)

// checkPlayouts plays random games to their end and checks every position and its successors.
// At the end it looks at all positions again: none may have changed.
func (s suite) checkPlayouts() error {
	return s.each(func(p *path, r *rand.Rand) error {
		was, err := s.playout(p, r)
		if err != nil {
			return fmt.Errorf("after %d moves: %w", len(p.moves), err)
		}
		for i, st := range p.states {
			if err := unchanged(st, was[i], p.setup.Seats); err != nil {
				return fmt.Errorf("after %d moves: %w", i, err)
			}
		}
		return nil
	})
}

// playout plays a game to its end and returns how each position looked at the time.
func (s suite) playout(p *path, r *rand.Rand) ([]string, error) {
	var was []string
	for len(p.moves) <= s.Longest {
		seen, err := snapshot(p.last(), p.setup.Seats)
		if err != nil {
			return nil, err
		}
		was = append(was, seen)
		if err := s.position(p.last(), p.setup.Seats, r); err != nil {
			return nil, err
		}
		if _, over := p.last().Result(); over {
			return was, nil
		}
		m, err := s.pick(p.last(), p.setup.Seats, r)
		if err != nil {
			return nil, err
		}
		if err := p.apply(m); err != nil {
			return nil, err
		}
		if err := s.checkPlies(p.plies[len(p.plies)-1], p.setup.Seats); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("not over yet")
}

// position checks what is asked, what is legal, and that all of it can be done.
func (s suite) position(st engine.State, seats int, r *rand.Rand) error {
	result, over := st.Result()
	if over {
		if err := checkResult(result, seats); err != nil {
			return err
		}
	}
	if err := errors.Join(s.checkPrompts(st, seats, over), checkPlaying(st, seats, over, r)); err != nil {
		return err
	}
	for _, viewer := range viewers(seats) {
		if err := survives(st.View(viewer)); err != nil {
			return fmt.Errorf("view of seat %d: %w", viewer, err)
		}
		if legal := st.Legal(viewer); len(legal) > 0 && (over || viewer == engine.Spectator) {
			return fmt.Errorf("seat %d may still do %s", viewer, legal)
		}
	}
	return s.branches(st, seats, r)
}

// checkPlaying checks which seats play: no other seat may do anything. It tries to resign for
// one of them.
func checkPlaying(st engine.State, seats int, over bool, r *rand.Rand) error {
	for _, seat := range viewers(seats) {
		switch plays := st.Plays(seat); {
		case plays && (over || seat == engine.Spectator):
			return fmt.Errorf("seat %d takes part in no game", seat)
		case !plays && len(st.Legal(seat)) > 0:
			return fmt.Errorf("seat %d takes no part and may do %s", seat, st.Legal(seat))
		}
	}
	seat := engine.Seat(r.IntN(seats))
	_, _, err := st.Apply(engine.Move{Seat: seat, By: engine.ByPlayer, Body: engine.Resign})
	if plays := st.Plays(seat); plays != (err == nil) {
		return fmt.Errorf("seat %d takes part: %t, and resigns: %v", seat, plays, err)
	}
	return nil
}

// branches makes every legal move and checks that none changes the position or the result of
// the first.
func (s suite) branches(st engine.State, seats int, r *rand.Rand) error {
	seen, err := snapshot(st, seats)
	if err != nil {
		return err
	}
	first, firstSeen, branched := st, seen, false
	for seat := range engine.Seat(seats) {
		for _, entry := range st.Legal(seat) {
			m := s.move(st, seat, entry, r)
			next, plies, err := st.Apply(m)
			if err != nil {
				return fmt.Errorf("legal move %s of seat %d: %w", m.Body, seat, err)
			}
			if err := errors.Join(s.checkPlies(plies, seats), s.checkRelease(next, seats, r)); err != nil {
				return fmt.Errorf("move %s of seat %d: %w", m.Body, seat, err)
			}
			if !branched {
				first, branched = next, true
				if firstSeen, err = snapshot(first, seats); err != nil {
					return err
				}
			}
		}
	}
	return errors.Join(unchanged(st, seen, seats), unchanged(first, firstSeen, seats))
}

// checkRelease checks that a ripe position releases what it keeps back, that its legal moves
// are possible, and that no other position releases anything.
func (s suite) checkRelease(st engine.State, seats int, r *rand.Rand) error {
	next, plies := engine.Release(st)
	if !engine.Ripe(st) {
		if len(plies) > 0 {
			return fmt.Errorf("%d plies are released while somebody is asked", len(plies))
		}
		return nil
	}
	if len(plies) == 0 || engine.Ripe(next) {
		return errors.New("a ripe position is not released")
	}
	for seat := range engine.Seat(seats) {
		for _, entry := range st.Legal(seat) {
			m := s.move(st, seat, entry, r)
			if _, _, err := st.Apply(m); err != nil {
				return fmt.Errorf("then %s of seat %d: %w", m.Body, seat, err)
			}
		}
	}
	return s.checkPlies(plies, seats)
}

// unchanged checks that a position still looks the same.
func unchanged(st engine.State, was string, seats int) error {
	now, err := snapshot(st, seats)
	if err != nil {
		return err
	}
	if now != was {
		return fmt.Errorf("a move made elsewhere has changed the position\n%s\nto\n%s", was, now)
	}
	return nil
}

func (s suite) checkPrompts(st engine.State, seats int, over bool) error {
	prompts := st.Prompts()
	if over != (len(prompts) == 0) {
		return fmt.Errorf("over is %t and %d seats are asked", over, len(prompts))
	}
	previous := engine.Spectator
	for _, p := range prompts {
		switch {
		case p.Seat <= previous || int(p.Seat) >= seats:
			return fmt.Errorf("prompts %+v are not in the order of seats", prompts)
		case p.Budget <= 0 || p.Minimum < 0 || p.Minimum > p.Budget:
			return fmt.Errorf("prompt %+v", p)
		case p.Minimum > 0 && p.Bank:
			return fmt.Errorf("prompt %+v draws on a bank for as long as nobody knows", p)
		case p.Minimum > 0 && !s.game.Info().Windows:
			return fmt.Errorf("prompt %+v of a game without windows", p)
		case len(st.Legal(p.Seat)) == 0:
			return fmt.Errorf("seat %d is asked and has no legal move", p.Seat)
		}
		previous = p.Seat
	}
	return nil
}

// checkPlies checks the plies of one move.
func (s suite) checkPlies(plies []engine.Ply, seats int) error {
	for _, ply := range plies {
		if err := s.checkPly(ply, seats); err != nil {
			return fmt.Errorf("ply of %s: %w", ply.Move.Body, err)
		}
	}
	return nil
}

func (s suite) checkPly(ply engine.Ply, seats int) error {
	if ply.Move.Seat < engine.Spectator || int(ply.Move.Seat) >= seats {
		return fmt.Errorf("seat %d", ply.Move.Seat)
	}
	if !common(ply.Move.Body) {
		if err := s.canonical(ply.Move.Body); err != nil {
			return err
		}
	}
	for _, die := range ply.Dice {
		if die < 1 || die > 6 {
			return fmt.Errorf("die %d", die)
		}
	}
	for _, e := range ply.Effects {
		for seat := range e.Private {
			if seat < 0 || int(seat) >= seats {
				return fmt.Errorf("an effect for seat %d", seat)
			}
		}
		for _, viewer := range viewers(seats) {
			var shape struct{ Type string }
			if err := json.Unmarshal(e.For(viewer), &shape); err != nil || shape.Type == "" {
				return fmt.Errorf("effect %q of seat %d has no type", e.For(viewer), viewer)
			}
		}
	}
	for _, viewer := range viewers(seats) {
		if err := survives(ply.Line(1, viewer, 0)); err != nil {
			return err
		}
	}
	return nil
}

// common reports whether a move is common to all games.
func common(body json.RawMessage) bool {
	return bytes.Equal(body, engine.Resign) || bytes.Equal(body, engine.Timeout) || bytes.Equal(body, engine.Abort)
}
