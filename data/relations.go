package data

import (
	"context"
	"time"
)

// Tie is how one player stands to another. There is at most one from one to another.
type Tie string

// The ties. A friend may write to the player, if both allow free text. What the muted
// say is not shown to them. The blocked are never paired with them, cannot join,
// challenge or write to them, and see nothing of whether they are there.
const (
	Friend  Tie = "friend"
	Muted   Tie = "muted"
	Blocked Tie = "blocked"
)

// Tied is somebody to whom a player stands in a tie.
type Tied struct {
	Player Player
	Tie    Tie
	Since  time.Time
}

// Figures of what players do to each other.
const (
	MaxTies       = 1000     // of a player
	MaxReason     = 200      // characters of a report's reason, a warning or a silence's reason
	MaxTalk       = 64 << 10 // bytes of the talk that is attached to a report
	ReportsPerDay = 10       // of a player, within ReportsWithin
	MaxLetters    = 100      // unread, of a player

	ReportsWithin = 24 * time.Hour
)

// Relations keeps how players stand to each other.
type Relations interface {
	// Ties returns a player's, by name.
	Ties(ctx context.Context, id PlayerID) ([]Tied, error)

	// Tie sets one, or with "" ends it, if there is any. Challenges between the two go
	// when one blocks the other. ErrNotFound; ErrTooMany beyond MaxTies. It fails for
	// a tie to oneself.
	Tie(ctx context.Context, from, to PlayerID, t Tie) error

	// Blocks returns every pair of whom the first has blocked the second.
	Blocks(ctx context.Context) ([][2]PlayerID, error)
}
