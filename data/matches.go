package data

import (
	"context"
	"time"

	"noir/engine"
)

// Matches keeps matches and their logs.
type Matches interface {
	// Open stores a match before its first card is dealt. For a rated match it
	// fills Before, Games and PairGames of every seat from what is stored, in
	// the same transaction; every match gets the newest Rule. It returns the match so
	// completed. The challenges that it
	// comes of, by their ids, are withdrawn in it too. ErrNotFound when somebody on a
	// seat is deleted (Gone), ErrTaken when a challenge is gone. It also fails when the
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

	// Slow makes a running match a day game: its clocks are then those of Day.
	// ErrNotFound, ErrFinished.
	Slow(ctx context.Context, id MatchID) error

	// Shut closes a running match to watchers, or opens it to them (Match.Closed).
	// ErrNotFound, ErrFinished.
	Shut(ctx context.Context, id MatchID, closed bool) error
}
