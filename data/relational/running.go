package relational

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

// runningStore keeps running matches, from opening to end.
type runningStore struct{ db Database }

// Open implements data.Matches.
func (s runningStore) Open(ctx context.Context, m data.Match, challenges ...string) (data.Match, error) {
	if err := ledger.Openable(m); err != nil {
		return data.Match{}, err
	}
	asked := m
	err := s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldPlayers(playersOf(asked.Seats)...)
		if m = asked; m.Started.IsZero() {
			m.Started = time.Now()
		}
		m.Started = instant(m.Started)
		for _, id := range challenges {
			if _, err := withdraw(t, id); err == data.ErrNotFound {
				return data.ErrTaken
			} else if err != nil {
				return err
			}
		}
		ratings, met, err := before(t, m)
		if err != nil {
			return err
		}
		m = ledger.Open(m, ratings, met)
		return insertMatch(t, m, s.db.Node())
	})
	if err != nil {
		return data.Match{}, err
	}
	return m, nil
}

// before reads what a rated match's rating changes will be computed from: its players' ratings, by seat, and how many
// games the most frequent pair has finished lately. It returns data.ErrNotFound if one of the players does not exist.
func before(t Tx, m data.Match) (ratings []data.Rating, met int, err error) {
	lacking := map[data.PlayerID]bool{}
	for _, p := range playersOf(m.Seats) {
		lacking[p] = true
	}
	if len(lacking) > 0 {
		err = t.RowsLater(`SELECT p.id FROM players p WHERE p.id `+listed+andThere, []any{numbers(playersOf(m.Seats))}, func(read Scan) error {
			var p data.PlayerID
			err := read(&p)
			delete(lacking, p)
			return err
		})
	}
	if m.Rated && err == nil {
		ratings, err = ratingsLater(t, m, &met)
	}
	if err == nil {
		err = t.Settle()
	}
	for p := range lacking {
		if err == nil {
			err = unknown(data.ErrNotFound, "player %d", p)
		}
	}
	return ratings, met, err
}

// ratingsLater reads the ratings of a match's players, by seat, and how often the most frequent pair has met, before the
// next Settle.
func ratingsLater(t Tx, m data.Match, met *int) (ratings []data.Rating, err error) {
	ratings = make([]data.Rating, len(m.Seats))
	for i, own := range m.Seats {
		rating := &ratings[i]
		rating.Value = data.StartRating
		err := t.RowsLater(`SELECT value, games FROM ratings WHERE player = ? AND game = ?`, []any{own.Player, m.Game}, func(read Scan) error {
			return read(&rating.Value, &rating.Games)
		})
		if err != nil {
			return nil, err
		}
		for _, other := range m.Seats[:i] {
			err := t.RowsLater(`SELECT count(*) FROM seats a CROSS JOIN seats b ON b.match = a.match CROSS JOIN matches m ON m.number = a.match
				WHERE a.player IN `+selves+` AND a.ended >= ?3 AND a.after IS NOT NULL
				AND b.player IN `+others+` AND m.game = ?4 AND m.voided IS NULL`,
				[]any{own.Player, other.Player, m.Started.Add(-ledger.PairWindow).UnixMilli(), m.Game}, func(read Scan) error {
					var games int
					err := read(&games)
					*met = max(*met, games)
					return err
				})
			if err != nil {
				return nil, err
			}
		}
	}
	return ratings, nil
}

// theMatch is the row number of the match whose id is the next parameter.
const theMatch = `(SELECT number FROM matches WHERE id = ?)`

