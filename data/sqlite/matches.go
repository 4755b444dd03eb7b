package sqlite

import (
	"context"

	"noir/data"
)

// Match implements data.Store.
func (s *Store) Match(ctx context.Context, id data.MatchID) (m data.Match, err error) {
	err = s.read(ctx, func(t tx) error {
		found, err := matches(t, `WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return data.ErrNotFound
		}
		m, err = found[0].withLog(t)
		return err
	})
	return m, err
}

// Unfinished implements data.Store.
func (s *Store) Unfinished(ctx context.Context) (running []data.Match, err error) {
	err = s.read(ctx, func(t tx) error {
		found, err := matches(t, `WHERE ended IS NULL ORDER BY number`)
		if err != nil {
			return err
		}
		for _, f := range found {
			m, err := f.withLog(t)
			if err != nil {
				return err
			}
			running = append(running, m)
		}
		return nil
	})
	return running, err
}

// Games implements data.Store.
func (s *Store) Games(ctx context.Context, id data.PlayerID, limit int) (games []data.Match, err error) {
	err = s.read(ctx, func(t tx) error {
		found, err := matches(t, `WHERE ended IS NOT NULL
			AND number IN (SELECT match FROM seats WHERE player = ?)
			ORDER BY ended DESC, number DESC LIMIT ?`, id, max(limit, 0))
		for _, f := range found {
			games = append(games, f.Match)
		}
		return err
	})
	return games, err
}

// stored is a match and the number that its rows go by.
type stored struct {
	data.Match
	number int64
}

// matches reads matches with their seats, without their logs.
func matches(t tx, which string, args ...any) ([]stored, error) {
	var found []stored
	err := t.rows(`SELECT number, id, game, rated, pace, private, options, seed, started, ended, result
		FROM matches `+which, args, func(read scan) error {
		var m stored
		var seed []byte
		err := read(&m.number, &m.ID, &m.Game, &m.Rated, &m.Pace, &m.Private, document{&m.Options},
			&seed, moment{&m.Started}, moment{&m.Ended}, document{&m.Result})
		copy(m.Seed[:], seed)
		found = append(found, m)
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range found {
		if err := found[i].readSeats(t); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (m *stored) readSeats(t tx) error {
	return t.rows(`SELECT ifnull(player, 0), name, kind, level, before, after, games, pair_games
		FROM seats WHERE match = ? ORDER BY seat`, []any{m.number}, func(read scan) error {
		var seat data.Seat
		err := read(&seat.Player, &seat.Name, &seat.Kind, &seat.Level,
			&seat.Before, &seat.After, &seat.Games, &seat.PairGames)
		m.Seats = append(m.Seats, seat)
		return err
	})
}

func (m stored) withLog(t tx) (data.Match, error) {
	err := t.rows(`SELECT ply, seat, move, at_ms, by, dice, drawn
		FROM moves WHERE match = ? ORDER BY ply`, []any{m.number}, func(read scan) error {
		var e data.Entry
		err := read(&e.Ply, &e.Seat, document{&e.Move}, &e.AtMS, &e.By, document{&e.Dice}, document{&e.Drawn})
		m.Moves = append(m.Moves, e)
		return err
	})
	return m.Match, err
}
