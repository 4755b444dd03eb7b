package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Keeper is a State of a game in which answers are kept back until everybody has
// answered (see Prompt.Minimum).
type Keeper interface {
	State

	// Release puts the moves that are kept back into the log, in the order in which they were made,
	// and goes on from there. Made in another order they lead to the same position: a table makes
	// them in the order of the seats, whatever the order of the answers. It is for ripe positions;
	// any other is returned unchanged, without a ply. A seat that may still move in a ripe position
	// may do so until then.
	Release() (State, []Ply)
}

// Release is Keeper.Release, whether or not the game keeps anything back.
func Release(s State) (State, []Ply) {
	if k, ok := s.(Keeper); ok {
		return k.Release()
	}
	return s, nil
}

// Adjustable is a State of a game that has options.
type Adjustable interface {
	State

	// Options are the options in force, defaults included: an object in the game's one form, which
	// a record shows. A game that starts with them, from the same seed and for as many players, is
	// the same.
	Options() json.RawMessage
}

// Options is Adjustable.Options, and an empty object for a game without options.
func Options(s State) json.RawMessage {
	if a, ok := s.(Adjustable); ok {
		return a.Options()
	}
	return json.RawMessage(`{}`)
}

// NoOptions is for Start of a game without options: none, null and {} are accepted.
func (s Setup) NoOptions(game string) error {
	if len(s.Options) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(s.Options))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&struct{}{}) != nil || decoder.More() {
		return fmt.Errorf("%s has no options", game)
	}
	return nil
}

// Seated is for Start: it fails on a number of seats that the game does not have.
func (i Info) Seated(seats int) error {
	switch {
	case i.MinSeats <= seats && seats <= i.MaxSeats:
		return nil
	case i.MinSeats == i.MaxSeats:
		return fmt.Errorf("%s has %d seats, not %d", i.Name, i.MinSeats, seats)
	}
	return fmt.Errorf("%s has %d to %d seats, not %d", i.Name, i.MinSeats, i.MaxSeats, seats)
}
