package data

import (
	"context"
	"time"
)

// Tie is what one player is to another: a friend, muted or blocked. There is at most one in each
// direction.
type Tie string

// The ties. A friend may write to the player if both allow free text. What the muted say is hidden
// from the player. The blocked are never paired with the player, cannot join, challenge or write to
// them, and cannot see whether they are online.
const (
	Friend  Tie = "friend"
	Muted   Tie = "muted"
	Blocked Tie = "blocked"
)

// Tied is a player to whom another has a tie.
type Tied struct {
	Player Player
	Tie    Tie
	Since  time.Time
}

// Limits of what players do to each other.
const (
	MaxTies       = 1000     // of a player
	MaxReason     = 200      // characters of a report's reason, a warning or a silence's reason
	MaxTalk       = 64 << 10 // bytes of the talk that is attached to a report
	ReportsPerDay = 10       // of a player, within ReportsWithin
	MaxLetters    = 100      // unread, of a player

	ReportsWithin = 24 * time.Hour
)

// Relations keeps the ties between players.
type Relations interface {
	// Ties returns a player's ties, by name.
	Ties(ctx context.Context, id PlayerID) ([]Tied, error)

	// Tie sets a tie, or ends it with "". A block deletes the challenges between the two.
	// ErrNotFound; ErrTooMany beyond MaxTies. It fails for a tie to oneself.
	Tie(ctx context.Context, from, to PlayerID, t Tie) error

	// Blocks returns the pairs of players of whom the first has blocked the second.
	Blocks(ctx context.Context) ([][2]PlayerID, error)
}
