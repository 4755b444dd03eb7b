package sqlite

import (
	"time"

	"noir/data"
)

// monthAt is the month of a moment as it is kept.
func monthAt(at time.Time) int { return monthNumber(data.MonthOf(at)) }

func monthNumber(m data.Month) int { return 100*m.Year + int(m.Month) }

// months are those that have a table, the newest first. It looks each one up in the
// spread instead of reading all of that.
func months(t tx, game string) (months []data.Month, err error) {
	err = t.rows(`WITH RECURSIVE months(month) AS (
			SELECT max(month) FROM spread WHERE game = ?1
			UNION ALL
			SELECT (SELECT max(s.month) FROM spread s WHERE s.game = ?1 AND s.month < m.month)
			FROM months m WHERE m.month > 0
		) SELECT month FROM months WHERE month > 0`, []any{game}, func(read scan) error {
		var number int
		err := read(&number)
		months = append(months, data.Month{Year: number / 100, Month: time.Month(number % 100)})
		return err
	})
	return months, err
}

// enterSeason counts a game that has just been rated in the table of its month. A
// new row has the rating as of the month's end.
func (m *stored) enterSeason(t tx, player data.PlayerID, wins, losses, draws int) error {
	month := data.MonthOf(m.Ended)
	counted, err := t.exec(`UPDATE seasons SET games = games + 1, wins = wins + ?, losses = losses + ?, draws = draws + ?
		WHERE player = ? AND game = ? AND month = ?`, wins, losses, draws, player, m.Game, monthNumber(month))
	if err != nil || counted > 0 {
		return err
	}
	_, err = t.exec(`INSERT INTO seasons (game, month, player, bot, value, games, wins, losses, draws)
		SELECT game, ?3, player, bot, value - (SELECT total(change) FROM rating_events e
			WHERE e.player IN (SELECT r.player UNION ALL SELECT player FROM departures WHERE heir = r.player AND ratings) AND e.game = r.game AND e.at >= ?4), 1, ?5, ?6, ?7
		FROM ratings r WHERE player = ?1 AND game = ?2`,
		player, m.Game, monthNumber(month), month.Ends().UnixMilli(), wins, losses, draws)
	return err
}

// leaveSeason takes a game out of the table of its month.
func (m *stored) leaveSeason(t tx, player data.PlayerID, wins, losses, draws int) error {
	month := monthAt(m.Ended)
	_, err := t.exec(`UPDATE seasons SET games = games - 1, wins = wins - ?, losses = losses - ?, draws = draws - ?
		WHERE player = ? AND game = ? AND month = ?`, wins, losses, draws, player, m.Game, month)
	if err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM seasons WHERE player = ? AND game = ? AND month = ? AND games = 0`, player, m.Game, month)
	return err
}

// mergeSeasons makes one row of two in the table of this month, once the ratings are
// one. In those of the past each stays.
func mergeSeasons(t tx, gone, stays data.PlayerID) error {
	for _, move := range []string{
		`UPDATE seasons AS s SET games = s.games + g.games, wins = s.wins + g.wins,
				losses = s.losses + g.losses, draws = s.draws + g.draws
			FROM seasons g WHERE s.player = ?2 AND g.player = ?1 AND g.game = s.game AND g.month = s.month AND s.month >= ?3`,
		`DELETE FROM seasons AS g WHERE g.player = ?1 AND g.month >= ?3
			AND EXISTS (SELECT 1 FROM seasons s WHERE s.player = ?2 AND s.game = g.game AND s.month = g.month)`,
		`UPDATE seasons SET player = ?2 WHERE player = ?1`,
		`UPDATE seasons AS s SET (value, bot) = (SELECT r.value, r.bot FROM ratings r WHERE r.player = s.player AND r.game = s.game)
			WHERE s.player = ?2 AND s.month >= ?3`,
	} {
		if _, err := t.exec(move, gone, stays, monthAt(time.Now())); err != nil {
			return err
		}
	}
	return nil
}

// leaveSeasons takes a player who is deleted out of the table of this month, and his
// name out of those of the past.
func leaveSeasons(t tx, id data.PlayerID) error {
	_, err := t.exec(`DELETE FROM seasons WHERE player = ? AND month >= ?`, id, monthAt(time.Now()))
	if err != nil {
		return err
	}
	_, err = t.exec(`UPDATE seasons SET player = NULL, name = ? WHERE player = ?`, data.GoneName(id), id)
	return err
}