// insertMatch stores a match in one round trip. *data.Seated.
func insertMatch(t Tx, m data.Match, owner any) error {
	if m.Owner != 0 {
		owner = m.Owner
	}
	err := t.Later(`INSERT INTO matches (id, game, rated, one_address, rule, pace, clock, private, closed, options, seed, started, passing, origin, origin_plies, owner)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.ID, m.Game, m.Rated, m.OneAddress, m.Rule, m.Pace, m.Clock, m.Private, m.NoSpectators, text(m.Options), m.Seed[:], m.Started.UnixMilli(), m.Passing,
		m.Origin.Match, m.Origin.Plies, owner)
	if err != nil {
		return err
	}
	engaged := 0
	if len(m.Live) > 0 { // they may have one such match at a time
		err = t.RowsLater(`INSERT INTO live_seats (player, match) SELECT CAST(CAST(value AS TEXT) AS BIGINT), `+theMatch+` FROM json_each(?) WHERE true
			ON CONFLICT (player) DO NOTHING RETURNING player`, []any{m.ID, numbers(m.Live)}, func(Scan) error { engaged++; return nil })
	}
	if err == nil && m.Tournament != 0 {
		var turns []byte
		if turns, err = json.Marshal(m.Turns); err == nil {
			err = t.Later(`INSERT INTO contest_matches (contest, match, turns) VALUES (?, `+theMatch+`, ?)`, m.Tournament, m.ID, string(turns))
		}
	}
	for i, seat := range m.Seats {
		if err != nil {
			return err
		}
		var player, guest any
		if seat.Player > 0 {
			player = seat.Player
		}
		if seat.Player.Guest() && owner != nil { // only a node stores guests: a process that serves alone forgets them, and the node that adopts a match decides what the id is worth
			guest = seat.Player
		}
		err = t.Later(`INSERT INTO seats (match, seat, player, guest, name, kind, level, before, games, pair_games)
			VALUES (`+theMatch+`, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			m.ID, i, player, guest, seat.Name, seat.Kind, seat.Level, seat.Before, seat.Games, seat.PairGames)
	}
	if err == nil {
		err = takeOverLater(t, m.ID, m.Moves)
	}
	if err == nil {
		err = t.Settle()
	}
	if err != nil || engaged == len(m.Live) {
		return err
	}
	taken, err := liveSeats(t, m.Live, m.ID)
	if err != nil {
		return err
	}
	return &data.Seated{In: taken}
}

// takeOverLater stores the log that a match begins with, in one statement: others wait for the writer.
func takeOverLater(t Tx, id data.MatchID, log []data.Entry) error {
	if len(log) == 0 {
		return nil
	}
	entries, err := json.Marshal(log)
	if err == nil {
		err = t.Later(`INSERT INTO moves (match, ply, seat, move, at_ms, by, dice, drawn)
			SELECT `+theMatch+`, CAST(value ->> 'ply' AS BIGINT), CAST(value ->> 'seat' AS BIGINT), CAST(value -> 'move' AS TEXT),
				CAST(value ->> 'at_ms' AS BIGINT), value ->> 'by', CAST(value -> 'dice' AS TEXT), CAST(value -> 'drawn' AS TEXT)
			FROM json_each(?)`, id, string(entries))
	}
	return err
}

// playersOf returns the players who sit at a match, without guests and house players.
func playersOf(seats []data.Seat) (players []data.PlayerID) {
	for _, s := range seats {
		if s.Player > 0 {
			players = append(players, s.Player)
		}
	}
	return players
}

// text is the value of a text column for JSON that may be missing.
func text(raw json.RawMessage) any {
	if raw == nil {
		return nil
	}
	return string(raw)
}

// Append implements data.Matches.
func (s runningStore) Append(ctx context.Context, id data.MatchID, entries ...data.Entry) error {
	return s.db.Append(ctx, id, entries)
}

// appendEntry adds an entry to the log of a running match, if it is the next one.
const appendEntry = `INSERT INTO moves (match, ply, seat, move, at_ms, by, dice, drawn)
	SELECT number, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM matches
	WHERE id = ?1 AND ended IS NULL
	AND ?2 = 1 + coalesce((SELECT max(ply) FROM moves WHERE match = number), 0)`

// valuesOf are the arguments of appendEntry.
func valuesOf(id data.MatchID, e data.Entry) ([]any, error) {
	dice, err := list(e.Dice)
	if err != nil {
		return nil, err
	}
	drawn, err := list(e.Drawn)
	return []any{string(id), e.Ply, int64(e.Seat), string(e.Move), e.AtMS, string(e.By), dice, drawn}, err
}

// AppendLog adds entries to the log of a running match.
func AppendLog(t Tx, id data.MatchID, entries []data.Entry) error {
	for _, e := range entries {
		values, err := valuesOf(id, e)
		if err != nil {
			return err
		}
		added, err := t.Exec(appendEntry, values...)
		if err != nil {
			return err
		}
		if added == 0 {
			return Refusal(t, nil, id, e.Ply)
		}
	}
	return nil
}

// Refusal says why a node could not add an entry; node is nil for a process that is no node.
func Refusal(t Tx, node any, id data.MatchID, ply int) error {
	var over, mine bool
	err := t.Row(`SELECT ended IS NOT NULL, owner IS NOT DISTINCT FROM ? FROM matches WHERE id = ?`, []any{node, id}, &over, &mine)
	switch {
	case err != nil:
		return err
	case over:
		return data.ErrFinished
	case node != nil && !mine:
		return data.ErrFenced
	}
	return fmt.Errorf("%w: ply %d", data.ErrOutOfOrder, ply)
}

