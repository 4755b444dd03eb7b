package data

import (
	"context"
	"time"

	"noir/engine"
)

// Store keeps everything that must outlive the process. What a method that
// writes has returned nil for is on the disk. Methods may be called from any
// number of goroutines. They return the errors of this package, wrapped around
// their cause, or ctx's, which means that nothing was changed. Times are kept in
// whole milliseconds.
type Store interface {
	Keyring
	Preferences
	Circle
	Challenges
	Annals
	Retention
	Contests
	Puzzles

	// Ready tells whether a move could be stored now. It blocks as long as one
	// would. ErrUnavailable.
	Ready(ctx context.Context) error

	// Bans returns the bans that are in force.
	Bans(ctx context.Context) ([]Ban, error)

	// CreatePlayer makes a player of a free name and binds the key to him.
	// ErrBadName, ErrNameTaken, ErrKeyTaken; ErrCrowded for a key with which MaxArrivals
	// have been made within ArrivalsWithin. Who was deleted (Office.Delete) and comes back
	// with a key of theirs is as silenced, blocked and muted as before.
	CreatePlayer(ctx context.Context, name, fingerprint, label string) (Player, error)

	// PlayerByKey finds the player for whom a key speaks and notes that it was
	// seen, without waiting until that is on the disk. ErrNotFound.
	PlayerByKey(ctx context.Context, fingerprint string) (Player, error)

	// PlayerByName finds a player by the exact name. ErrNotFound.
	PlayerByName(ctx context.Context, name string) (Player, error)

	// NameFree reports whether neither the name nor a look-alike is taken.
	NameFree(ctx context.Context, name string) (bool, error)

	// Gone returns those of the players given who are no more: an operator has
	// deleted them, or made them one with another.
	Gone(ctx context.Context, players []PlayerID) ([]PlayerID, error)

	// Ratings returns a player's ratings by the name of the game, of the games
	// in which he has any.
	Ratings(ctx context.Context, id PlayerID) (map[string]Rating, error)

	// Rank returns a player's row of his own field's table of all time
	// (Annals.Table). ErrNotFound.
	Rank(ctx context.Context, game string, id PlayerID) (Standing, error)

	// History returns a player's latest ratings in one game, after each match and each
	// void one taken back, oldest first, at most so many: sums of changes that begin at
	// StartRating.
	History(ctx context.Context, id PlayerID, game string, limit int) ([]Event, error)

	// Open stores a match before its first card is dealt. For a rated match it
	// fills Before, Games and PairGames of every seat from what is stored, in
	// the same transaction; every match gets the newest Rule. It returns the match so
	// completed. The challenges that it
	// comes of, by their ids, are withdrawn in it too. ErrNotFound when somebody on a
	// seat is no more (Gone), ErrTaken when a challenge is. It also fails when the
	// id is taken, and for a rated match without a player on every seat or with one
	// on two.
	Open(ctx context.Context, m Match, challenges ...string) (Match, error)

	// Append adds entries to a running match's log, all or none. ErrNotFound,
	// ErrOutOfOrder, ErrFinished, ErrUnavailable.
	Append(ctx context.Context, id MatchID, entries ...Entry) error

	// Stop notes that the clocks of running matches stand, each at a game time,
	// because the server goes down: all of them in one transaction. A match that
	// is over or unknown by then is passed over. ErrUnavailable.
	Stop(ctx context.Context, at map[MatchID]time.Duration) error

	// Finish ends a match: its last entries, its result and every change of a
	// rating, in one transaction. Each change is added to the rating as it is
	// then. It is done once: a match that is over keeps its result and its
	// changes are returned again. An aborted match changes no rating. A match
	// ends no earlier than it started, whatever the time given. ErrNotFound,
	// ErrOutOfOrder, ErrUnavailable.
	Finish(ctx context.Context, id MatchID, at time.Time, r engine.Result, entries ...Entry) ([]Change, error)

	// Discard removes a running match and its log, as if it had never been opened. What
	// was reported of it is of no match then. ErrNotFound, ErrFinished, ErrUnavailable.
	Discard(ctx context.Context, id MatchID) error

	// Unfinished returns the running matches, with their logs.
	Unfinished(ctx context.Context) ([]Match, error)

	// Match returns one match with its log: what is on the disk, and nothing that a
	// writing method has failed with. ErrNotFound, ErrUnavailable.
	Match(ctx context.Context, id MatchID) (Match, error)

	// Games returns a player's latest matches that are over, newest first, without their
	// logs: so many that ended before another match, "" for the latest of all. ErrNotFound
	// when that one is not there, or runs.
	Games(ctx context.Context, id PlayerID, before MatchID, limit int) ([]Match, error)
}
