package data

import (
	"context"
	"time"

	"noir/engine"
)

// Matches keeps matches and their logs.
type Matches interface {
	// Open stores a match before its first card is dealt, or with the log that it takes over from its Origin, and
	// returns it completed. In the same transaction it fills Before, Games and PairGames of every seat of a rated
	// match, sets the newest Rule, and withdraws the challenges with the given ids. ErrNotFound when a seat's player is
	// deleted (Gone), ErrTaken when a challenge is gone, *Seated when one of m.Live is in another such match. It also
	// fails when the id is taken or m.Owner is a removed node, for a rated match that has an Origin, a seat without a
	// player or a player with two seats, and for a log that is not the one of an Origin.
	Open(ctx context.Context, m Match, challenges ...string) (Match, error)

	// Append adds entries to a running match's log, all or none. ErrNotFound, ErrOutOfOrder,
	// ErrFinished, ErrUnavailable. Where nodes share the store (Shared), only the match's owner may
	// call this and the other methods that change a running match; for others they return ErrFenced.
	Append(ctx context.Context, id MatchID, entries ...Entry) error

	// Stop notes in one transaction that the clocks of running matches stand, each at a game time,
	// because the server shuts down. It skips matches that are over or unknown. ErrUnavailable.
	Stop(ctx context.Context, at map[MatchID]time.Duration) error

	// Finish ends a match: it stores its last entries, its result and every rating change in one
	// transaction. Each change is added to the current rating. A match ends once: calling again
	// keeps the result and returns the same changes. An aborted match changes no rating. A time
	// before the start counts as the start. ErrNotFound, ErrOutOfOrder, ErrUnavailable.
	Finish(ctx context.Context, id MatchID, at time.Time, r engine.Result, entries ...Entry) ([]Change, error)

	// Discard removes a running match and its log, as if it had never been opened. Reports about it
	// then name no match. ErrNotFound, ErrFinished, ErrUnavailable.
	Discard(ctx context.Context, id MatchID) error

	// Retire lets players who are out of a running match enter another one of which a player may have only one at a
	// time (Match.Live). Slow and the end of the match do so for all. A guest's seat is free from then on.
	// ErrUnavailable.
	Retire(ctx context.Context, id MatchID, players ...PlayerID) error

	// Unfinished returns the running matches, with their logs.
	Unfinished(ctx context.Context) ([]Match, error)

	// Match returns one match with its log, as it is on the disk: nothing of a write that failed.
	// ErrNotFound, ErrUnavailable.
	Match(ctx context.Context, id MatchID) (Match, error)

	// Games returns a player's latest finished matches, newest first, without logs: at most limit
	// that ended before the given match, "" for the latest. ErrNotFound when that match does not
	// exist or still runs.
	Games(ctx context.Context, id PlayerID, before MatchID, limit int) ([]Match, error)

	// Slow turns a running match into a day game, with the clocks of Day. ErrNotFound, ErrFinished.
	Slow(ctx context.Context, id MatchID) error

	// AllowSpectators opens a running match to spectators, or closes it (Match.NoSpectators).
	// ErrNotFound, ErrFinished.
	AllowSpectators(ctx context.Context, id MatchID, allow bool) error
}
