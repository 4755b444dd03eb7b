package data

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"noir/engine"
)

// Puzzle is a position of a finished match in which one move is far better than all others, judged
// by what the asked seat could know. It never changes.
type Puzzle struct {
	ID    int64
	Game  string // engine.Info.Name
	Match MatchID
	Seat  engine.Seat
	After int       // plies of the log that the seat had seen
	Moves []Weighed // every legal move or its twin, at least two, best first
}

// Weighed is a move and the chance to win after it.
type Weighed struct {
	Move   json.RawMessage `json:"move"`   // in the form of engine.Game.Read
	Chance float64         `json:"chance"` // from 0 to 1

	// Twins are the same move with other, equal cards.
	Twins []json.RawMessage `json:"twins,omitempty"`
}

// Best is the solution.
func (p Puzzle) Best() Weighed { return p.Moves[0] }

// Solved reports whether the move is the solution.
func (p Puzzle) Solved(w Weighed) bool { return bytes.Equal(w.Move, p.Best().Move) }

// Weigh returns the judged move that a move in the form of engine.Game.Read equals, itself or as a
// twin. ok is false if it is not legal in the position.
func (p Puzzle) Weigh(move json.RawMessage) (w Weighed, ok bool) {
	same := func(m json.RawMessage) bool { return bytes.Equal(m, move) }
	for _, w := range p.Moves {
		if same(w.Move) || slices.ContainsFunc(w.Twins, same) {
			return w, true
		}
	}
	return w, false
}

// Date is a calendar day in UTC, counted from 1 January 1970.
type Date int64

// DateOf returns the day of a moment.
func DateOf(t time.Time) Date { return Date(t.Unix() / int64((24 * time.Hour).Seconds())) }

// Begins returns the day's first moment.
func (d Date) Begins() time.Time { return time.Unix(int64(d)*int64((24*time.Hour).Seconds()), 0).UTC() }

// Solving is how a player has done with the daily puzzles.
type Solving struct {
	Tries  int             // days on which they answered; only the first answer counts
	Solved int             // days on which it was the best move
	Run    int             // such days in a row, up to the requested day or the one before
	Today  json.RawMessage // their answer on that day; nil for none
}

// Puzzles keeps puzzles, and who solved which.
type Puzzles interface {
	// AddPuzzles stores puzzles of finished matches; it fills no ID. A position that is already
	// stored stays as it is. ErrNotFound.
	AddPuzzles(ctx context.Context, at time.Time, puzzles ...Puzzle) error

	// Puzzle returns the puzzle of a day: always the same one of those stored before the day began,
	// or the first ever stored if there were none. ErrNotFound without any.
	Puzzle(ctx context.Context, d Date) (Puzzle, error)

	// Solve stores a player's first answer to the puzzle of a day and whether it was the best move,
	// and returns how they have done. Later answers that day change nothing. ErrNotFound for an
	// unknown player.
	Solve(ctx context.Context, id PlayerID, d Date, move json.RawMessage, best bool) (Solving, error)

	// Solving returns how a player has done up to a day.
	Solving(ctx context.Context, id PlayerID, d Date) (Solving, error)
}
