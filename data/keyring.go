package data

import (
	"context"
	"errors"
	"time"
)

// The errors of a keyring.
var (
	ErrBadCode   = errors.New("the code is wrong, used or too old")
	ErrManyTries = errors.New("the code is wrong, and so were many before it")
	ErrLastKey   = errors.New("it is the player's only key")
	ErrHasPlayed = errors.New("the key's player has games of their own")
)

// Figures of keys and of the codes that bind them.
const (
	MaxKeys  = 20 // of a player, but for those that a merge has brought
	MaxLabel = 40 // characters of a key's label

	InvitationLasts = 10 * time.Minute

	RecoveryCodes = 10 // are printed at a time; each is good for once
	RecoveryTries = 5  // wrong codes for a name, none of them RecoveryPause after the one before, of which a letter tells
	RecoveryPause = time.Hour

	MaxArrivals    = 5 // players made with one key, each but the last deleted again
	ArrivalsWithin = 24 * time.Hour

	// Remembered is how long it is known of the keys of a deleted player what they are
	// not rid of by that: an operator's silence, that others have blocked or muted them,
	// which reports they made, which are open about them.
	Remembered = 365 * 24 * time.Hour
)

// Invitation is a code that binds one more key to a player, once: 4 characters
// that find it and 16 that prove it, 80 bits, of which only a hash is kept (NewCode,
// ReadCode).
type Invitation struct {
	Code    string
	Expires time.Time
}

// Keyring keeps the keys that speak for players, and what else players do to their own
// account. What adds or takes away a key or a
// code leaves the player a Letter, in the same transaction.
type Keyring interface {
	// Keys returns a player's keys, the oldest first.
	Keys(ctx context.Context, id PlayerID) ([]Key, error)

	// Invite makes an invitation; an earlier one of the player is void. ErrNotFound;
	// ErrTooMany for a player who has MaxKeys.
	Invite(ctx context.Context, id PlayerID) (Invitation, error)

	// Claim binds a key to the player who made the invitation and returns them. Whose
	// key it was before loses it, if they have never played: with their only one they
	// become one with the inviter, and their name is free. A player who has played is refused
	// unless merge is set; that makes the two one as Accounts.Merge does, but for what
	// was won: the inviter keeps their own rating, seasons and points at events, and
	// the other's games are in the history alone (Seat.Apart). An invitation is used
	// up by what was done, and by no wrong code. ErrBadCode, ErrHasPlayed,
	// ErrMet, ErrRunning, ErrTooMany; ErrCompeting while either has played in an event
	// that goes on; ErrKeyTaken when the key is the inviter's already.
	Claim(ctx context.Context, fingerprint, code string, merge bool) (Player, error)

	// Relabel names a key of the player; the label is cleaned and cut to MaxLabel.
	// ErrNotFound.
	Relabel(ctx context.Context, id PlayerID, key int64, label string) (Key, error)

	// Revoke takes a key of the player away and returns it: its sessions are for the
	// caller to end. ErrNotFound; ErrLastKey for the only one while no recovery code
	// is left.
	Revoke(ctx context.Context, id PlayerID, key int64) (Key, error)

	// NewRecovery makes RecoveryCodes codes of 80 bits, of which only hashes are
	// kept, in place of those that there were. ErrNotFound.
	NewRecovery(ctx context.Context, id PlayerID) ([]string, error)

	// RecoveryLeft is how many of them are unused.
	RecoveryLeft(ctx context.Context, id PlayerID) (int, error)

	// Recover uses a recovery code up: it binds the key to the named player, with the
	// rules and errors of Claim. A right code works whatever was tried before, as nobody
	// can guess 80 bits and anybody can try. Those who try are counted elsewhere: with
	// ErrManyTries as the error of a wrong code. A name that nobody has is ErrBadCode too.
	Recover(ctx context.Context, fingerprint, name, code string, merge bool) (Player, error)

	// Mistaken notes that a wrong recovery code was tried for a name, if anybody has it.
	// Of the last of RecoveryTries a letter tells (RecoveryTried), which takes the place of
	// an unread one.
	Mistaken(ctx context.Context, name string) error

	// TakeName gives a player another name at their own wish, as Accounts.Rename does.
	// Nobody else may be called as they were, or alike, for NameLasts, and they do not
	// change the name again for as long. ErrNotFound, ErrBadName, ErrNameTaken, *TooSoon.
	TakeName(ctx context.Context, id PlayerID, name string) (Player, error)

	// Forget deletes a player at their own wish, as Accounts.Delete does. ErrNotFound,
	// ErrRunning.
	Forget(ctx context.Context, id PlayerID) error
}
