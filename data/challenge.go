package data

import (
	"context"
	"encoding/json"
	"net/netip"
	"time"
)

// Challenge is an offer of a game that stays when who made it has left.
type Challenge struct {
	ID      string // four signs to be typed (ReadCode)
	From    Player
	To      Player // the zero value: whoever takes it
	Game    string
	Rated   bool
	Pace    Pace
	Seats   int
	Options json.RawMessage // the game's own, an object; nil for none
	At      time.Time
	Expires time.Time // from then on nobody can take it

	// From where it was made, of IPv6 the /64; it goes with the challenge. The zero value
	// when that is not known.
	Address netip.Addr
}

// MaxChallenges is how many a player may have open.
const MaxChallenges = 20

// Challenges keeps them.
type Challenges interface {
	// Challenge stores one and fills ID, At and the players' names. A player who is challenged
	// by name gets a Letter. ErrNotFound for a player who is not there or when either
	// has blocked the other; ErrTooMany beyond MaxChallenges.
	Challenge(ctx context.Context, c Challenge) (Challenge, error)

	// Challenges returns those that have not expired, the oldest first.
	Challenges(ctx context.Context) ([]Challenge, error)

	// Withdraw takes one away, with its letter if that is unread: whoever gets nil has
	// it, nobody else. The id is read as it was typed. ErrNotFound.
	Withdraw(ctx context.Context, id string) (Challenge, error)
}
