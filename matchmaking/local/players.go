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

// people returns what a game's table has to know of some players; guests are not among them.
func (ps players) people(ctx context.Context, game string, ids []data.PlayerID) (map[data.PlayerID]data.Person, error) {
	stored := slices.DeleteFunc(slices.Clone(ids), func(p data.PlayerID) bool { return p <= 0 })
	known, err := ps.store.People(ctx, game, stored...)
	if err != nil {
		return nil, data.Unavailable(err)
	}
	return known, nil
}

// Ratings returns players' ratings in a game.
func (ps players) Ratings(ctx context.Context, game string, ids ...data.PlayerID) (map[data.PlayerID]float64, error) {
	known, err := ps.people(ctx, game, ids)
	if err != nil {
		return nil, err
	}
	ratings := make(map[data.PlayerID]float64, len(ids))
	for _, id := range ids {
		ratings[id] = data.StartRating
		if p, ok := known[id]; ok {
			ratings[id] = p.Rating.Value
		}
	}
	return ratings, nil
}

// newcomers returns the players with a provisional rating, if the terms make that matter.
func newcomers(terms matchmaking.Terms, people []data.PlayerID, known map[data.PlayerID]data.Person) []data.PlayerID {
	if !terms.Rated || terms.Pace != data.Day {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(people), func(p data.PlayerID) bool { return !known[p].Rating.Provisional() })
}

// wantsNoSpectators reports whether any of some players wants no watchers.
func wantsNoSpectators(people []data.PlayerID, known map[data.PlayerID]data.Person) bool {
	return slices.ContainsFunc(people, func(p data.PlayerID) bool { return known[p].Settings.NoSpectators })
}

// missed explains why the store lacks some players: a *seating.Fault of those whom an operator
// has deleted.
func (ps players) missed(ctx context.Context, people []data.PlayerID, cause error) error {
	stored := slices.DeleteFunc(slices.Clone(people), data.PlayerID.Guest)
	gone, err := ps.store.Gone(ctx, stored)
	if err != nil || len(gone) == 0 {
		return data.Unavailable(errors.Join(cause, err))
	}
	return seating.Blame(seating.ErrGone, gone...)
}

// reputes returns those of a table's seats. It leaves out what is not known.
func reputes(info engine.Info, m data.Match, seats []data.PlayerID, known map[data.PlayerID]data.Person) []table.Repute {
	shown := make([]table.Repute, len(seats))
	for i, s := range m.Seats {
		if opponent, _ := info.Opponent(s.Level); opponent.Rating > 0 {
			shown[i].Rating = &opponent.Rating
		} else if p, ok := known[seats[i]]; ok {
			shown[i] = table.Repute{Rating: &p.Rating.Value, Provisional: p.Rating.Provisional(), Program: p.Bot}
		}
	}
	return shown
}
