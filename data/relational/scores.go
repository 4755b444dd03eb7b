package relational

import (
	"context"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/data/ledger"
	"noir/engine"
)

// scoreboards caches the standings that were asked for last. It is safe for concurrent use.
type scoreboards struct {
	mu     sync.Mutex
	boards []*scoreboard // most recently used last
}

// Scoreboards are cached while they have maxScores rows in all: those of four events of 15,000 players, which take
// 4 MB each, or of many small ones. Each counts as leastScores rows at least.
const (
	maxScores   = 60_000
	leastScores = 100
)

// of returns the scoreboard of a tournament.
func (s *scoreboards) of(tournament int64) *scoreboard {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.boards, func(b *scoreboard) bool { return b.tournament == tournament })
	board := &scoreboard{tournament: tournament, turn: make(chan struct{}, 1)}
	if i >= 0 {
		board = s.boards[i]
		s.boards = slices.Delete(s.boards, i, i+1)
	}
	s.boards = append(s.boards, board)
	return board
}

// trim notes how many rows a scoreboard has, and drops those used longest ago if there are too many.
func (s *scoreboards) trim(board *scoreboard, rows int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	board.size = rows
	sum := 0
	for i, b := range slices.Backward(s.boards) {
		if sum += max(b.size, leastScores); sum > maxScores && b != s.boards[len(s.boards)-1] {
			s.boards = slices.Delete(s.boards, 0, i+1)
			return
		}
	}
}

// scoreboard adds up the matches of a tournament as they end. It starts anew when a match that it
// added has changed, or when one turns out to have ended before the last it added.
type scoreboard struct {
	tournament int64
	size       int           // rows that it is known to have; guarded by scoreboards.mu
	turn       chan struct{} // holds a token while it is updated; guards what follows
	totals
}

// totals are what was added up.
type totals struct {
	revision int64     // of the tournament
	ends     time.Time // of the tournament at that revision
	finished int64     // the newest added match's place in the order in which ends were stored
	newest   time.Time // when the last of them ended
	match    int64     // and its number
	by       ledger.Standings
	rows     []data.Score // ranked; never changed
}

// Standings implements data.Tournaments.
func (s tournamentStore) Standings(ctx context.Context, id int64, limit, offset int) (page []data.Score, total int, err error) {
	now, err := s.standings(ctx, id)
	if err != nil {
		return nil, 0, err
	}
	all := now.rows
	from := min(max(offset, 0), len(all))
	to := from + min(max(limit, 0), len(all)-from)
	return all[from:to:to], len(all), nil
}

// standings returns a tournament's current standings.
func (s tournamentStore) standings(ctx context.Context, id int64) (now totals, err error) {
	board := s.boards.of(id)
	select {
	case board.turn <- struct{}{}:
	case <-ctx.Done():
		return totals{}, ctx.Err()
	}
	defer func() { <-board.turn }()
	err = s.db.Browse(ctx, func(t Tx) error {
		err := board.catchUp(t)
		if err != nil {
			board.totals = totals{} // some may have been added
		}
		return err
	})
	s.boards.trim(board, len(board.rows))
	if err != nil {
		return totals{}, err
	}
	return board.totals, nil
}

// catchUp adds the new matches. data.ErrNotFound.
func (b *scoreboard) catchUp(t Tx) error {
	c, err := tournament(t, b.tournament)
	if err != nil {
		return err
	}
	var revision int64
	if err := t.Row(`SELECT revision FROM contests WHERE id = ?`, []any{c.ID}, &revision); err != nil {
		return err
	}
	if b.by == nil || b.revision != revision || !b.ends.Equal(c.Ends) {
		b.begin(c, revision)
	}
	inOrder, err := b.add(t, c)
	if err == nil && !inOrder {
		b.begin(c, revision)
		_, err = b.add(t, c)
	}
	return err
}

func (b *scoreboard) begin(c data.Tournament, revision int64) {
	b.totals = totals{revision: revision, ends: c.Ends, by: ledger.Standings{}}
}

// add adds the new matches in the order in which they ended. It reports false if one of them ended
// before one added earlier.
func (b *scoreboard) add(t Tx, c data.Tournament) (inOrder bool, err error) {
	var finished, match int64
	var first time.Time
	err = t.Row(`SELECT ended, match, (SELECT max(finished) FROM contest_matches WHERE contest = ?1) FROM contest_matches
			WHERE contest = ?1 AND finished > ?2 ORDER BY ended, match LIMIT 1`,
		[]any{c.ID, b.finished}, moment{&first}, &match, &finished)
	switch {
	case err == data.ErrNotFound: // nothing new
		return true, nil
	case err != nil:
		return false, err
	case first.Before(b.newest) || first.Equal(b.newest) && match < b.match:
		return false, nil
	}
	err = t.Rows(`SELECT coalesce(p.id, 0), s.name, p.created, coalesce(p.bot, FALSE), s.seat, c.scores, m.result, m.ended, m.number
		FROM contest_matches c JOIN matches m ON m.number = c.match JOIN sitters s ON s.match = m.number
		LEFT JOIN players p ON p.id = s.player
		WHERE c.contest = ? AND c.finished > ? AND m.ended <= ? AND m.voided IS NULL AND c.scores IS NOT NULL AND s.kind <> ? AND NOT s.apart
		ORDER BY m.ended, m.number, s.seat`, []any{c.ID, b.finished, ledger.LastEnd(c).UnixMilli(), string(data.Bot)}, func(read Scan) error {
		var p data.Player
		var seat engine.Seat
		var scores bool
		var r engine.Result
		err := read(append(playerInto(&p), &seat, &scores, Document{&r}, moment{&b.newest}, &b.match)...)
		b.by.Add(p, ledger.OutcomeOf(seat, r.Winners), scores)
		return err
	})
	b.finished, b.rows = finished, b.by.Ranked()
	return true, err
}

// score notes whether a tournament match that ends scores (ledger.Scores).
func (m *stored) score(t Tx) error {
	var turns []string
	err := t.Row(`SELECT turns FROM contest_matches WHERE match = ?`, []any{m.number}, Document{&turns})
	if err != nil {
		return err
	}
	own := []stored{*m}
	err = readLogs(t, &own, `WHERE number = ?`, []any{m.number})
	if err == nil {
		err = t.Settle()
	}
	if err != nil {
		return err
	}
	met, err := m.met(t)
	if err != nil {
		return err
	}
	_, err = t.Exec(`UPDATE contest_matches SET scores = ? WHERE match = ?`,
		ledger.Scores(len(m.Seats), own[0].Moves, turns, met), m.number)
	return err
}

// met is how many games of the tournament the most frequent pair at the table has finished. It
// reads what one of each pair has played since the tournament began.
func (m *stored) met(t Tx) (most int, err error) {
	for i, own := range m.Seats {
		for _, other := range m.Seats[:i] {
			var met int
			err := t.Row(`SELECT count(*) FROM seats a
				CROSS JOIN contest_matches c ON c.match = a.match AND c.contest = ?1 AND c.scores IS NOT NULL
				CROSS JOIN matches m ON m.number = a.match AND m.voided IS NULL
				CROSS JOIN seats b ON b.match = a.match AND b.player = ?3
				WHERE a.player = ?2 AND a.ended >= (SELECT starts FROM contests WHERE id = ?1)`,
				[]any{m.Tournament, own.Player, other.Player}, &met)
			if err != nil {
				return 0, err
			}
			most = max(most, met)
		}
	}
	return most, nil
}
