package sqlite

import (
	"context"
	"slices"

	"noir/data"
)

// Ratings implements data.Store.
func (s *Store) Ratings(ctx context.Context, id data.PlayerID) (map[string]data.Rating, error) {
	ratings := map[string]data.Rating{}
	err := s.read(ctx, func(t tx) error {
		return t.rows(`SELECT game, value, games, wins, losses, draws FROM ratings WHERE player = ?`,
			[]any{id}, func(read scan) error {
				var game string
				var r data.Rating
				err := read(&game, &r.Value, &r.Games, &r.Wins, &r.Losses, &r.Draws)
				ratings[game] = r
				return err
			})
	})
	return ratings, err
}

// History implements data.Store.
func (s *Store) History(ctx context.Context, id data.PlayerID, game string) (history []data.Event, err error) {
	err = s.read(ctx, func(t tx) error {
		own, err := whose(t, `e.player`, id, true)
		if err != nil {
			return err
		}
		rating := data.StartRating
		return t.rows(`SELECT m.id, e.at, e.change FROM rating_events e JOIN matches m ON m.number = e.match
			WHERE `+own+` AND e.game = ? ORDER BY e.at, e.number`, []any{game}, func(read scan) error {
			var e data.Event
			var change float64
			err := read(&e.Match, moment{&e.At}, &change)
			rating += change
			e.Rating = rating
			history = append(history, e)
			return err
		})
	})
	return history, err
}

// Curves implements data.Annals. Each is reckoned from its end, where the rating is
// now.
func (s *Store) Curves(ctx context.Context, game string, ids []data.PlayerID, n int) (map[data.PlayerID][]float64, error) {
	curves := make(map[data.PlayerID][]float64, len(ids))
	err := s.read(ctx, func(t tx) error {
		for _, id := range ids {
			curve, err := curve(t, game, id, max(n, 0))
			if err != nil {
				return err
			}
			if len(curve) > 0 {
				curves[id] = curve
			}
		}
		return nil
	})
	return curves, err
}

func curve(t tx, game string, id data.PlayerID, n int) (curve []float64, err error) {
	rating := data.StartRating // of who has no game left that counts
	err = t.row(`SELECT value FROM ratings WHERE player = ? AND game = ?`, []any{id, game}, &rating)
	if err != nil && err != data.ErrNotFound {
		return nil, err
	}
	own, err := whose(t, `player`, id, true)
	if err != nil {
		return nil, err
	}
	err = t.rows(`SELECT change FROM rating_events WHERE `+own+` AND game = ?
		ORDER BY at DESC, number DESC LIMIT ?`, []any{game, n}, func(read scan) error {
		var change float64
		err := read(&change)
		curve = append(curve, rating)
		rating -= change
		return err
	})
	slices.Reverse(curve)
	return curve, err
}
