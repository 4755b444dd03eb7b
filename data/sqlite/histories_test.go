package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/data/relational"
	"noir/engine"
)

// The size of the database whose history is read.
var (
	matchesAre = flag.Int("matches", 1_000_000, "matches of the house of BenchmarkHistories")
	playersAre = flag.Int("players", 100_000, "players of it; the first has a tenth of all matches")
	pliesAre   = flag.Int("plies", 10, "plies of each match of it")
)

// house is the contents of a store. Player 1 has a tenth of the matches, player 2 a fortieth,
// everybody else some twenty; all matches have two players. A hundredth of them are of a
// tournament.
type house struct{ players, matches, plies int }

// The one game that is looked at; a fifth of the matches are of another.
const longGame = "district-noir"

// fill fills an empty store in chronological order. What triggers keep of updates is computed from
// the inserts.
func (h house) fill(tb testing.TB, s *Store) (tournament int64) {
	tb.Helper()
	now := time.Now()
	const span = 3 * 365 * 24 * time.Hour
	step := span.Milliseconds() / int64(h.matches)
	begin := now.UnixMilli() - int64(h.matches+1)*step
	c, err := s.OpenTournament(tb.Context(), "olga", data.Tournament{
		Title: "A long one", Game: longGame, Starts: now.Add(-time.Duration(h.matches/100+1) * time.Duration(step) * time.Millisecond), Ends: now.Add(time.Hour),
	})
	if err != nil {
		tb.Fatal(err)
	}
	for _, bulk := range []string{
		`PRAGMA cache_size = -400000`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
			INSERT INTO players (id, name, skeleton, created) SELECT i, 'p' || i, 'p' || i, ?4 FROM n`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
			INSERT INTO matches (number, id, game, rated, pace, private, seed, started, ended, result)
			SELECT i, printf('m%011d', i), iif(i % 5 = 3, 'noirburg', '` + longGame + `'), i % 10 < 7, iif(i % 3, 'live', 'fast'), 0, zeroblob(32),
				?4 + i * ?5, ?4 + i * ?5 + ?5 / 2,
				iif(i * 7919 % 101 < 55, '{"reason":"points","winners":[0],"places":[1,2],"scores":[9,7]}', '{"reason":"points","winners":[1],"places":[2,1],"scores":[6,8]}')
			FROM n`,
		`INSERT INTO seats (match, seat, player, name, kind, level, before, after, games, pair_games, ended, place, won)
			SELECT match, seat, player, 'p' || player, 'human', '', iif(rated, 1500.0, NULL), iif(rated, 1500 + iif(lost = seat, change, -change), NULL), 20, 0,
				ended, 1 + (lost <> seat), 2 * (lost = seat)
			FROM (
				SELECT number AS match, rated, ended, number * 7919 % 101 >= 55 AS lost, (1 + number * 31 % 37) / 3.0 AS change, 0 AS seat,
					CASE WHEN number % 10 = 0 THEN 1 WHEN number % 40 = 1 THEN 2 ELSE 3 + number * 48271 % (?1 / 2 - 2) END AS player FROM matches
				UNION ALL
				SELECT number, rated, ended, number * 7919 % 101 >= 55, (1 + number * 31 % 37) / 3.0, 1, ?1 / 2 + 1 + number * 16807 % (?1 - ?1 / 2) FROM matches
			) ORDER BY match, seat`,
		`INSERT INTO rating_events (match, seat, kind, player, game, at, change, won)
			SELECT s.match, s.seat, 'game', s.player, m.game, m.ended, s.after - s.before, s.won
			FROM matches m CROSS JOIN seats s ON s.match = m.number WHERE m.rated ORDER BY s.match, s.seat`,
		`INSERT INTO ratings (player, game, value, games, wins, losses, draws)
			SELECT player, game, 1500 + sum(change), count(*), sum(won = 2), sum(won = 0), 0 FROM rating_events GROUP BY player, game`,
		`INSERT INTO seasons (game, month, player, bot, value, games, wins, losses, draws)
			SELECT game, month, player, 0, 1500 + sum(sum(change)) OVER (PARTITION BY player, game ORDER BY month), count(*), sum(won = 2), sum(won = 0), 0
			FROM (SELECT *, CAST(strftime('%Y%m', at / 1000, 'unixepoch') AS INTEGER) AS month FROM rating_events) GROUP BY player, game, month`,
		`INSERT INTO tallies ` + relational.TalliesOfSeats,
		`INSERT INTO rivals ` + relational.RivalsOfSeats,
		`INSERT INTO contest_matches (match, contest, scores, ended, finished)
			SELECT number, ?6, 1, ended, row_number() OVER (ORDER BY number) FROM matches WHERE number > ?2 - ?2 / 100`,
		`INSERT INTO moves (match, ply, seat, move, at_ms, by, dice, drawn)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
			SELECT number, i, i % 2, '{"type":"play","card":"harbor"}', i * 1000, 'player', '[]', '["5"]' FROM matches CROSS JOIN n WHERE ?3 > 0`,
		`PRAGMA cache_size = -2000`, // the usual one
	} {
		err := s.db.Write(tb.Context(), func(t tx) error {
			_, err := t.Exec(bulk, h.players, h.matches, h.plies, begin, step, c.ID)
			return err
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	return c.ID
}

// asked is a question about the past, and how often in a row it can be asked.
func (h house) asked(s *Store, tournament int64) map[string]func(context.Context) error {
	all := map[string]func(context.Context) error{
		"rankings, first page": func(ctx context.Context) error {
			_, err := s.Sheet(ctx, longGame, data.Filter{Limit: 100}, 1, 30)
			return err
		},
		"rankings, a page in the middle": func(ctx context.Context) error {
			_, err := s.Sheet(ctx, longGame, data.Filter{Limit: 20, Offset: h.players / 2}, 1, 30)
			return err
		},
		"rankings of a month": func(ctx context.Context) error {
			_, err := s.Sheet(ctx, longGame, data.Filter{Limit: 100, Month: data.MonthOf(time.Now().AddDate(0, -2, 0))}, 1, 30)
			return err
		},
		"rankings, a search": func(ctx context.Context) error {
			_, err := s.Sheet(ctx, longGame, data.Filter{Limit: 20, Search: "p12"}, 1, 30)
			return err
		},
		"standings": func(ctx context.Context) error {
			_, _, err := s.Standings(ctx, tournament, math.MaxInt, 0)
			return err
		},
		"events": func(ctx context.Context) error {
			_, err := s.Tournaments(ctx, time.Now().Add(-12*time.Hour))
			return err
		},
	}
	for name, id := range map[string]data.PlayerID{"a tenth of all games": 1, "a fortieth": 2, "twenty": 3} {
		for what, call := range h.askedOf(s, id) {
			all[what+" of "+name] = call
		}
	}
	return all
}

// askedOf are the questions about one player.
func (h house) askedOf(s *Store, id data.PlayerID) map[string]func(context.Context) error {
	games := func(limit int) func(context.Context) error {
		return func(ctx context.Context) error { _, err := s.Games(ctx, id, "", limit); return err }
	}
	rank := func(ctx context.Context) error { _, err := s.Rank(ctx, longGame, id); return err }
	record := func(ctx context.Context) error { _, err := s.Record(ctx, id, longGame); return err }
	history := func(n int) func(context.Context) error {
		return func(ctx context.Context) error { _, err := s.History(ctx, id, longGame, n); return err }
	}
	return map[string]func(context.Context) error{
		"home: latest game": games(1),
		"games, 20":         games(20),
		"games of long ago": func(ctx context.Context) error {
			_, err := s.Games(ctx, id, data.MatchID(fmt.Sprintf("m%011d", h.matches/40)), 20)
			return err
		},
		"rank": rank, "record": record, "history, 200": history(200), "history, 1000": history(1000),
		"profile": func(ctx context.Context) error {
			for _, call := range []func(context.Context) error{rank, record, history(200), games(30)} {
				if err := call(ctx); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// BenchmarkHistories reads the past of a house with a million matches. It takes some
// minutes to build that, in the directory for temporary files.
func BenchmarkHistories(b *testing.B) {
	h := house{*playersAre, *matchesAre, *pliesAre}
	dir := b.TempDir()
	s, err := Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	began := time.Now()
	tournament := h.fill(b, s)
	file, err := os.Stat(filepath.Join(dir, FileName))
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d matches of %d players in %v, %d MB", h.matches, h.players, time.Since(began).Round(time.Second), file.Size()>>20)
	for _, id := range []data.PlayerID{1, 2, 3} {
		began := time.Now()
		if _, err := s.Record(b.Context(), id, longGame); err != nil {
			b.Fatal(err)
		}
		b.Logf("record of player %d, the first time: %v", id, time.Since(began).Round(time.Millisecond/10))
	}
	began = time.Now()
	if _, _, err := s.Standings(b.Context(), tournament, math.MaxInt, 0); err != nil {
		b.Fatal(err)
	}
	b.Logf("standings, the first time: %v", time.Since(began).Round(time.Millisecond))
	asked := h.asked(s, tournament)
	for _, what := range slices.Sorted(maps.Keys(asked)) {
		b.Run(what, func(b *testing.B) {
			for b.Loop() {
				if err := asked[what](b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, callers := range []int{0, 8} {
		b.Run(fmt.Sprintf("a name while %d ask", callers), func(b *testing.B) { h.lookUps(b, s, callers) })
	}
}

// lookUps looks names up, as each log-in does, while others ask for the longest history.
func (h house) lookUps(b *testing.B, s *Store, callers int) {
	ctx, stop := context.WithCancel(b.Context())
	var others sync.WaitGroup
	calls := h.askedOf(s, 1)
	for range callers {
		others.Go(func() {
			for ctx.Err() == nil {
				for _, what := range []string{"games, 20", "profile", "history, 1000"} {
					if err := calls[what](ctx); err != nil && ctx.Err() == nil {
						b.Error(err)
						return
					}
				}
			}
		})
	}
	var took []time.Duration
	for b.Loop() {
		time.Sleep(time.Millisecond) // people come one after the other
		began := time.Now()
		if _, err := s.PlayerByName(b.Context(), fmt.Sprint("p", 1+rand.IntN(h.players))); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	stop()
	others.Wait()
	slices.Sort(took)
	for name, share := range map[string]float64{"p50-ms": .5, "p99-ms": .99, "worst-ms": 1} {
		b.ReportMetric(float64(took[int(share*float64(len(took)-1))].Microseconds())/1000, name)
	}
}

// TestHistoriesAreLookedUp reads the history of a small database and checks SQLite's query plans:
// nothing may scan or sort all rows of a table or of a player.
func TestHistoriesAreLookedUp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	h := house{players: 300, matches: 3000, plies: 2}
	tournament := h.fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Attach(dir); err != nil { // nothing else reads there
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls := h.asked(s, tournament)
	for range 2 { // what had to be read in full the first time is kept then
		for what, call := range calls {
			if err := call(t.Context()); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
		}
	}
	if err := s.Ready(t.Context()); err != nil { // what was posted before is stored
		t.Fatal(err)
	}
	watched := &watcher{driver: s.db.db.Driver(), name: filepath.Join(filepath.Dir(s.db.path), FileName)}
	unwatched := s.db.past
	defer unwatched.close()
	defer s.db.live.close()
	s.db.past = newReaders(sql.OpenDB(watched), 1, false)
	s.db.live = s.db.past
	for what, call := range calls {
		t.Run(what, func(t *testing.T) {
			watched.seen = nil
			if err := call(t.Context()); err != nil {
				t.Fatal(err)
			}
			if len(watched.seen) == 0 || len(watched.seen) > 40 {
				t.Errorf("%d statements", len(watched.seen))
			}
			for _, q := range watched.seen {
				for _, line := range plan(t, unwatched.pool, q) {
					if slow.MatchString(line) && !isExcused(q, line) {
						t.Errorf("%s\n\tin %s", line, q.text)
					}
				}
			}
		})
	}
}

// TestCountsFollowRemoval: a removed match no longer counts for its players.
func TestCountsFollowRemoval(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	house{players: 20, matches: 200}.fill(t, s)
	before, err := s.Record(t.Context(), 1, longGame)
	if err != nil {
		t.Fatal(err)
	}
	err = s.db.Write(t.Context(), func(t tx) error {
		_, err := t.Exec(`INSERT INTO matches (number, id, game, rated, pace, private, seed, started) VALUES (999, 'more', ?, 0, 'live', 0, zeroblob(32), 0)`, longGame)
		if err == nil {
			_, err = t.Exec(`INSERT INTO seats (match, seat, player, name, kind, level, games, pair_games)
				SELECT 999, id - 1, id, name, 'human', '', 0, 0 FROM players WHERE id <= 3`)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Finish(t.Context(), "more", time.Now(), engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2, 2}}); err != nil {
		t.Fatal(err)
	}
	with, err := s.Record(t.Context(), 1, longGame)
	if err != nil || reflect.DeepEqual(with, before) {
		t.Fatalf("a match more makes no difference: %v", err)
	}
	if err := s.db.Write(t.Context(), func(t tx) error {
		_, err := t.Exec(`UPDATE matches SET passing = 1 WHERE number = 999`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if n, _, err := s.Prune(t.Context(), time.Now().Add(time.Hour)); n != 1 || err != nil {
		t.Fatalf("%d are removed, %v", n, err)
	}
	after, err := s.Record(t.Context(), 1, longGame)
	if err != nil || !reflect.DeepEqual(after, before) {
		t.Errorf("%+v, and before it was played %+v: %v", after, before, err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// slow matches a step of a plan that scans all rows of a table, or sorts its result.
var slow = regexp.MustCompile(`^SCAN \w+( USING.*)?$|USE TEMP B-TREE FOR (ORDER|GROUP|DISTINCT)`)

// excused are steps that are allowed to be slow, by a part of the statement.
var excused = map[string]*regexp.Regexp{
	`instr(p.name`:             regexp.MustCompile(`^SCAN (p USING COVERING INDEX sqlite_autoindex_players_1|r)$|FOR ORDER BY`), // goes through the names
	`json_group_array(change)`: regexp.MustCompile(`FOR ORDER BY|^SCAN (page|own|every|latest)$`),                               // of as many as are shown
	`1 AS counts`:              regexp.MustCompile(`^SCAN s$`),                                                                  // of whoever has become one with a player
	`months(month)`:            regexp.MustCompile(`^SCAN (m|months)$|FOR ORDER BY`),                                            // of the steps and the months that there are
	`shown(kind`:               regexp.MustCompile(`^SCAN (shown|found|none|top|better)$`),                                      // of as many as are shown
	`finished > ?2`:            regexp.MustCompile(`FOR ORDER BY`),                                                              // of the new ones
	`FROM contests WHERE ends`: regexp.MustCompile(`FOR ORDER BY`),                                                              // of today's
	`FROM departures`:          regexp.MustCompile(`^SCAN departures`),
}

func isExcused(q question, line string) bool {
	for part, lines := range excused {
		if strings.Contains(q.text, part) && lines.MatchString(line) {
			return true
		}
	}
	return false
}

// question is a statement as it was asked.
type question struct {
	text string
	args []driver.NamedValue
}

// plan returns how SQLite goes about a question, a line a step.
func plan(t *testing.T, db *sql.DB, q question) (lines []string) {
	t.Helper()
	args := make([]any, len(q.args))
	for i, a := range q.args {
		args[i] = a.Value
	}
	rows, err := db.QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+q.text, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var line string
		if err := rows.Scan(&id, &parent, &unused, &line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines
}

// watcher opens connections whose queries it records.
type watcher struct {
	driver driver.Driver
	name   string
	mu     sync.Mutex
	seen   []question
}

func (w *watcher) Driver() driver.Driver { return w.driver }

func (w *watcher) Connect(context.Context) (driver.Conn, error) {
	conn, err := w.driver.Open("file:" + w.name + "?mode=rw&_dqs=0")
	return &watched{conn, w}, err
}

type watched struct {
	driver.Conn
	by *watcher
}

func (c *watched) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	return c.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
}

func (c *watched) PrepareContext(ctx context.Context, text string) (driver.Stmt, error) {
	stmt, err := c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
	return &watchedStmt{stmt, text, c.by}, err
}

type watchedStmt struct {
	driver.Stmt
	text string
	by   *watcher
}

func (s *watchedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	s.by.mu.Lock()
	s.by.seen = append(s.by.seen, question{s.text, slices.Clone(args)})
	s.by.mu.Unlock()
	return s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
}
