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

// Limits of keys and of the codes that add them.
const (
	MaxKeys  = 20 // of a player; a merge may exceed it
	MaxLabel = 40 // characters of a key's label

	InvitationLasts = 10 * time.Minute

	RecoveryCodes = 10 // issued at a time; each works once
	RecoveryTries = 5  // wrong codes for a name, at most RecoveryPause apart, after which a letter warns its owner
	RecoveryPause = time.Hour

	MaxArrivals    = 5 // players made with one key, each except the last deleted again
	ArrivalsWithin = 24 * time.Hour

	// Remembered is how long a deleted player's keys carry what deletion does not undo: an
	// operator's silence, blocks and mutes by others, reports they made, and open reports about
	// them.
	Remembered = 365 * 24 * time.Hour
)

// Invitation is a one-time code that adds a key to a player: 4 characters that find it and 16 that
// prove it, 80 bits, of which only a hash is stored (NewCode, ReadCode).
type Invitation struct {
	Code    string
	Expires time.Time
}

// Keyring keeps the keys of players, and makes the other changes of players to their own account.
// Every change of keys or codes leaves the player a Letter in the same transaction.
type Keyring interface {
	// Keys returns a player's keys, oldest first.
	Keys(ctx context.Context, id PlayerID) ([]Key, error)

	// Invite makes an invitation and voids the player's earlier one. ErrNotFound; ErrTooMany for a
	// player who has MaxKeys.
	Invite(ctx context.Context, id PlayerID) (Invitation, error)

	// Claim adds a key to the player who made the invitation and returns them. A previous owner who
	// has never played loses the key; if it was their only one, they are merged into the inviter
	// and their name is free. A previous owner who has played is refused unless merge is set. Then
	// the two are merged as by Accounts.Merge, but the inviter keeps their own rating, seasons and
	// event points; the other's games are in the history only (Seat.Apart). Success uses the
	// invitation up; a wrong code does not. ErrBadCode, ErrHasPlayed, ErrMet, ErrRunning,
	// ErrTooMany; ErrCompeting while either has played in an event that is still on; ErrKeyTaken
	// when the key is the inviter's already.
	Claim(ctx context.Context, fingerprint, code string, merge bool) (Player, error)

	// Relabel names a key of the player. The label is cleaned and cut to MaxLabel. ErrNotFound.
	Relabel(ctx context.Context, id PlayerID, key int64, label string) (Key, error)

	// Revoke removes a key of the player and returns it. The caller must end its sessions.
	// ErrNotFound; ErrLastKey for the only key while no recovery code is left.
	Revoke(ctx context.Context, id PlayerID, key int64) (Key, error)

	// KeyOwners returns the owners of some keys, by fingerprint, without keys that belong to
	// nobody.
	KeyOwners(ctx context.Context, fingerprints []string) (map[string]PlayerID, error)

	// NewRecovery replaces the player's recovery codes by RecoveryCodes new ones of 80 bits, of
	// which only hashes are stored. ErrNotFound.
	NewRecovery(ctx context.Context, id PlayerID) ([]string, error)

	// RecoveryLeft is how many recovery codes are unused.
	RecoveryLeft(ctx context.Context, id PlayerID) (int, error)

	// Recover uses up a recovery code: it adds the key to the named player, with the rules and
	// errors of Claim. A right code works however many wrong ones came before, since 80 bits cannot
	// be guessed and any visitor can try. The front door counts attempts and adds ErrManyTries to
	// the error of a wrong code. An unknown name is ErrBadCode too.
	Recover(ctx context.Context, fingerprint, name, code string, merge bool) (Player, error)

	// Mistaken records a wrong recovery code for a name, if a player has it. After RecoveryTries
	// of them it writes the letter RecoveryTried, which replaces an unread one.
	Mistaken(ctx context.Context, name string) error

	// TakeName renames a player at their own wish, as Accounts.Rename does. For NameLasts no other
	// player may take the old name or one like it, and the player may not change theirs again.
	// ErrNotFound, ErrBadName, ErrNameTaken, *TooSoon.
	TakeName(ctx context.Context, id PlayerID, name string) (Player, error)

	// Forget deletes a player at their own wish, as Accounts.Delete does. ErrNotFound, ErrRunning.
	Forget(ctx context.Context, id PlayerID) error
}
