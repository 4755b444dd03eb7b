package relational

import (
	"errors"
	"fmt"
	"math"
	"time"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

// MaxFaults is how many faults of each kind a check lists.
const MaxFaults = 20

// Check verifies that each rating is the sum of its events, each event is what the seat says, this
// month's table is what the events add up to, and every stored count is right. It reads everything.
func Check(t Tx) error {
	return errors.Join(checkEvents(t), checkRatings(t), checkMarks(t), checkSeason(t),
		checkSeats(t), checkCounts(t), checkRuns(t), checkSpread(t), checkTournaments(t))
}

// checkEvents compares rating events with the seats they came from.
func checkEvents(t Tx) error {
	var faults []error
	err := t.Rows(`SELECT m.id, s.name FROM changes e
		JOIN matches m ON m.number = e.match JOIN sitters s ON s.match = e.match AND s.seat = e.seat
		WHERE e.player IS DISTINCT FROM s.player OR e.game <> m.game
		OR s.apart OR s.before IS NULL OR s.after IS NULL OR (e.kind = 'void' AND m.voided IS NULL)
		OR abs(e.change - CASE WHEN e.kind = 'void' THEN s.before - s.after ELSE s.after - s.before END) > 1e-6
		LIMIT ?`, []any{MaxFaults}, func(read Scan) error {
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
func checkRatings(t Tx) error {
	var faults []error
	err := t.Rows(`WITH sums AS (
			SELECT player, game, ?1 + sum(change) AS value, sum(CASE WHEN kind = 'void' THEN -1 ELSE 1 END) AS games
			FROM changes GROUP BY player, game
		)
		SELECT p.name, game, coalesce(r.value, ?1), coalesce(r.games, 0), coalesce(s.value, ?1), coalesce(s.games, 0)
		FROM sums s FULL JOIN ratings r USING (player, game) JOIN players p ON p.id = player
		WHERE abs(coalesce(r.value, ?1) - coalesce(s.value, ?1)) > 1e-6 OR coalesce(r.games, 0) <> coalesce(s.games, 0)
		OR r.games <> r.wins + r.losses + r.draws
		LIMIT ?2`, []any{data.StartRating, MaxFaults}, func(read Scan) error {
		var name, game string
		var is, sum data.Rating
		err := read(&name, &game, &is.Value, &is.Games, &sum.Value, &sum.Games)
		faults = append(faults, fmt.Errorf("%s has %.6f (games: %d) in %s; the events make %.6f (games: %d)",
			name, is.Value, is.Games, game, sum.Value, sum.Games))
		return err
	})
	return errors.Join(append(faults, err)...)
}

// checkMarks compares the field in which a player is ranked with the bot mark.
func checkMarks(t Tx) error {
	var faults []error
	err := t.Rows(`SELECT p.name, r.game FROM ratings r JOIN players p ON p.id = r.player WHERE r.bot <> p.bot LIMIT ?`,
		[]any{MaxFaults}, func(read Scan) error {
			var name, game string
			err := read(&name, &game)
			faults = append(faults, fmt.Errorf("%s is ranked in the wrong field of %s", name, game))
			return err
		})
	return errors.Join(append(faults, err)...)
}

// checkSeason compares this month's table with the events that it comes from.
func checkSeason(t Tx) error {
	var faults []error
	month := data.MonthOf(time.Now())
	err := t.Rows(`WITH made AS (
			SELECT e.player, e.game, ?1 + sum(e.change) AS value,
				count(*) FILTER (WHERE e.kind = 'game' AND e.at >= ?2 AND m.voided IS NULL) AS games
			FROM changes e JOIN matches m ON m.number = e.match
			WHERE e.at < ?3 GROUP BY e.player, e.game
			HAVING count(*) FILTER (WHERE e.kind = 'game' AND e.at >= ?2 AND m.voided IS NULL) > 0
		), season AS (SELECT * FROM seasons WHERE month = ?4)
		SELECT p.name, game FROM made FULL JOIN season s USING (player, game) JOIN players p ON p.id = player
		WHERE made.games IS DISTINCT FROM s.games OR s.games <> s.wins + s.losses + s.draws
			OR abs(made.value - s.value) > 1e-6 OR s.bot <> p.bot LIMIT ?5`,
		[]any{data.StartRating, month.Begins().UnixMilli(), month.Ends().UnixMilli(), monthNumber(month), MaxFaults}, func(read Scan) error {
			var name, game string
			err := read(&name, &game)
			faults = append(faults, fmt.Errorf("this month's table of %s has %s otherwise than the events make it", game, name))
			return err
		})
	return errors.Join(append(faults, err)...)
}

// faults lists what a query finds. sentence words one fault and takes two texts.
func faults(t Tx, sentence, query string, args ...any) error {
	var faults []error
	err := t.Rows(query+fmt.Sprintf(` LIMIT %d`, MaxFaults), args, func(read Scan) error {
		var one, other string
		err := read(&one, &other)
		faults = append(faults, fmt.Errorf(sentence, one, other))
		return err
	})
	return errors.Join(append(faults, err)...)
}

// checkSeats compares what each seat says about its match's end with the result.
func checkSeats(t Tx) error {
	var faults []error
	err := t.Rows(`SELECT s.name, m.id, s.seat, s.place, s.won, s.ended IS DISTINCT FROM m.ended,
			m.voided IS NULL AND m.origin = '', m.result
		FROM matches m JOIN seats s ON s.match = m.number ORDER BY m.number`, nil, func(read Scan) error {
		var name, match string
		var seat engine.Seat
		var place, won *int
		var otherEnd, counts bool
		var result *engine.Result
		if err := read(&name, &match, &seat, &place, &won, &otherEnd, &counts, Document{&result}); err != nil {
			return err
		}
		right := !otherEnd
		if result != nil && counts && result.Reason != engine.Aborted {
			right = right && place != nil && won != nil && *place == result.Places[seat] && *won == int(ledger.OutcomeOf(seat, result.Winners))
		} else {
			right = right && place == nil && won == nil
		}
		if !right && len(faults) < MaxFaults {
			faults = append(faults, fmt.Errorf("the seat of %s in %s says otherwise than the result how it ended", name, match))
		}
		return nil
	})
	return errors.Join(append(faults, err)...)
}

// What tallies and rivals should hold, counted from the seats.
const (
	TalliesOfSeats = `SELECT s.player, m.game, m.pace, m.started / 3600000 % 24, count(*), count(s.after),
			count(*) FILTER (WHERE s.after IS NOT NULL AND s.won = 2), count(*) FILTER (WHERE s.after IS NOT NULL AND s.won = 0),
			count(*) FILTER (WHERE s.after IS NOT NULL AND s.won = 1)
		FROM (SELECT match, player, place, won, CASE WHEN NOT apart THEN after END AS after FROM seats) s JOIN matches m ON m.number = s.match
		WHERE s.player IS NOT NULL AND s.place IS NOT NULL GROUP BY 1, 2, 3, 4`
	RivalsOfSeats = `SELECT s.player, m.game, o.player, count(*), count(*) FILTER (WHERE s.place < o.place),
			count(*) FILTER (WHERE s.place > o.place), count(*) FILTER (WHERE s.place = o.place)
		FROM seats s JOIN seats o ON o.match = s.match AND o.player <> s.player JOIN matches m ON m.number = s.match
		WHERE s.place IS NOT NULL AND o.place IS NOT NULL GROUP BY 1, 2, 3`
)

// checkCounts recounts what is stored about seats.
func checkCounts(t Tx) error {
	var all []error
	for kept, made := range map[string]string{`tallies`: TalliesOfSeats, `rivals`: RivalsOfSeats} {
		all = append(all, faults(t, "the games of %s are not counted as they are in %s", `SELECT DISTINCT p.name, w.game FROM (
				SELECT * FROM (SELECT * FROM `+kept+` EXCEPT `+made+`) a UNION ALL SELECT * FROM (`+made+` EXCEPT SELECT * FROM `+kept+`) b
			) w JOIN players p ON p.id = w.player`))
	}
	return errors.Join(all...)
}

// checkRuns goes through all events in order and compares the stored runs with them.
func checkRuns(t Tx) error {
	var wrong []error
	var made, kept runs
	var name string
	known := false
	compare := func() {
		if known && (made.Streak != kept.Streak || made.Best != kept.Best || math.Abs(made.Highest-kept.Highest) > 1e-6) && len(wrong) < MaxFaults {
			wrong = append(wrong, fmt.Errorf("the runs of %s in %s are %d, %d, %.6f; the events make %d, %d, %.6f",
				name, kept.game, kept.Streak, kept.Best, kept.Highest, made.Streak, made.Best, made.Highest))
		}
	}
	err := t.Rows(`SELECT r.player, r.game, p.name, r.streak, r.best, r.highest, e.change, e.won
		FROM ratings r JOIN players p ON p.id = r.player JOIN (
			SELECT e.*, coalesce(d.heir, e.player) AS whose FROM rating_events e LEFT JOIN departures d ON d.player = e.player WHERE d.player IS NULL OR d.ratings
		) e ON e.whose = r.player AND e.game = r.game
		WHERE r.streak IS NOT NULL AND e.won IS NOT NULL ORDER BY r.player, r.game, e.at, e.number`, nil, func(read Scan) error {
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
func checkSpread(t Tx) error {
	made := `SELECT game, 0 AS month, bot, floor(value / 8) AS step, count(*) FROM ratings GROUP BY 1, 3, 4
		UNION ALL SELECT game, month, bot, floor(value / 8), count(*) FROM seasons GROUP BY 1, 2, 3, 4`
	return faults(t, "the tables of %s have not as many players as it says of %s", `SELECT DISTINCT game, CAST(month AS TEXT) FROM (
		
		SELECT * FROM (SELECT * FROM spread EXCEPT SELECT * FROM (`+made+`) m) a UNION ALL SELECT * FROM (SELECT * FROM (`+made+`) m EXCEPT SELECT * FROM spread) b) w`)
}

// checkTournaments compares the stored ends of a tournament's matches with the matches.
func checkTournaments(t Tx) error {
	return faults(t, "the event %s says otherwise when match %s ended", `SELECT CAST(c.contest AS TEXT), m.id
		FROM contest_matches c JOIN matches m ON m.number = c.match
		WHERE c.ended IS DISTINCT FROM m.ended OR (c.ended IS NULL) <> (c.finished IS NULL)`)
}