// list formats a list that is usually empty.
func list[T any](items []T) (string, error) {
	if len(items) == 0 {
		return "[]", nil
	}
	raw, err := json.Marshal(items)
	return string(raw), err
}

// Stop implements data.Matches.
func (s runningStore) Stop(ctx context.Context, at map[data.MatchID]time.Duration) error {
	now := time.Now().UnixMilli()
	node := s.db.Node()
	return s.db.WriteBeside(ctx, func(t Tx) error {
		for id, stood := range at {
			_, err := t.Exec(`INSERT INTO stops (match, ply, at_ms, at)
				SELECT number, coalesce((SELECT max(ply) FROM moves WHERE match = number), 0), ?2, ?3 FROM matches
				WHERE id = ?1 AND ended IS NULL AND owner IS NOT DISTINCT FROM ?4
				ON CONFLICT DO NOTHING`, string(id), stood.Milliseconds(), now, node)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// stoppedAt is, in a query of matches, the game time at which a match's clocks were stopped after
// its last ply.
const stoppedAt = `coalesce((SELECT max(at_ms) FROM stops WHERE match = number
	AND ply = coalesce((SELECT max(ply) FROM moves WHERE match = number), 0)), 0)`

// Finish implements data.Matches.
func (s runningStore) Finish(ctx context.Context, id data.MatchID, at time.Time, r engine.Result, entries ...data.Entry) (changes []data.Change, err error) {
	node := s.db.Node()
	err = s.db.WriteBeside(ctx, func(t Tx) error {
		t.HoldMatch(id)
		var found []stored
		mine, added := node == nil, map[int]bool{} // by ply
		if err := matchLater(t, &found, id); err != nil {
			return err
		}
		if !mine {
			err := t.RowsLater(`SELECT owner IS NOT DISTINCT FROM ? FROM matches WHERE id = ?`, []any{node, id}, func(read Scan) error { return read(&mine) })
			if err != nil {
				return err
			}
		}
		for _, e := range entries { // undone with all other changes if a condition fails
			values, err := valuesOf(id, e)
			if err == nil {
				err = t.RowsLater(appendEntry+` RETURNING ply`, values, func(read Scan) error {
					var ply int
					err := read(&ply)
					added[ply] = true
					return err
				})
			}
			if err != nil {
				return err
			}
		}
		if err := t.Settle(); err != nil {
			return err
		}
		if len(found) == 0 {
			return data.ErrNotFound
		}
		m := &found[0]
		if m.Ended.IsZero() {
			if !mine {
				return data.ErrFenced
			}
			for _, e := range entries {
				if !added[e.Ply] {
					return Refusal(t, nil, id, e.Ply)
				}
			}
			if err := m.finish(t, at, r); err != nil {
				return err
			}
		}
		changes = ledger.Changes(m.Match)
		return nil
	})
	return changes, err
}

// finish ends a running match whose log is complete.
func (m *stored) finish(t Tx, at time.Time, r engine.Result) error {
	plan, err := ledger.End(m.Match, instant(at), r)
	if err != nil {
		return err
	}
	m.Match = plan.Match
	accounts, err := m.accounts(t, plan.Postings)
	if err != nil {
		return err
	}
	if err := m.keepEnd(t); err != nil {
		return err
	}
	return m.post(t, accounts, plan.Postings)
}

// keepEnd stores how a match ended, and the places of its seats if it counts.
func (m *stored) keepEnd(t Tx) error {
	result, err := json.Marshal(m.Result)
	if err != nil {
		return err
	}
	aborted := m.Result.Reason == engine.Aborted
	placeless := aborted || m.Origin != data.Origin{}
	err = t.Later(`UPDATE matches SET ended = ?, result = ?, owner = NULL WHERE number = ?`, m.Ended.UnixMilli(), string(result), m.number)
	if err == nil {
		err = disengage(t, m.number)
	}
	if err == nil && m.Tournament != 0 {
		_, err = t.Exec(`UPDATE contest_matches AS c SET ended = ?, finished = 1 + coalesce((
				SELECT max(o.finished) FROM contest_matches o WHERE o.contest = c.contest), 0)
			WHERE match = ?`, m.Ended.UnixMilli(), m.number)
	}
	if err == nil && m.Tournament != 0 && !aborted {
		err = m.score(t)
	}
	if err == nil && placeless {
		err = t.Later(`UPDATE seats SET ended = ? WHERE match = ?`, m.Ended.UnixMilli(), m.number)
	}
	if err != nil || placeless {
		return err
	}
	for i, seat := range m.Seats {
		err := t.Later(`UPDATE seats SET ended = ?, place = ?, won = ?, after = ? WHERE match = ? AND seat = ?`,
			m.Ended.UnixMilli(), m.Result.Places[i], ledger.OutcomeOf(engine.Seat(i), m.Result.Winners), seat.After, m.number, i)
		if err != nil {
			return err
		}
	}
	return nil
}

// Slow implements data.Matches.
func (s runningStore) Slow(ctx context.Context, id data.MatchID) error {
	return s.changeRunning(ctx, id, func(t Tx, number int64) error {
		if _, err := t.Exec(`UPDATE matches SET pace = ? WHERE number = ?`, string(data.Day), number); err != nil {
			return err
		}
		return disengage(t, number)
	})
}

// AllowSpectators implements data.Matches.
func (s runningStore) AllowSpectators(ctx context.Context, id data.MatchID, allow bool) error {
	return s.changeRunning(ctx, id, func(t Tx, number int64) error {
		_, err := t.Exec(`UPDATE matches SET closed = ? WHERE number = ?`, !allow, number)
		return err
	})
}

// Discard implements data.Matches.
func (s runningStore) Discard(ctx context.Context, id data.MatchID) error {
	return s.changeRunning(ctx, id, removeMatch)
}

// changeRunning changes a running match of this node.
func (s runningStore) changeRunning(ctx context.Context, id data.MatchID, change func(t Tx, number int64) error) error {
	return s.db.WriteBeside(ctx, func(t Tx) error {
		var number int64
		var over bool
		if err := t.Row(`SELECT number, ended IS NOT NULL FROM matches WHERE id = ?`, []any{id}, &number, &over); err != nil {
			return err
		}
		if over {
			return data.ErrFinished
		}
		if err := s.own(t, number); err != nil {
			return err
		}
		return change(t, number)
	})
}

// overOrUnknown says why a match is not running.
func overOrUnknown(t Tx, id data.MatchID) error {
	var number int64
	if err := t.Row(`SELECT number FROM matches WHERE id = ?`, []any{id}, &number); err != nil {
		return err
	}
	return data.ErrFinished
}

// own returns data.ErrFenced for a running match that another node may write to.
func (s runningStore) own(t Tx, number int64) error {
	node := s.db.Node()
	if node == nil {
		return nil
	}
	var mine bool
	err := t.Row(`SELECT owner IS NOT DISTINCT FROM ? FROM matches WHERE number = ?`, []any{node, number}, &mine)
	if err == nil && !mine {
		err = data.ErrFenced
	}
	return err
}

// liveSeats returns in which match each of some players is of those that a player may have one of at a time, leaving one
// out.
func liveSeats(t Tx, players []data.PlayerID, but data.MatchID) (in map[data.PlayerID]data.MatchID, err error) {
	in = map[data.PlayerID]data.MatchID{}
	err = t.Rows(`SELECT l.player, m.id FROM live_seats l JOIN matches m ON m.number = l.match
		WHERE m.id <> ? AND l.player `+listed, []any{but, numbers(players)}, func(read Scan) error {
		var player data.PlayerID
		var match data.MatchID
		err := read(&player, &match)
		in[player] = match
		return err
	})
	return in, err
}

// disengage has the players of a match in none that they may have one of at a time.
func disengage(t Tx, match int64) error {
	return t.Later(`DELETE FROM live_seats WHERE match = ?`, match)
}

// Retire implements data.Matches.
func (s runningStore) Retire(ctx context.Context, id data.MatchID, players ...data.PlayerID) error {
	return s.db.WriteBeside(ctx, func(t Tx) error {
		for _, p := range players {
			gone := `DELETE FROM live_seats WHERE player = ? AND match = ` + theMatch
			if p.Guest() {
				gone = `UPDATE seats SET guest = NULL WHERE guest = ? AND match = ` + theMatch
			}
			if _, err := t.Exec(gone, p, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// removed is what goes with a match ?1.
var removed = []string{
	`DELETE FROM moves WHERE match = ?1`,
	`DELETE FROM stops WHERE match = ?1`,
	`DELETE FROM live_seats WHERE match = ?1`,
	`DELETE FROM seats WHERE match = ?1`,
	`DELETE FROM contest_matches WHERE match = ?1`,
	`UPDATE reports SET match = NULL WHERE match = ?1`,
	`DELETE FROM matches WHERE number = ?1`,
}

// removeMatch removes a match that changed no rating.
func removeMatch(t Tx, number int64) error {
	for _, remove := range removed {
		if _, err := t.Exec(remove, number); err != nil {
			return err
		}
	}
	return nil
}
