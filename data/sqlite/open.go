package sqlite

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"noir/data"
)

// pairWindow is how far back games of the same pair count (protocol, section 6).
const pairWindow = 24 * 60 * 60 * 1000 // ms

// Open implements data.Store.
func (s *Store) Open(ctx context.Context, m data.Match, challenges ...string) (data.Match, error) {
	m.Started, m.Rule, m.Clock = instant(m.Started), data.NewestRule, cmp.Or(m.Clock, data.Usual)
	m.Seats = append([]data.Seat{}, m.Seats...)
	err := s.writer.write(ctx, func(t tx) error {
		for _, id := range challenges {
			if _, err := withdraw(t, id); err == data.ErrNotFound {
				return data.ErrTaken
			} else if err != nil {
				return err
			}
		}
		if err := snapshot(t, m); err != nil {
			return err
		}
		return insertMatch(t, m)
	})
	if err != nil {
		return data.Match{}, err
	}
	return m, nil
}

// snapshot fills in what the rating changes of a match will be computed from.
func snapshot(t tx, m data.Match) error {
	for i := range m.Seats {
		own := &m.Seats[i]
		own.Before, own.After, own.Games, own.PairGames = nil, nil, 0, 0
	}
	if !m.Rated {
		return nil
	}
	if len(m.Seats) < 2 {
		return errors.New("a rated match needs two players")
	}
	pairGames := 0
	for i := range m.Seats {
		own := &m.Seats[i]
		if own.Player <= 0 {
			return fmt.Errorf("a rated match needs a player on every seat, seat %d has none", i)
		}
		rating := data.Rating{Value: data.StartRating}
		err := t.row(`SELECT value, games FROM ratings WHERE player = ? AND game = ?`,
			[]any{own.Player, m.Game}, &rating.Value, &rating.Games)
		if err != nil && err != data.ErrNotFound {
			return err
		}
		own.Before, own.Games = &rating.Value, rating.Games
		for _, other := range m.Seats[:i] {
			var met int
			err := t.row(`SELECT count(*) FROM seats a CROSS JOIN seats b ON b.match = a.match CROSS JOIN matches m ON m.number = a.match
				WHERE a.player IN `+selves+` AND a.ended >= ?3 AND a.after IS NOT NULL
				AND b.player IN (SELECT ?2 UNION ALL SELECT player FROM departures WHERE heir = ?2) AND m.game = ?4 AND m.voided IS NULL`,
				[]any{own.Player, other.Player, m.Started.UnixMilli() - pairWindow, m.Game}, &met)
			if err != nil {
				return err
			}
			pairGames = max(pairGames, met)
		}
	}
	for i := range m.Seats {
		m.Seats[i].PairGames = pairGames
	}
	return nil
}

func insertMatch(t tx, m data.Match) error {
	people := 0
	for _, seat := range m.Seats {
		if seat.Kind != data.Bot {
			people++
		}
	}
	passing := !m.Rated && m.Contest == 0 && people < 2
	var number int64
	err := t.row(`INSERT INTO matches (id, game, rated, one_address, rule, pace, clock, private, closed, options, seed, started, passing)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
		[]any{m.ID, m.Game, m.Rated, m.OneAddress, m.Rule, m.Pace, m.Clock, m.Private, m.Closed, text(m.Options), m.Seed[:], m.Started.UnixMilli(), passing}, &number)
	if err != nil {
		return err
	}
	if m.Contest != 0 {
		turns, err := json.Marshal(m.Turns)
		if err == nil {
			_, err = t.exec(`INSERT INTO contest_matches (contest, match, turns) VALUES (?, ?, ?)`, m.Contest, number, string(turns))
		}
		if err != nil {
			return err
		}
	}
	for i, seat := range m.Seats {
		var player any
		if seat.Player > 0 {
			if slices.ContainsFunc(m.Seats[:i], func(other data.Seat) bool { return other.Player == seat.Player }) {
				return fmt.Errorf("player %d sits on two seats", seat.Player)
			}
			if _, err := existing(t, seat.Player); err != nil {
				return err
			}
			player = seat.Player
		}
		_, err := t.exec(`INSERT INTO seats (match, seat, player, name, kind, level, before, games, pair_games)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			number, i, player, seat.Name, seat.Kind, seat.Level, seat.Before, seat.Games, seat.PairGames)
		if err != nil {
			return err
		}
	}
	return nil
}

// text is what a column of text holds of JSON that may be missing.
func text(raw json.RawMessage) any {
	if raw == nil {
		return nil
	}
	return string(raw)
}
