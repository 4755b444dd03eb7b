package relational

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"noir/data"
	"noir/data/ledger"
)

// matchStore reads matches with their logs, and voids them.
type matchStore struct{ db Database }

// Match implements data.Matches.
func (s matchStore) Match(ctx context.Context, id data.MatchID) (m data.Match, err error) {
	err = s.db.Read(ctx, func(t Tx) error {
		found, err := matchesWithLogs(t, `WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return data.ErrNotFound
		}
		m = found[0].Match
		return nil
	})
	if err == nil {
		err = s.db.Trusted(ctx)
	}
	if err != nil {
		return data.Match{}, err
	}
	return m, nil
}

// Unfinished implements data.Matches.
func (s matchStore) Unfinished(ctx context.Context) (running []data.Match, err error) {
	err = s.db.Study(ctx, func(t Tx) error {
		found, err := matchesWithLogs(t, `WHERE ended IS NULL ORDER BY number`)
		running = unwrapped(found)
		return err
	})
	return running, err
}

// Games implements data.Matches. It reads whole rows only for the page.
func (s historyStore) Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) (games []data.Match, err error) {
	err = s.db.Browse(ctx, func(t Tx) error {
		games, err = gamesOf(t, id, before, limit)
		return err
	})
	return games, err
}

func gamesOf(t Tx, id data.PlayerID, before data.MatchID, limit int) (games []data.Match, err error) {
	page, err := endedOf(t, id, before, max(limit, 0))
	if err != nil || len(page) == 0 {
		return nil, err
	}
	found, err := matches(t, `WHERE number `+listed, numbers(page))
	of := byNumber(found)
	for _, number := range page {
		if m := of[number]; m != nil {
			games = append(games, m.Match)
		}
	}
	return games, err
}

// endedOf returns the numbers of a player's finished matches, newest first. A player may have two
// seats of one (data.Operator.Merge).
func endedOf(t Tx, id data.PlayerID, before data.MatchID, limit int) (page []int64, err error) {
	last, number := int64(math.MaxInt64), int64(0)
	if before != "" {
		err := t.Row(`SELECT ended, number FROM matches WHERE id = ? AND ended IS NOT NULL`, []any{before}, &last, &number)
		if err != nil {
			return nil, err
		}
	}
	own, ids, err := whose(t, `player`, id, false)
	if err != nil {
		return nil, err
	}
	err = t.Rows(`SELECT DISTINCT ended, match FROM seats WHERE `+own+` AND ended IS NOT NULL AND (ended, match) < (?, ?)
		ORDER BY ended DESC, match DESC LIMIT ?`, append(ids, last, number, limit), func(read Scan) error {
		var ended, number int64
		err := read(&ended, &number)
		page = append(page, number)
		return err
	})
	return page, err
}

// listed is the condition that a number is one of numbers, the next parameter. PostgreSQL has other words for it.
const listed = `IN (SELECT CAST(CAST(value AS TEXT) AS BIGINT) FROM json_each(?) AS listed)`

// numbers formats a list for listed and json_each.
func numbers[T ~int64](list []T) string {
	text := []byte{'['}
	for i, n := range list {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return string(append(text, ']'))
}

// stored is a match and its row number.
type stored struct {
	data.Match
	number int64
}

// matches reads matches with their seats, without their logs.
func matches(t Tx, which string, args ...any) ([]stored, error) {
	var found []stored
	err := matchesLater(t, &found, which, args)
	if err == nil {
		err = t.Settle()
	}
	return found, err
}

// matchesLater is matches before the next Settle.
func matchesLater(t Tx, into *[]stored, which string, args []any) error {
	if err := t.RowsLater(selectMatches+which, args, matchInto(into)); err != nil {
		return err
	}
	return readSeats(t, into, which, args)
}

// matchLater reads a match with its seats before the next Settle.
func matchLater(t Tx, into *[]stored, id data.MatchID) error {
	return matchesLater(t, into, `WHERE id = ?`, []any{id})
}

const selectMatches = `SELECT number, id, game, rated, one_address, rule, pace, clock, private, closed, options, seed, started, ended, result, voided, passing, origin, origin_plies, ` + stoppedAt + `,
		coalesce((SELECT contest FROM contest_matches WHERE match = number), 0)
	FROM matches `

// matchInto adds the rows of selectMatches.
func matchInto(found *[]stored) func(Scan) error {
	return func(read Scan) error {
		var m stored
		var seed []byte
		err := read(&m.number, &m.ID, &m.Game, &m.Rated, &m.OneAddress, &m.Rule, &m.Pace, &m.Clock, &m.Private, &m.NoSpectators, Document{&m.Options},
			&seed, moment{&m.Started}, moment{&m.Ended}, Document{&m.Result}, moment{&m.Voided}, &m.Passing,
			&m.Origin.Match, &m.Origin.Plies, milliseconds{&m.Stopped}, &m.Tournament)
		copy(m.Seed[:], seed)
		*found = append(*found, m)
		return err
	}
}

// matchesWithLogs makes three queries, however many matches there are.
func matchesWithLogs(t Tx, which string, args ...any) (found []stored, err error) {
	if err = matchesLater(t, &found, which, args); err == nil {
		err = readLogs(t, &found, which, args)
	}
	if err == nil {
		err = t.Settle()
	}
	return found, err
}

// readSeats reads the seats of matches that are found by the same condition before, until the next Settle.
func readSeats(t Tx, found *[]stored, which string, args []any) error {
	var of map[int64]*stored
	return t.RowsLater(`SELECT match, coalesce(player, 0), name, kind, level, before, after, games, pair_games, apart
		FROM sitters WHERE match IN (SELECT number FROM matches `+which+`) ORDER BY match, seat`,
		args, func(read Scan) error {
			var number int64
			var seat data.Seat
			err := read(&number, &seat.Player, &seat.Name, &seat.Kind, &seat.Level,
				&seat.Before, &seat.After, &seat.Games, &seat.PairGames, &seat.Apart)
			if err != nil {
				return err
			}
			if of == nil {
				of = byNumber(*found)
			}
			m := of[number]
			m.Seats = append(m.Seats, seat)
			return nil
		})
}

// readLogs reads the logs of matches that are found by the same condition before, until the next Settle.
func readLogs(t Tx, found *[]stored, which string, args []any) error {
	var of map[int64]*stored
	return t.RowsLater(`SELECT match, ply, seat, move, at_ms, by, dice, drawn
		FROM moves WHERE match IN (SELECT number FROM matches `+which+`) ORDER BY match, ply`,
		args, func(read Scan) error {
			var number int64
			var e data.Entry
			err := read(&number, &e.Ply, &e.Seat, Document{&e.Move}, &e.AtMS, &e.By, Document{&e.Dice}, Document{&e.Drawn})
			if err != nil {
				return err
			}
			if of == nil {
				of = byNumber(*found)
			}
			m := of[number]
			m.Moves = append(m.Moves, e)
			return nil
		})
}

func byNumber(found []stored) map[int64]*stored {
	of := make(map[int64]*stored, len(found))
	for i := range found {
		of[found[i].number] = &found[i]
	}
	return of
}

// Void implements data.Operator.
func (s matchStore) Void(ctx context.Context, by string, id data.MatchID, why string) (undone []data.Change, err error) {
	err = s.db.Write(ctx, func(t Tx) error {
		found, err := matches(t, `WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return unknown(data.ErrNotFound, "match %s", id)
		}
		m := found[0]
		plan, err := ledger.Void(m.Match, instant(time.Now()))
		if err != nil {
			return fmt.Errorf("%w: %s", err, id)
		}
		undone = plan.Changes()
		if err := m.void(t, plan); err != nil {
			return err
		}
		return Audit(t, by, "void", string(id), detail{"game": m.Game, "why": why, "undone": undone})
	})
	if err != nil {
		return nil, err
	}
	return undone, nil
}

// void marks the match and takes its changes back.
func (m *stored) void(t Tx, plan ledger.Plan) error {
	m.Match = plan.Match
	accounts, err := m.accounts(t, plan.Postings)
	if err != nil {
		return err
	}
	if _, err := t.Exec(`UPDATE matches SET voided = ? WHERE number = ?`, m.Voided.UnixMilli(), m.number); err != nil {
		return err
	}
	if _, err := t.Exec(`UPDATE seats SET place = NULL, won = NULL WHERE match = ?`, m.number); err != nil {
		return err
	}
	return m.post(t, accounts, plan.Postings)
}
