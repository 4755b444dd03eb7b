package relational

import (
	"context"
	"slices"

	"noir/data"
	"noir/data/ledger"
)

// ratingStore reads ratings and the tables made of them.
type ratingStore struct{ db Database }

// Ratings implements data.Ratings.
func (s ratingStore) Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error) {
	ratings := map[string]data.Rating{}
	err := s.db.Ask(ctx, func(t Tx) error { return readRatings(t.Rows, id, ratings) })
	return ratings, err
}

func readRatings(rows func(string, []any, func(Scan) error) error, id data.PlayerID, ratings map[string]data.Rating) error {
	return rows(`SELECT game, value, games, wins, losses, draws FROM ratings WHERE player = ?`, []any{id}, func(read Scan) error {
		var game string
		var r data.Rating
		err := read(&game, &r.Value, &r.Games, &r.Wins, &r.Losses, &r.Draws)
		ratings[game] = r
		return err
	})
}

// History implements data.Ratings.
func (s historyStore) History(ctx context.Context, id data.PlayerID, game string, limit int) (history []data.Event, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		own, ids, err := whose(t, `e.player`, id, true)
		if err != nil {
			return err
		}
		history = nil
		var changes []float64
		err = t.Rows(`SELECT m.id, e.at, e.change FROM rating_events e JOIN matches m ON m.number = e.match
			WHERE `+own+` AND e.game = ? ORDER BY e.at DESC, e.number DESC LIMIT ?`, append(ids, game, max(limit, 0)), func(read Scan) error {
			var e data.Event
			var change float64
			err := read(&e.Match, moment{&e.At}, &change)
			history, changes = append(history, e), append(changes, change)
			return err
		})
		if err != nil || len(history) == 0 {
			return err
		}
		rating := data.StartRating // of a player who has no game left that counts
		err = t.Row(`SELECT value FROM ratings WHERE player = ? AND game = ?`, []any{id, game}, &rating)
		if err != nil && err != data.ErrNotFound {
			return err
		}
		slices.Reverse(history)
		slices.Reverse(changes)
		for i, point := range ledger.Curve(changes, rating, len(changes) < limit) {
			history[i].Rating = point
		}
		return nil
	})
	return history, err
}
