package data

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"noir/engine"
)

// Puzzle is a position of a match that is over in which one move is far better than all
// others, by what the seat that was asked could know. It never changes.
type Puzzle struct {
	ID    int64
	Game  string // engine.Info.Name
	Match MatchID
	Seat  engine.Seat
	After int       // plies of the log that the seat had seen
	Moves []Weighed // every legal move or its twin, two at least, the best first
}

// Weighed is a move and the chance to win after it.
type Weighed struct {
	Move   json.RawMessage `json:"move"`   // in the form of engine.Game.Read
	Chance float64         `json:"chance"` // from 0 to 1

	// Twins are the same move with others of equal cards.
	Twins []json.RawMessage `json:"twins,omitempty"`
}

// Best is the move to find.
func (p Puzzle) Best() Weighed { return p.Moves[0] }

// Solved reports whether a move is the one to find.
func (p Puzzle) Solved(w Weighed) bool { return bytes.Equal(w.Move, p.Best().Move) }

// Weigh returns what a move in the form of engine.Game.Read is worth, as the move that it
// is a twin of; ok is false for one that is not legal in the position.
func (p Puzzle) Weigh(move json.RawMessage) (w Weighed, ok bool) {
	same := func(m json.RawMessage) bool { return bytes.Equal(m, move) }
	for _, w := range p.Moves {
		if same(w.Move) || slices.ContainsFunc(w.Twins, same) {
			return w, true
		}
	}
	return w, false
}

// Date is a day of the calendar in UTC, counted from the first of January 1970.
type Date int64

// DateOf returns the day in which a moment lies.
func DateOf(t time.Time) Date { return Date(t.Unix() / int64((24 * time.Hour).Seconds())) }

// Begins returns the day's first moment.
func (d Date) Begins() time.Time { return time.Unix(int64(d)*int64((24*time.Hour).Seconds()), 0).UTC() }

// Solving is how a player has fared with the puzzles of the days.
type Solving struct {
	Tries  int             // days on which they have answered; only the first answer counts
	Solved int             // of them, those on which it was the best move
	Run    int             // such days in a row, up to the day that was asked for or the one before
	Today  json.RawMessage // their answer on that day; nil for none
}

// Puzzles keeps them, and who has solved which.
type Puzzles interface {
	// AddPuzzles keeps puzzles of matches that are over, and fills no ID. A position that
	// is kept already stays as it is. ErrNotFound.
	AddPuzzles(ctx context.Context, at time.Time, puzzles ...Puzzle) error

	// Puzzle returns that of a day: always the same of those that were kept before the
	// day began, or else the first that has ever been kept. ErrNotFound while there is
	// none.
	Puzzle(ctx context.Context, d Date) (Puzzle, error)

	// Solve notes a player's answer to the puzzle of a day and whether it was the best
	// move, unless they have answered on that day before, and returns how they have fared.
	// ErrNotFound for an unknown player.
	Solve(ctx context.Context, id PlayerID, d Date, move json.RawMessage, best bool) (Solving, error)

	// Solving returns how a player has fared up to a day.
	Solving(ctx context.Context, id PlayerID, d Date) (Solving, error)
}
