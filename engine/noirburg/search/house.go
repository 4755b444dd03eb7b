// Package search has the house players of Noirburg and its critic.
//
// Easy and normal weigh what they see. Hard and the critic play games to their ends in worlds that
// their seat cannot tell from its own: all agree with its view and the log, and the rest is dealt at
// random. Boss plays on to the end of the turn, and asks the network how likely it wins from there.
package search

import (
	"encoding/json"
	"fmt"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/rules"
)

const (
	levelEasy   = "easy"
	levelNormal = "normal"
	levelHard   = "hard"
	levelBoss   = "boss"
)

// House returns a player of one of the four levels. Players keep nothing between
// moves.
func House(level string, seed uint64) (engine.Player, error) {
	switch level {
	case levelEasy:
		return easy{seed}, nil
	case levelNormal:
		return normal{}, nil
	case levelHard:
		return thinker{seed, hardTurns}, nil
	case levelBoss:
		return boss{seed}, nil
	}
	return nil, fmt.Errorf("noirburg has no house player of level %q", level)
}

// decider is a house player at one decision. Each method returns a legal move, or nil to do
// nothing more.
type decider interface {
	swap() json.RawMessage  // cards before the first turn
	act() json.RawMessage   // in its own turn
	react() json.RawMessage // to the open window
}

// decide asks a decider the question of the situation.
func (at *situation) decide(d decider) (json.RawMessage, error) {
	var body, otherwise json.RawMessage
	switch {
	case at.may(rules.TypeMulligan):
		body, otherwise = d.swap(), rules.Mulligan()
	case at.may(rules.TypePass):
		body, otherwise = d.react(), rules.Pass()
	case at.may(rules.TypeEndTurn), at.may(rules.TypeArrange):
		body, otherwise = d.act(), rules.EndTurn()
	default:
		return nil, fmt.Errorf("nothing is asked of seat %d", at.seat)
	}
	if body == nil {
		return otherwise, nil
	}
	return body, nil
}

// asJSON encodes a view or the like, which cannot fail.
func asJSON(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// situation is what a house player knows when it has to decide.
type situation struct {
	rules.Position              // as far as the seat sees it
	seat           engine.Seat  // its own
	moves          []rules.Move // as Legal lists them
}

func look(s engine.Sight) (*situation, error) {
	var v rules.View
	if err := json.Unmarshal(s.View, &v); err != nil {
		return nil, fmt.Errorf("view: %w", err)
	}
	if len(v.Seats) != s.Seats || s.Seat < 0 || int(s.Seat) >= s.Seats || !v.Seats[s.Seat].Alive {
		return nil, fmt.Errorf("seat %d does not play in the view", s.Seat)
	}
	at := &situation{Position: v.Position(s.Seat), seat: s.Seat, moves: make([]rules.Move, len(s.Legal))}
	for i, body := range s.Legal {
		m, ok := rules.ReadEntry(body)
		if !ok {
			return nil, fmt.Errorf("unknown move %s", body)
		}
		at.moves[i] = m
	}
	return at, nil
}

// own returns the player's possessions.
func (at *situation) own() *rules.Family { return at.Of(at.seat) }

// may reports whether a move of the type is legal.
func (at *situation) may(kind string) bool { return len(at.list(kind)) > 0 }

// list returns the legal moves of a type.
func (at *situation) list(kind string) []rules.Move {
	return at.pick(func(m rules.Move) bool { return m.Type == kind })
}

// pick returns the legal moves that satisfy a condition.
func (at *situation) pick(meets func(rules.Move) bool) []rules.Move {
	return slices.DeleteFunc(slices.Clone(at.moves), func(m rules.Move) bool { return !meets(m) })
}

// covers returns the moves that put the Hideout under a business.
func (at *situation) covers() []rules.Move {
	return at.pick(func(m rules.Move) bool { return m.Type == rules.TypeMoveHideout && m.Under != 0 })
}
