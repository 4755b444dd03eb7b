package sqlite

import (
	"context"

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

// standings is what a row of the rankings is read from.
const standings = `SELECT p.id, p.name, p.created, r.value, r.games, r.wins, r.losses, r.draws
	FROM ratings r JOIN players p ON p.id = r.player `

func standing(read scan) (row data.Standing, err error) {
	err = read(&row.Player.ID, &row.Player.Name, moment{&row.Player.Created},
		&row.Value, &row.Games, &row.Wins, &row.Losses, &row.Draws)
	return row, err
}

// rank counts who is better than a rating.
func rank(t tx, game string, value float64) (rank int, err error) {
	err = t.row(`SELECT 1 + count(*) FROM ratings WHERE game = ? AND value > ?`, []any{game, value}, &rank)
	return rank, err
}

// Rankings implements data.Store.
func (s *Store) Rankings(ctx context.Context, game string, limit, offset int) (page []data.Standing, total int, err error) {
	limit, offset = max(limit, 0), max(offset, 0)
	err = s.read(ctx, func(t tx) error {
		err := t.row(`SELECT count(*) FROM ratings WHERE game = ?`, []any{game}, &total)
		if err == nil && offset < total {
			page, err = rankings(t, game, limit, offset)
		}
		return err
	})
	return page, total, err
}

// rankings reads a page of which there is a first row. That row's rating is
// looked up in the index alone, so that names are read only from there on.
func rankings(t tx, game string, limit, offset int) (page []data.Standing, err error) {
	var top float64
	err = t.row(`SELECT value FROM ratings WHERE game = ? ORDER BY value DESC LIMIT 1 OFFSET ?`,
		[]any{game, offset}, &top)
	if err != nil {
		return nil, err
	}
	first, err := rank(t, game, top)
	if err != nil {
		return nil, err
	}
	err = t.rows(standings+`WHERE r.game = ? AND r.value <= ? ORDER BY r.value DESC, p.name LIMIT ? OFFSET ?`,
		[]any{game, top, limit, offset - (first - 1)}, func(read scan) error {
			row, err := standing(read)
			switch n := len(page); {
			case n == 0:
				row.Rank = first
			case row.Value == page[n-1].Value:
				row.Rank = page[n-1].Rank
			default:
				row.Rank = offset + n + 1
			}
			page = append(page, row)
			return err
		})
	return page, err
}

// Rank implements data.Store.
func (s *Store) Rank(ctx context.Context, game string, id data.PlayerID) (row data.Standing, err error) {
	err = s.read(ctx, func(t tx) error {
		found := false
		err := t.rows(standings+`WHERE r.game = ? AND r.player = ?`, []any{game, id}, func(read scan) (err error) {
			found = true
			row, err = standing(read)
			return err
		})
		if err == nil && !found {
			err = data.ErrNotFound
		}
		if err == nil {
			row.Rank, err = rank(t, game, row.Value)
		}
		return err
	})
	return row, err
}

// History implements data.Store.
func (s *Store) History(ctx context.Context, id data.PlayerID, game string) (history []data.Event, err error) {
	err = s.read(ctx, func(t tx) error {
		return t.rows(`SELECT m.id, e.at, e.rating FROM rating_events e JOIN matches m ON m.number = e.match
			WHERE e.player = ? AND e.game = ? ORDER BY e.at, e.number`, []any{id, game}, func(read scan) error {
			var e data.Event
			err := read(&e.Match, moment{&e.At}, &e.Rating)
			history = append(history, e)
			return err
		})
	})
	return history, err
}
