package service

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"noir/data"
	"noir/data/review"
	"noir/engine"
	"noir/internal/language"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/replay"
)

// Matches has the use cases about past games: lists, replays and reviews.
type Matches struct {
	store    matchesStore
	games    []engine.Game
	reviewer *review.Reviewer
	quota    *quota.Ledger
}

type matchesStore interface {
	Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error)
	Match(ctx context.Context, id data.MatchID) (data.Match, error)
	Keep(ctx context.Context, id data.PlayerID, match data.MatchID, keep bool) error
}

// Past returns a player's latest finished games, newest first, without logs: at most limit that
// ended before the given one, "" for the latest. A guest has none.
func (m Matches) Past(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error) {
	if id.Guest() {
		return nil, nil
	}
	list, err := m.store.Games(ctx, id, before, limit)
	if errors.Is(err, data.ErrNotFound) {
		err = language.Sentence(err, "there is no finished game %.64q; `games` lists yours", before)
	}
	return list, err
}

// Finished returns a finished game, with its log.
func (m Matches) Finished(ctx context.Context, id data.MatchID) (data.Match, error) {
	match, err := m.store.Match(ctx, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return match, language.Sentence(err, "there is no game %.64q; `games` lists yours", id)
	case err == nil && match.Result == nil:
		return match, language.Sentence(matchmaking.ErrRunning, "that game is running; `watch %s` shows it", id)
	}
	return match, err
}

// Seats returns who has the seats of a game, also of one that runs, under the names that they have
// now: a running table shows those that they had when it began.
func (m Matches) Seats(ctx context.Context, id data.MatchID) ([]data.Seat, error) {
	match, err := m.store.Match(ctx, id)
	return match.Seats, err
}

// Keep marks a game against the house to be kept for good, or unmarks it, and returns it.
func (m Matches) Keep(ctx context.Context, id data.PlayerID, match data.MatchID, keep bool) (data.Match, error) {
	if err := known(id); err != nil {
		return data.Match{}, err
	}
	err := m.store.Keep(ctx, id, match, keep)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return data.Match{}, language.Sentence(err, "you have no game %.64q; `games` lists yours", match)
	case errors.Is(err, data.ErrRunning):
		return data.Match{}, language.Sentence(err, "that game is running; `watch %s` shows it", match)
	case errors.Is(err, data.ErrTooMany):
		return data.Match{}, language.Sentence(err, "you keep %d games already; unmark one with `games drop ID`", data.MaxKept)
	case err != nil:
		return data.Match{}, err
	}
	return m.Finished(ctx, match)
}

// Work waits for a turn among readers of long games, and charges ctx's payer for the time of
// the work.
func (m Matches) Work(ctx context.Context, work func() error) error {
	release, err := m.quota.Queue(ctx, quota.From(ctx), quota.Replays)
	if err != nil {
		return err
	}
	defer release()
	began := time.Now()
	defer func() { m.quota.Charge(quota.From(ctx), quota.Processor, time.Since(began).Seconds()) }()
	return work()
}

// Replay returns a finished game before its first move. data.ErrNotFound for an unknown match,
// or one of a game that is not offered any more.
func (m Matches) Replay(match data.Match) (*replay.Replay, error) {
	g, ok := engine.Named(m.games, match.Game)
	if !ok {
		return nil, language.Sentence(data.ErrNotFound, "That game is not played here any more: choose another.")
	}
	return replay.New(g, match)
}

// Reviewed is a finished game with its review.
type Reviewed struct {
	review.Review
	Match  data.Match
	Better map[int]engine.Line // the better moves, by ply
}

// Retry is a decision of a finished game to improve on.
type Retry struct {
	*replay.Exercise
	Made json.RawMessage // the move that was made
}

// Retry returns a visitor's decision at a ply of a finished game, with the moves that a review
// weighs. It blocks while they are weighed. data.ErrNotFound where there was no choice.
func (m Matches) Retry(ctx context.Context, id data.MatchID, ply int, visitor data.Player) (Retry, error) {
	match, err := m.Finished(ctx, id)
	if err != nil {
		return Retry{}, err
	}
	p, err := m.reviewer.Weigh(ctx, match, ply)
	if err != nil {
		return Retry{}, err
	}
	g, _ := engine.Named(m.games, match.Game) // the reviewer knows the same games
	x, err := replay.NewExercise(g, match, p, visitor)
	return Retry{x, match.Moves[ply-1].Move}, err
}

// Kept returns the stored review of a game; ok is false if there is no stored one. It makes no
// review.
func (m Matches) Kept(ctx context.Context, id data.MatchID) (r review.Review, ok bool, err error) {
	return m.reviewer.Kept(ctx, id)
}

// Review returns the review of a finished game. It makes it if needed, which blocks, and reports
// progress.
func (m Matches) Review(ctx context.Context, id data.MatchID, told func(review.Progress)) (Reviewed, error) {
	match, err := m.Finished(ctx, id)
	if err != nil {
		return Reviewed{}, err
	}
	r, err := m.reviewer.Review(ctx, match, told)
	if err != nil {
		return Reviewed{}, err
	}
	g, ok := engine.Named(m.games, match.Game)
	if !ok {
		return Reviewed{}, review.ErrNoCritic
	}
	better, err := review.Better(g, match, r)
	return Reviewed{r, match, better}, err
}
