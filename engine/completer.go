package engine

import (
	"encoding/json"
	"math/rand/v2"
)

// Completer is a Game that lists some moves together: an entry of State.Legal may
// stand for many moves, such as every choice of cards to discard. A client may send any
// of these moves, and need not ask the game for one.
type Completer interface {
	Game

	// Complete returns one of the moves that an entry of State.Legal stands for, in the form of
	// Game.Read, chosen at random from r. The view must be that of the entry's seat; Complete fails
	// only if it is not a view of the game.
	Complete(view json.RawMessage, s Seat, entry json.RawMessage, r *rand.Rand) (json.RawMessage, error)
}

// Complete returns a move for an entry of State.Legal, whether or not the game is a
// Completer.
func Complete(g Game, view json.RawMessage, s Seat, entry json.RawMessage, r *rand.Rand) (json.RawMessage, error) {
	if c, ok := g.(Completer); ok {
		return c.Complete(view, s, entry, r)
	}
	return entry, nil
}

// Explainer is a Game that says why a seat cannot make a type of move now. A client
// that knows only what its seat sees can then refuse in place, with the same code as
// the rules.
type Explainer interface {
	Game

	// Why returns the code of Illegal.Reason with which the rules refuse a type of move
	// ("draw"), and "" if Sight.Legal lists a move of that type. If moves of the type are
	// refused for different reasons, Why returns that of the move nearest to being legal. Why
	// reads the whole sight, since a view does not tell what the seat has done in its turn. It
	// fails only if the sight is not of the game.
	Why(s Sight, kind string) (code string, err error)
}
