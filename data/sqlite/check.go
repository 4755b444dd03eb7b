package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

// maxFaults is how many faults of each kind a check lists.
const maxFaults = 20

// Check implements data.Upkeep. Beside SQLite's own checks it verifies that each rating is the sum
// of its events, each event is what the seat says, this month's table is what the events add up to,
// and every stored count is right. It reads the whole file.
func (s upkeep) Check(ctx context.Context) error {
	return s.study(ctx, func(t tx) error {
		return errors.Join(checkPages(t), checkReferences(t), checkEvents(t), checkRatings(t), checkMarks(t), checkSeason(t),
			checkSeats(t), checkCounts(t), checkRuns(t), checkSpread(t), checkTournaments(t))
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
			var row *int64 // NULL in a table without row ids
			err := read(&table, &row, &parent)
			faults = append(faults, fmt.Errorf("a row of %s refers to one of %s that is not there", table, parent))
			return err
		})
	return errors.Join(append(faults, err)...)
}

// checkEvents compares rating events with the seats they came from.
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

// checkRatings compares every rating with the sum of its events. A player without a game that
// counts has no rating.
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

// checkMarks compares the field in which a player is ranked with the bot mark.
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

// checkSeason compares this month's table with the events that it comes from.
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

// faults lists what a query finds. sentence words one fault and takes two texts.
func faults(t tx, sentence, query string, args ...any) error {
	var faults []error
	err := t.rows(query+fmt.Sprintf(` LIMIT %d`, maxFaults), args, func(read scan) error {
		var one, other string
		err := read(&one, &other)
		faults = append(faults, fmt.Errorf(sentence, one, other))
		return err
	})
	return errors.Join(append(faults, err)...)
}

// checkSeats compares what each seat says of its match's end with the result.
func checkSeats(t tx) error {
	return faults(t, "the seat of %s in %s says otherwise than the result how it ended", `SELECT s.name, m.id
		FROM matches m JOIN seats s ON s.match = m.number
		WHERE s.ended IS NOT m.ended OR s.place IS NOT iif(m.voided IS NULL AND m.origin = '' AND m.result ->> '$.reason' <> ?1,
			m.result ->> ('$.places[' || s.seat || ']'), NULL)
		OR s.won IS NOT iif(s.place IS NULL, NULL, CASE
			WHEN NOT EXISTS (SELECT 1 FROM json_each(m.result, '$.winners') w WHERE w.value = s.seat) THEN 0
			WHEN json_array_length(m.result, '$.winners') > 1 THEN 1
			ELSE 2 END)`, engine.Aborted)
}

// What tallies and rivals should hold, counted from the seats.
const (
	talliesOfSeats = `SELECT s.player, m.game, m.pace, m.started / 3600000 % 24, count(*), count(s.after),
			sum(s.after IS NOT NULL AND s.won = 2), sum(s.after IS NOT NULL AND s.won = 0), sum(s.after IS NOT NULL AND s.won = 1)
		FROM (SELECT match, player, place, won, iif(apart, NULL, after) AS after FROM seats) s JOIN matches m ON m.number = s.match
		WHERE s.player IS NOT NULL AND s.place IS NOT NULL GROUP BY 1, 2, 3, 4`
	rivalsOfSeats = `SELECT s.player, m.game, o.player, count(*), sum(s.place < o.place), sum(s.place > o.place), sum(s.place = o.place)
		FROM seats s JOIN seats o ON o.match = s.match AND o.player <> s.player JOIN matches m ON m.number = s.match
		WHERE s.place IS NOT NULL AND o.place IS NOT NULL GROUP BY 1, 2, 3`
)

// checkCounts recounts what is stored about seats.
func checkCounts(t tx) error {
	var all []error
	for kept, made := range map[string]string{`tallies`: talliesOfSeats, `rivals`: rivalsOfSeats} {
		all = append(all, faults(t, "the games of %s are not counted as they are in %s", `SELECT DISTINCT p.name, w.game FROM (
				SELECT * FROM (SELECT * FROM `+kept+` EXCEPT `+made+`) UNION ALL SELECT * FROM (`+made+` EXCEPT SELECT * FROM `+kept+`)
			) w JOIN players p ON p.id = w.player`))
	}
	return errors.Join(all...)
}

// checkRuns goes through all events in order and compares the stored runs with them.
func checkRuns(t tx) error {
	var wrong []error
	var made, kept runs
	var name string
	known := false
	compare := func() {
		if known && (made.Streak != kept.Streak || made.Best != kept.Best || math.Abs(made.Highest-kept.Highest) > 1e-6) && len(wrong) < maxFaults {
			wrong = append(wrong, fmt.Errorf("the runs of %s in %s are %d, %d, %.6f; the events make %d, %d, %.6f",
				name, kept.game, kept.Streak, kept.Best, kept.Highest, made.Streak, made.Best, made.Highest))
		}
	}
	err := t.rows(`SELECT r.player, r.game, p.name, r.streak, r.best, r.highest, e.change, e.won
		FROM ratings r JOIN players p ON p.id = r.player JOIN (
			SELECT e.*, ifnull(d.heir, e.player) AS whose FROM rating_events e LEFT JOIN departures d ON d.player = e.player WHERE d.player IS NULL OR d.ratings
		) e ON e.whose = r.player AND e.game = r.game
		WHERE r.streak IS NOT NULL AND e.won IS NOT NULL ORDER BY r.player, r.game, e.at, e.number`, nil, func(read scan) error {
		var next runs
		var of string
		var change float64
		var won ledger.Outcome
		if err := read(&next.player, &next.game, &of, &next.Streak, &next.Best, &next.Highest, &change, &won); err != nil {
			return err
		}
		if next.player != made.player || next.game != made.game {
			compare()
			known, name, kept, made = true, of, next, runs{player: next.player, game: next.game, rating: data.StartRating}
		}
		made.add(change, won)
		return nil
	})
	compare()
	return errors.Join(append(wrong, err)...)
}

// checkSpread recounts the rows of the rankings tables.
func checkSpread(t tx) error {
	made := `SELECT game, 0 AS month, bot, floor(value / 8) AS step, count(*) FROM ratings GROUP BY 1, 3, 4
		UNION ALL SELECT game, month, bot, floor(value / 8), count(*) FROM seasons GROUP BY 1, 2, 3, 4`
	return faults(t, "the tables of %s have not as many players as it says of %s", `SELECT DISTINCT game, CAST(month AS TEXT) FROM (
		SELECT * FROM (SELECT * FROM spread EXCEPT SELECT * FROM (`+made+`)) UNION ALL SELECT * FROM (SELECT * FROM (`+made+`) EXCEPT SELECT * FROM spread))`)
}

// checkTournaments compares the stored ends of a tournament's matches with the matches.
func checkTournaments(t tx) error {
	return faults(t, "the event %s says otherwise when match %s ended", `SELECT CAST(c.contest AS TEXT), m.id
		FROM contest_matches c JOIN matches m ON m.number = c.match
		WHERE c.ended IS NOT m.ended OR (c.ended IS NULL) <> (c.finished IS NULL)`)
}
