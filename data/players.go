package data

import "context"

// Players keeps players and their names.
type Players interface {
	// CreatePlayer makes a player of a free name and binds the key to them. ErrBadName,
	// ErrNameTaken, ErrKeyTaken; ErrCrowded if MaxArrivals players were made with the key within
	// ArrivalsWithin. A deleted player (Accounts.Delete) who comes back with one of their keys is
	// as silenced, blocked and muted as before.
	CreatePlayer(ctx context.Context, name, fingerprint, label string) (Player, error)

	// PlayerByKey finds the player of a key and notes that the key was seen, without waiting for
	// the disk. ErrNotFound.
	PlayerByKey(ctx context.Context, fingerprint string) (Player, error)

	// PlayerByName finds a player by the exact name. ErrNotFound.
	PlayerByName(ctx context.Context, name string) (Player, error)

	// NameFree reports whether neither the name nor a look-alike is taken.
	NameFree(ctx context.Context, name string) (bool, error)

	// People returns what a table of a game has to know about some players. It leaves out players who do not exist.
	People(ctx context.Context, game string, players ...PlayerID) (map[PlayerID]Person, error)

	// Declare marks a player's account as a program's, as its owner says. Only Moderators.MarkBot
	// takes the mark away. ErrNotFound.
	Declare(ctx context.Context, id PlayerID) error

	// Gone returns those of the given players who no longer exist because they were deleted or
	// merged.
	Gone(ctx context.Context, players []PlayerID) ([]PlayerID, error)
}

// Person is what a table has to know about a player.
type Person struct {
	Bot      bool   // as Player.Bot
	Rating   Rating // in the table's game; StartRating after no game if they have none
	Settings Settings
}
