package data

import (
	"context"
	"encoding/json"
	"net/netip"
	"time"
)

// Challenge is an offer of a game that stays after its maker has left.
type Challenge struct {
	ID      string // four characters, easy to type (ReadCode)
	From    Player
	To      Player // the zero value: open to all
	Game    string
	Rated   bool
	Pace    Pace
	Seats   int
	Options json.RawMessage `json:",omitempty"` // the game's options, a JSON object; nil for none
	At      time.Time
	Expires time.Time // nobody can take it from then on

	// The maker's address, for IPv6 its /64; deleted with the challenge. The zero value if it is
	// unknown.
	Address netip.Addr
}

// MaxChallenges is how many open challenges a player may have.
const MaxChallenges = 20

// Challenges keeps challenges.
type Challenges interface {
	// Challenge stores a challenge and fills ID, At and the players' names. A player challenged by
	// name gets a Letter. ErrNotFound if that player does not exist or either has blocked the
	// other; ErrTooMany beyond MaxChallenges.
	Challenge(ctx context.Context, c Challenge) (Challenge, error)

	// Challenges returns those that have not expired, oldest first.
	Challenges(ctx context.Context) ([]Challenge, error)

	// Withdraw removes a challenge, and its letter if that is unread. Exactly one caller gets nil.
	// The id is read with ReadCode. ErrNotFound.
	Withdraw(ctx context.Context, id string) (Challenge, error)
}
