package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Keeper is a State that keeps answers back until all seats asked have answered (see
// Prompt.Minimum).
type Keeper interface {
	State

	// Release puts the kept moves into the log, in the order in which they were made, and returns
	// the position after them. The order does not change that position: a table makes them in the
	// order of the seats. Release is for ripe positions; it returns any other unchanged, without a
	// ply. A seat that may still move in a ripe position may do so until then.
	Release() (State, []Ply)
}

// Release is Keeper.Release for any game, also one that keeps nothing back.
func Release(s State) (State, []Ply) {
	if k, ok := s.(Keeper); ok {
		return k.Release()
	}
	return s, nil
}

// Adjustable is a State of a game that has options.
type Adjustable interface {
	State

	// Options returns the options in force, defaults included, as an object in the game's
	// canonical form, which a record shows. A game that starts with them, from the same seed and
	// for as many players, is the same.
	Options() json.RawMessage
}

// Options is Adjustable.Options for any game: an empty object for one without options.
func Options(s State) json.RawMessage {
	if a, ok := s.(Adjustable); ok {
		return a.Options()
	}
	return json.RawMessage(`{}`)
}

// NoOptions checks the options in Start of a game that has none: none, null and {} are
// accepted.
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

// Seated checks the number of seats in Start.
func (i Info) Seated(seats int) error {
	switch {
	case i.MinSeats <= seats && seats <= i.MaxSeats:
		return nil
	case i.MinSeats == i.MaxSeats:
		return fmt.Errorf("%s has %d seats, not %d", i.Name, i.MinSeats, seats)
	}
	return fmt.Errorf("%s has %d to %d seats, not %d", i.Name, i.MinSeats, i.MaxSeats, seats)
}

// Gauged is a Game with yardsticks: players that its house players are measured against, and that
// no visitor can choose.
type Gauged interface {
	Game

	// Yardsticks are their names, none of them a level.
	Yardsticks() []string

	// Yardstick returns one of them. It keeps the rules of House.
	Yardstick(name string, seed uint64) (Player, error)
}

// Yardsticks is Gauged.Yardsticks; it returns nil for other games.
func Yardsticks(g Game) []string {
	if gauged, ok := g.(Gauged); ok {
		return gauged.Yardsticks()
	}
	return nil
}
