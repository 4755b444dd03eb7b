package data

import (
	"slices"
	"strings"

	"noir/engine"
)

// Outcome is how a match ended for a seat.
type Outcome int8

// The outcomes. At a table of more than two nobody has lost: they have a place.
const (
	OutcomeVoid Outcome = iota // aborted, or not over
	OutcomeWon
	OutcomeShared
	OutcomeLost
	OutcomePlaced
)

// Outcome returns how a match ended for a seat.
func (m Match) Outcome(seat engine.Seat) Outcome {
	switch {
	case m.Result == nil || m.Result.Reason == engine.Aborted:
		return OutcomeVoid
	case slices.Contains(m.Result.Winners, seat):
		if len(m.Result.Winners) > 1 {
			return OutcomeShared
		}
		return OutcomeWon
	case len(m.Seats) > 2:
		return OutcomePlaced
	}
	return OutcomeLost
}

// Players returns the players of a match by seat: 0 for a bot.
func (m Match) Players() []PlayerID {
	players := make([]PlayerID, len(m.Seats))
	for i, s := range m.Seats {
		players[i] = s.Player
	}
	return players
}

// SeatOf returns the seat of a player, Spectator if they have none.
func (m Match) SeatOf(p PlayerID) engine.Seat {
	return engine.Seat(slices.IndexFunc(m.Seats, func(s Seat) bool { return s.Player == p }))
}

// Versus names a table by the names of its players.
func Versus(names []string) string { return strings.Join(names, " v ") }
