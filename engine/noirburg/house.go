package noirburg

import (
	"encoding/json"
	"fmt"
	"slices"

	"noir/engine"
)

const (
	levelEasy   = "easy"
	levelNormal = "normal"
	levelHard   = "hard"
	levelBoss   = "boss"
)

// House returns a player of one of the four levels. Players keep nothing between
// moves.
func (Game) House(level string, seed uint64) (engine.Player, error) {
	switch level {
	case levelEasy:
		return easy{seed}, nil
	case levelNormal:
		return normal{}, nil
	case levelHard:
		return thinker{seed, hardTurns}, nil
	case levelBoss:
		return thinker{seed, bossTurns}, nil
	}
	return nil, fmt.Errorf("noirburg has no house player of level %q", level)
}

// decider is a house player at one decision. Each method answers with a legal move, nil
// when he would do nothing more.
type decider interface {
	swap() json.RawMessage  // cards before the first turn
	act() json.RawMessage   // in his own turn
	react() json.RawMessage // to the open window
}

// decide asks a decider for what the situation wants.
func (at *situation) decide(d decider) (json.RawMessage, error) {
	var body, otherwise json.RawMessage
	switch {
	case at.may(TypeMulligan):
		body, otherwise = d.swap(), Mulligan()
	case at.may(TypePass):
		body, otherwise = d.react(), Pass()
	case at.may(TypeEndTurn), at.may(TypeArrange):
		body, otherwise = d.act(), EndTurn()
	default:
		return nil, fmt.Errorf("nothing is asked of seat %d", at.seat)
	}
	if body == nil {
		return otherwise, nil
	}
	return body, nil
}

// situation is what a house player sees when he has to decide.
type situation struct {
	position             // as far as the seat sees it
	seat     engine.Seat // his own
	moves    []Move      // as Legal lists them
}

func look(s engine.Sight) (*situation, error) {
	var v View
	if err := json.Unmarshal(s.View, &v); err != nil {
		return nil, fmt.Errorf("view: %w", err)
	}
	if len(v.Seats) != s.Seats || s.Seat < 0 || int(s.Seat) >= s.Seats || !v.Seats[s.Seat].Alive {
		return nil, fmt.Errorf("seat %d does not play in the view", s.Seat)
	}
	at := &situation{position: v.position(s.Seat), seat: s.Seat, moves: make([]Move, len(s.Legal))}
	for i, body := range s.Legal {
		m, ok := readEntry(body)
		if !ok {
			return nil, fmt.Errorf("unknown move %s", body)
		}
		at.moves[i] = m
	}
	return at, nil
}

// own returns what the player has.
func (at *situation) own() *mafia { return at.of(at.seat) }

// may reports whether a move of the type is legal.
func (at *situation) may(kind string) bool { return len(at.list(kind)) > 0 }

// list returns the legal moves of a type.
func (at *situation) list(kind string) []Move {
	return at.pick(func(m Move) bool { return m.Type == kind })
}

// pick returns the legal moves that meet a condition.
func (at *situation) pick(meets func(Move) bool) []Move {
	return slices.DeleteFunc(slices.Clone(at.moves), func(m Move) bool { return !meets(m) })
}

// covers returns the moves of the Hideout under a business.
func (at *situation) covers() []Move {
	return at.pick(func(m Move) bool { return m.Type == TypeMoveHideout && m.Under != 0 })
}
