package data

import (
	"context"
	"time"
)

// KeptFor is how long a casual game with the house is kept in which there was no second
// person: for good once its player has marked it, asked for a review of it, or somebody
// has reported it.
const KeptFor = 30 * 24 * time.Hour

// MaxKept is how many games a player may mark.
const MaxKept = 100

// Retention is what a store keeps for a time alone.
type Retention interface {
	// Keep marks a match that is over and in which the player has a seat, so that it is
	// kept, or takes the mark back. ErrNotFound, ErrRunning, ErrTooMany beyond MaxKept.
	Keep(ctx context.Context, player PlayerID, id MatchID, keep bool) error

	// Passing returns how many matches are not kept for good and were over before a
	// moment.
	Passing(ctx context.Context, before time.Time) (int, error)

	// Prune removes some of those, and gives some of the room that is free in the
	// store's files back to the system. It takes no longer than others may wait for
	// their moves to be stored. It returns how many it has removed, and whether there is
	// more to be done.
	Prune(ctx context.Context, before time.Time) (pruned int, more bool, err error)
}
