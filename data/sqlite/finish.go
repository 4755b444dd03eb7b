package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// Finish implements data.Store.
func (s *Store) Finish(ctx context.Context, id data.MatchID, at time.Time, r engine.Result, entries ...data.Entry) (changes []data.Change, err error) {
	err = s.writer.write(ctx, func(t tx) error {
		found, err := matches(t, `WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return data.ErrNotFound
		}
		m := found[0]
		if m.Ended.IsZero() {
			if err := m.finish(t, at, r, entries); err != nil {
				return err
			}
		}
		changes = m.changes()
		return nil
	})
	return changes, err
}

// finish ends a running match. It never ends before it began, whatever the
// clock says.
func (m *stored) finish(t tx, at time.Time, r engine.Result, entries []data.Entry) error {
	if err := appendLog(t, m.ID, entries); err != nil {
		return err
	}
	result, err := json.Marshal(r)
	if err != nil {
		return err
	}
	m.Ended = instant(at)
	if m.Ended.Before(m.Started) {
		m.Ended = m.Started
	}
	_, err = t.exec(`UPDATE matches SET ended = ?, result = ? WHERE number = ?`,
		m.Ended.UnixMilli(), string(result), m.number)
	if err == nil && m.Contest != 0 {
		_, err = t.exec(`UPDATE contest_matches AS c SET ended = ?, finished = 1 + ifnull((
				SELECT max(o.finished) FROM contest_matches o WHERE o.contest = c.contest), 0)
			WHERE match = ?`, m.Ended.UnixMilli(), m.number)
	}
	if err == nil && m.Contest != 0 && r.Reason != engine.Aborted {
		err = m.score(t)
	}
	if err != nil {
		return err
	}
	if r.Reason == engine.Aborted {
		_, err = t.exec(`UPDATE seats SET ended = ? WHERE match = ?`, m.Ended.UnixMilli(), m.number)
		return err
	}
	if len(r.Places) != len(m.Seats) {
		return fmt.Errorf("a result of %d places for %d seats", len(r.Places), len(m.Seats))
	}
	if m.Rated {
		for i, after := range data.Elo(m.Rule, m.Seats, r) {
			m.Seats[i].After = &after
			if err := m.rate(t, engine.Seat(i), r); err != nil {
				return err
			}
		}
	}
	for i, seat := range m.Seats {
		_, err := t.exec(`UPDATE seats SET ended = ?, place = ?, won = ?, after = ? WHERE match = ? AND seat = ?`,
			m.Ended.UnixMilli(), r.Places[i], won(engine.Seat(i), r.Winners), seat.After, m.number, i)
		if err != nil {
			return err
		}
	}
	return nil
}

// rate adds a seat's change to its player's rating, whatever that is by now. What is not
// known of runs stays so.
func (m *stored) rate(t tx, i engine.Seat, r engine.Result) error {
	seat := m.Seats[i]
	wins, losses, draws := tally(i, r.Winners)
	change := *seat.After - *seat.Before
	_, err := t.exec(`INSERT INTO ratings (player, game, bot, value, games, wins, losses, draws, streak, best, highest)
		VALUES (?1, ?2, (SELECT bot FROM players WHERE id = ?1), ?3 + ?4, 1, ?5, ?6, ?7, ?5 - ?6, ?5, ?3 + ?4)
		ON CONFLICT DO UPDATE SET value = value + ?4, games = games + 1,
			wins = wins + ?5, losses = losses + ?6, draws = draws + ?7,
			streak = CASE WHEN ?5 THEN max(streak, 0) + 1 WHEN ?6 THEN min(streak, 0) - 1 ELSE 0 * streak END,
			best = max(best, ?5 * (max(streak, 0) + 1)), highest = max(highest, value + ?4)`,
		seat.Player, m.Game, data.StartRating, change, wins, losses, draws)
	if err != nil {
		return err
	}
	if err := m.event(t, i, "game", m.Ended, change, won(i, r.Winners)); err != nil {
		return err
	}
	return m.enterSeason(t, seat.Player, wins, losses, draws)
}

// event notes what has happened to the rating of a seat's player, also in the tables
// of its month and of later ones. won is nil for what counts as no game.
func (m *stored) event(t tx, i engine.Seat, kind string, at time.Time, change float64, won any) error {
	_, err := t.exec(`INSERT INTO rating_events (match, seat, kind, player, game, at, change, won)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		m.number, i, kind, m.Seats[i].Player, m.Game, at.UnixMilli(), change, won)
	if err != nil {
		return err
	}
	_, err = t.exec(`UPDATE seasons SET value = value + ? WHERE player = ? AND game = ? AND month >= ?`,
		change, m.Seats[i].Player, m.Game, monthAt(at))
	return err
}

// tally counts a match as one of three: a win shared with others is a draw.
func tally(i engine.Seat, winners []engine.Seat) (wins, losses, draws int) {
	switch {
	case !slices.Contains(winners, i):
		return 0, 1, 0
	case len(winners) > 1:
		return 0, 0, 1
	}
	return 1, 0, 0
}

// won is how a seat has won, as it is kept: 2 alone, 1 with others, 0 not.
func won(i engine.Seat, winners []engine.Seat) int {
	wins, _, draws := tally(i, winners)
	return 2*wins + draws
}

// changes lists what a match that is over has done to ratings.
func (m *stored) changes() []data.Change {
	var changes []data.Change
	for i, seat := range m.Seats {
		if seat.After != nil {
			changes = append(changes, data.Change{
				Seat: engine.Seat(i), Player: seat.Player, Before: *seat.Before, After: *seat.After,
			})
		}
	}
	return changes
}
