package data

import "context"

// Players keeps players and their names.
type Players interface {
	// CreatePlayer makes a player of a free name and binds the key to them.
	// ErrBadName, ErrNameTaken, ErrKeyTaken; ErrCrowded for a key with which MaxArrivals
	// have been made within ArrivalsWithin. A player who was deleted (Accounts.Delete) and comes back
	// with a key of theirs is as silenced, blocked and muted as before.
	CreatePlayer(ctx context.Context, name, fingerprint, label string) (Player, error)

	// PlayerByKey finds the player for whom a key speaks and notes that it was
	// seen, without waiting until that is on the disk. ErrNotFound.
	PlayerByKey(ctx context.Context, fingerprint string) (Player, error)

	// PlayerByName finds a player by the exact name. ErrNotFound.
	PlayerByName(ctx context.Context, name string) (Player, error)

	// NameFree reports whether neither the name nor a look-alike is taken.
	NameFree(ctx context.Context, name string) (bool, error)

	// Gone returns those of the given players who no longer exist: an operator has
	// deleted them, or made them one with another.
	Gone(ctx context.Context, players []PlayerID) ([]PlayerID, error)
}
