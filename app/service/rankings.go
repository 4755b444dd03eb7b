package service

import (
	"context"
	"errors"
	"time"

	"noir/data"
	"noir/data/stats"
)

// Rankings has the use cases about players' standings and results.
type Rankings struct {
	store rankingsStore
	stats *stats.Keeper
}

type rankingsStore interface {
	Sheet(ctx context.Context, game string, f data.Filter, visitor data.PlayerID, points int) (data.Sheet, error)
	Table(ctx context.Context, game string, f data.Filter) ([]data.Standing, int, error)
	Rank(ctx context.Context, game string, id data.PlayerID) (data.Standing, error)
	Overview(ctx context.Context, games []string, p data.Player, now time.Time, past int) (data.Overview, error)
	Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error)
	Record(ctx context.Context, id data.PlayerID, game string) (data.Record, error)
	History(ctx context.Context, id data.PlayerID, game string, limit int) ([]data.Event, error)
}

// Page returns rows of a game's table with the visitor's own row, and curves of at most points points.
func (r Rankings) Page(ctx context.Context, game string, f data.Filter, visitor data.PlayerID, points int) (data.Sheet, error) {
	return r.store.Sheet(ctx, game, f, visitor, points)
}

// Ratings returns a player's ratings by game. A guest has none.
func (r Rankings) Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error) {
	if id.Guest() {
		return map[string]data.Rating{}, nil
	}
	return r.store.Ratings(ctx, id)
}

// Profile is a player's results in one game.
type Profile struct {
	data.Record
	Standing *data.Standing // nil without a rated game
	Total    int            // players in the same table
	History  []data.Event   // ratings after each game, oldest first
}

// Profile returns a player's results in a game, with at most points of the latest ratings. A guest has the zero value.
func (r Rankings) Profile(ctx context.Context, game string, id data.PlayerID, points int) (p Profile, err error) {
	if id.Guest() {
		return p, nil
	}
	if p.Record, err = r.store.Record(ctx, id, game); err != nil {
		return p, err
	}
	row, err := r.store.Rank(ctx, game, id)
	switch {
	case errors.Is(err, data.ErrNotFound):
		return p, nil
	case err != nil:
		return p, err
	}
	p.Standing = &row
	if _, p.Total, err = r.store.Table(ctx, game, data.Filter{Field: row.Player.Field()}); err != nil {
		return p, err
	}
	p.History, err = r.store.History(ctx, id, game, points)
	return p, err
}

// Means returns a game's statistics of how a player plays, averaged over the latest games. It may
// read many logs.
func (r Rankings) Means(ctx context.Context, game string, id data.PlayerID) ([]stats.Mean, error) {
	return r.stats.Means(ctx, game, id)
}

// Busy returns how many people are at tables, by the hour of the week.
func (r Rankings) Busy(ctx context.Context) (stats.Week, error) { return r.stats.Busy(ctx) }

// Overview returns what home shows a player about some games, at most past finished matches, and the puzzle of the day.
func (r Rankings) Overview(ctx context.Context, games []string, p data.Player, now time.Time, past int) (data.Overview, error) {
	return r.store.Overview(ctx, games, p, now, past)
}
