package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"noir/data"
)

// maxFaults is how many faults a check lists of each sort.
const maxFaults = 20

// Check implements data.Office. Beside what SQLite looks for, each rating must
// be the sum of its events, each event what the seat says, and this month's table
// what the events make of it. It reads all of the file.
func (s *Store) Check(ctx context.Context) error {
	return s.read(ctx, func(t tx) error {
		return errors.Join(checkPages(t), checkReferences(t), checkEvents(t), checkRatings(t), checkMarks(t), checkSeason(t))
	})
}

func checkPages(t tx) error {
	var faults []error
	err := t.rows(fmt.Sprintf(`PRAGMA integrity_check(%d)`, maxFaults), nil, func(read scan) error {
		var fault string
		err := read(&fault)
		if fault != "ok" {
			faults = append(faults, errors.New(fault))
		}
		return err
	})
	return errors.Join(append(faults, err)...)
}

func checkReferences(t tx) error {
	var faults []error
	err := t.rows(`SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT ?`,
		[]any{maxFaults}, func(read scan) error {
			var table, parent string
			var row *int64 // NULL in a table that has none
			err := read(&table, &row, &parent)
			faults = append(faults, fmt.Errorf("a row of %s refers to one of %s that is not there", table, parent))
			return err
		})
	return errors.Join(append(faults, err)...)
}

// checkEvents compares what happened to ratings with the seats that it came from.
func checkEvents(t tx) error {
	var faults []error
	err := t.rows(`SELECT m.id, s.name FROM changes e
		JOIN matches m ON m.number = e.match JOIN sitters s ON s.match = e.match AND s.seat = e.seat
		WHERE e.player IS NOT s.player OR e.game <> m.game
		OR s.apart OR s.before IS NULL OR s.after IS NULL OR (e.kind = 'void' AND m.voided IS NULL)
		OR abs(e.change - iif(e.kind = 'void', s.before - s.after, s.after - s.before)) > 1e-6
		LIMIT ?`, []any{maxFaults}, func(read scan) error {
		var match data.MatchID
		var name string
		err := read(&match, &name)
		faults = append(faults, fmt.Errorf("the rating of %s was not changed as match %s says", name, match))
		return err
	})
	return errors.Join(append(faults, err)...)
}

// checkRatings compares every rating with the sum of its events. Who has no game
// that counts has no rating.
func checkRatings(t tx) error {
	var faults []error
	err := t.rows(`WITH sums AS (
			SELECT player, game, ?1 + sum(change) AS value, sum(iif(kind = 'void', -1, 1)) AS games
			FROM changes GROUP BY player, game
		)
		SELECT p.name, game, ifnull(r.value, ?1), ifnull(r.games, 0), ifnull(s.value, ?1), ifnull(s.games, 0)
		FROM sums s FULL JOIN ratings r USING (player, game) JOIN players p ON p.id = player
		WHERE abs(ifnull(r.value, ?1) - ifnull(s.value, ?1)) > 1e-6 OR ifnull(r.games, 0) <> ifnull(s.games, 0)
		OR r.games <> r.wins + r.losses + r.draws
		LIMIT ?2`, []any{data.StartRating, maxFaults}, func(read scan) error {
		var name, game string
		var is, sum data.Rating
		err := read(&name, &game, &is.Value, &is.Games, &sum.Value, &sum.Games)
		faults = append(faults, fmt.Errorf("%s has %.6f after %d games in %s; the events make %.6f after %d",
			name, is.Value, is.Games, game, sum.Value, sum.Games))
		return err
	})
	return errors.Join(append(faults, err)...)
}

// checkMarks compares in which field a player is ranked with how he is marked.
func checkMarks(t tx) error {
	var faults []error
	err := t.rows(`SELECT p.name, r.game FROM ratings r JOIN players p ON p.id = r.player WHERE r.bot <> p.bot LIMIT ?`,
		[]any{maxFaults}, func(read scan) error {
			var name, game string
			err := read(&name, &game)
			faults = append(faults, fmt.Errorf("%s is ranked in the wrong field of %s", name, game))
			return err
		})
	return errors.Join(append(faults, err)...)
}

// checkSeason compares this month's table, which goes on, with the events that it
// comes from.
func checkSeason(t tx) error {
	var faults []error
	month := data.MonthOf(time.Now())
	err := t.rows(`WITH made AS (
			SELECT e.player, e.game, ?1 + sum(e.change) AS value,
				sum(e.kind = 'game' AND e.at >= ?2 AND m.voided IS NULL) AS games
			FROM changes e JOIN matches m ON m.number = e.match
			WHERE e.at < ?3 GROUP BY e.player, e.game HAVING games > 0
		), season AS (SELECT * FROM seasons WHERE month = ?4)
		SELECT p.name, game FROM made FULL JOIN season s USING (player, game) JOIN players p ON p.id = player
		WHERE made.games IS NOT s.games OR s.games <> s.wins + s.losses + s.draws
			OR abs(made.value - s.value) > 1e-6 OR s.bot <> p.bot LIMIT ?5`,
		[]any{data.StartRating, month.Begins().UnixMilli(), month.Ends().UnixMilli(), monthNumber(month), maxFaults}, func(read scan) error {
			var name, game string
			err := read(&name, &game)
			faults = append(faults, fmt.Errorf("this month's table of %s has %s otherwise than the events make it", game, name))
			return err
		})
	return errors.Join(append(faults, err)...)
}
