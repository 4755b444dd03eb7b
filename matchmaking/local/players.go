package local

import (
	"context"
	"errors"
	"slices"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/seating"
	"noir/matchmaking/table"
)

// players asks the store about people. Every method blocks on the store and may fail with
// data.ErrUnavailable.
type players struct{ store store }

// Rating returns a player's rating in a game.
func (ps players) Rating(ctx context.Context, game string, id data.PlayerID) (float64, error) {
	all, err := ps.store.Ratings(ctx, id)
	if err != nil {
		return 0, matchmaking.Unavailable(err)
	}
	if r, ok := all[game]; ok {
		return r.Value, nil
	}
	return data.StartRating, nil
}

// newcomers returns the players with a provisional rating, if the terms make that matter.
func (ps players) newcomers(ctx context.Context, terms matchmaking.Terms, people []data.PlayerID) (found []data.PlayerID, err error) {
	if !terms.Rated || terms.Pace != data.Day {
		return nil, nil
	}
	for _, p := range people {
		ratings, err := ps.store.Ratings(ctx, p)
		if err != nil {
			return nil, matchmaking.Unavailable(err)
		}
		if ratings[terms.Game].Provisional() {
			found = append(found, p)
		}
	}
	return found, nil
}

// shy reports whether any of some players wants no watchers.
func (ps players) shy(ctx context.Context, people []data.PlayerID) (bool, error) {
	for _, p := range people {
		if p.Guest() {
			continue
		}
		set, err := ps.store.Settings(ctx, p)
		if err != nil {
			return false, matchmaking.Unavailable(err)
		}
		if set.Closed {
			return true, nil
		}
	}
	return false, nil
}

// missed explains why the store lacks some players: a *seating.Fault of those whom an operator
// has deleted.
func (ps players) missed(ctx context.Context, people []data.PlayerID, cause error) error {
	stored := slices.DeleteFunc(slices.Clone(people), data.PlayerID.Guest)
	gone, err := ps.store.Gone(ctx, stored)
	if err != nil || len(gone) == 0 {
		return matchmaking.Unavailable(errors.Join(cause, err))
	}
	return seating.Blame(seating.ErrGone, gone...)
}

// reputes returns those of a table's seats. It leaves out what cannot be read.
func (ps players) reputes(ctx context.Context, info engine.Info, m data.Match, seats []data.PlayerID) []table.Repute {
	shown := make([]table.Repute, len(seats))
	for i, s := range m.Seats {
		switch known, _ := info.Opponent(s.Level); {
		case known.Rating > 0:
			shown[i].Rating = &known.Rating
		case seats[i] > 0:
			shown[i] = ps.repute(ctx, m.Game, seats[i], s.Name)
		}
	}
	return shown
}

func (ps players) repute(ctx context.Context, game string, id data.PlayerID, name string) (r table.Repute) {
	if rating, err := ps.Rating(ctx, game, id); err == nil {
		r.Rating = &rating
	}
	if p, err := ps.store.PlayerByName(ctx, name); err == nil {
		r.Program = p.Bot && p.ID == id
	}
	return r
}
