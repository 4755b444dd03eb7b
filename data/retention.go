package data

import (
	"context"
	"time"
)

// KeptFor is how long a casual game against the house alone is kept. It is kept for good once its
// player has marked it or asked for a review, or a player has reported it.
const KeptFor = 30 * 24 * time.Hour

// MaxKept is how many games a player may mark.
const MaxKept = 100

// Retention deletes what a store keeps only for a while.
type Retention interface {
	// Keep marks a finished match in which the player has a seat so that it is kept, or removes the
	// mark. ErrNotFound, ErrRunning; ErrTooMany beyond MaxKept.
	Keep(ctx context.Context, player PlayerID, id MatchID, keep bool) error

	// Passing returns how many matches that are not kept for good were over before a moment.
	Passing(ctx context.Context, before time.Time) (int, error)

	// Prune removes some of those and returns some free space of the store's files to the system.
	// It takes a short time, since moves wait meanwhile. It returns how many it removed, and
	// whether more is left.
	Prune(ctx context.Context, before time.Time) (pruned int, more bool, err error)
}
