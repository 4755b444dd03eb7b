package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/relational"
)

// veteran gives a player of the store many rated games against another, as if played and counted,
// each followed by others' games.
func veteran(tb testing.TB, s *Store, p, rival data.PlayerID, games, others int) {
	tb.Helper()
	month := data.MonthOf(time.Now())
	err := s.db.Write(tb.Context(), func(t tx) error {
		for _, bulk := range []string{
			`CREATE TEMP TABLE many AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3 * (?6 + 1))
				SELECT (i - 1) / (?6 + 1) AS game, (i - 1) % (?6 + 1) = 0 AS rated, (SELECT ifnull(max(number), 0) FROM matches) + i AS number, ?4 + i * 100 AS at FROM n`,
			`INSERT INTO matches (number, id, game, rated, pace, private, seed, started, ended, result)
				SELECT number, 'v' || number, 'any', rated, 'live', 0, zeroblob(32), at, at, '{"reason":"points","winners":[0],"places":[1,2],"scores":[]}' FROM many`,
			`INSERT INTO seats (match, seat, player, name, kind, level, before, after, games, pair_games, ended, place, won)
				SELECT number, 0, iif(rated, ?1, NULL), 'mallory', 'human', '', iif(rated, 1500.0, NULL), iif(rated, 1500.5, NULL), game, 0, at, 1, 2 FROM many
				UNION ALL
				SELECT number, 1, iif(rated, ?2, NULL), 'vera', 'human', '', iif(rated, 1500.0, NULL), iif(rated, 1499.5, NULL), game, 0, at, 2, 0 FROM many`,
			`INSERT INTO rating_events (match, seat, kind, player, game, at, change, won)
				SELECT number, 0, 'game', ?1, 'any', at, 0.5, 2 FROM many WHERE rated UNION ALL SELECT number, 1, 'game', ?2, 'any', at, -0.5, 0 FROM many WHERE rated`,
			`INSERT INTO tallies (player, game, pace, hour, games, rated, wins, losses, draws)
				SELECT ?1, 'any', 'live', at / 3600000 % 24 AS hour, count(*), count(*), count(*), 0, 0 FROM many WHERE rated GROUP BY hour
				UNION ALL SELECT ?2, 'any', 'live', at / 3600000 % 24 AS hour, count(*), count(*), 0, count(*), 0 FROM many WHERE rated GROUP BY hour`,
			`INSERT INTO rivals (player, game, rival, games, wins, losses, draws)
				SELECT ?1, 'any', ?2, ?3, ?3, 0, 0 UNION ALL SELECT ?2, 'any', ?1, ?3, 0, ?3, 0`,
			`INSERT INTO ratings (player, game, value, games, wins, losses, draws)
				SELECT ?1, 'any', 1500 + 0.5 * ?3, ?3, ?3, 0, 0 UNION ALL SELECT ?2, 'any', 1500 - 0.5 * ?3, ?3, 0, ?3, 0`,
			`INSERT INTO seasons (game, month, player, bot, value, games, wins, losses, draws)
				SELECT game, ?5, player, bot, value, games, wins, losses, draws FROM ratings WHERE player IN (?1, ?2)`,
			`DROP TABLE many`,
		} {
			if _, err := t.Exec(bulk, p, rival, games, month.Begins().UnixMilli(), 100*month.Year+int(month.Month), others); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// people makes players with a key of the same name each.
func people(tb testing.TB, s *Store, names ...string) (players []data.Player) {
	tb.Helper()
	for _, name := range names {
		p, err := s.CreatePlayer(tb.Context(), name, "SHA256:"+name, "")
		if err != nil {
			tb.Fatal(err)
		}
		players = append(players, p)
	}
	return players
}

// killed opens a store like a server that is killed before it gives anything away: it does nothing
// further, and the next to open the directory finds what is on the disk.
func killed(tb testing.TB, dir string) *Store {
	tb.Helper()
	s, err := Open(dir)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// acts are the ways to delete a player: here mallory, who has many games, all with vera. anna
// stays.
var acts = map[string]func(context.Context, *Store, map[string]data.Player) error{
	"claim": func(ctx context.Context, s *Store, p map[string]data.Player) error {
		i, err := s.Invite(ctx, p["anna"].ID)
		if err == nil {
			_, err = s.Claim(ctx, "SHA256:mallory", i.Code, true)
		}
		return err
	},
	"merge": func(ctx context.Context, s *Store, p map[string]data.Player) error {
		return s.Merge(ctx, "olga", p["mallory"].ID, p["anna"].ID)
	},
	"forget": func(ctx context.Context, s *Store, p map[string]data.Player) error {
		return s.Forget(ctx, p["mallory"].ID)
	},
}

// seen is everything that can be read about the people concerned.
type seen struct {
	Ratings   []map[string]data.Rating
	Histories [][]data.Event
	Games     [][]data.Match
	Records   []data.Record
	Ranked    data.Sheet
	Letters   []data.Letter
	Found     []string
	Gone      []data.PlayerID
}

// as compares with what could be read then, and says where it first differs.
func (s seen) as(t *testing.T, when string, then seen) {
	t.Helper()
	one, err1 := json.Marshal(s)
	other, err2 := json.Marshal(then)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			from := max(i-300, 0)
			t.Fatalf("%s there is\n%s\nand not\n%s", when, one[from:min(i+100, len(one))], other[from:min(i+100, len(other))])
		}
	}
	if len(one) != len(other) {
		t.Fatalf("%s there are %d bytes, and not %d", when, len(one), len(other))
	}
}

func see(t *testing.T, s *Store, p map[string]data.Player) (all seen) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var ids []data.PlayerID
	for _, name := range []string{"anna", "mallory", "vera"} {
		id := p[name].ID
		ids = append(ids, id)
		ratings, err := s.Ratings(ctx, id)
		must(err)
		history, err := s.History(ctx, id, "any", 1000)
		must(err)
		games, err := s.Games(ctx, id, "", 10_000)
		must(err)
		record, err := s.Record(ctx, id, "any")
		must(err)
		all.Ratings, all.Histories = append(all.Ratings, ratings), append(all.Histories, history)
		all.Games, all.Records = append(all.Games, games), append(all.Records, record)
		_, err = s.PlayerByName(ctx, name)
		all.Found = append(all.Found, fmt.Sprint(name, err))
		_, err = s.PlayerByName(ctx, fmt.Sprint("/", id))
		all.Found = append(all.Found, fmt.Sprint(name, err))
	}
	var err error
	all.Ranked, err = s.Sheet(ctx, "any", data.Filter{Limit: 10}, p["anna"].ID, 1000)
	must(err)
	all.Letters, err = s.Letters(ctx, p["vera"].ID)
	must(err)
	all.Gone, err = s.Gone(ctx, ids)
	must(err)
	found, _, err := s.Search(ctx, "", 10, 0)
	must(err)
	for _, f := range found {
		all.Found = append(all.Found, f.Name)
	}
	must(s.Check(ctx))
	return all
}

// TestDeparturesAreKilled kills a server after each piece of a departure. At every moment the store
// reads as it did right after the departure.
func TestDeparturesAreKilled(t *testing.T) {
	for what, act := range acts {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			s := killed(t, dir)
			t.Cleanup(func() { s.Close() })
			p := map[string]data.Player{}
			for _, one := range people(t, s, "anna", "mallory", "vera", "bert") {
				p[one.Name] = one
			}
			veteran(t, s, p["anna"].ID, p["bert"].ID, relational.PieceRows/2, 0)
			veteran(t, s, p["mallory"].ID, p["vera"].ID, 3*relational.PieceRows, 2)
			if err := s.Write(t.Context(), data.Letter{Player: p["vera"].ID, About: p["mallory"].ID, Kind: data.GameOver, Detail: json.RawMessage(`{"against":"mallory"}`)}); err != nil {
				t.Fatal(err)
			}
			if err := act(t.Context(), s, p); err != nil {
				t.Fatal(err)
			}
			want := see(t, s, p)
			if len(want.Gone) != 1 || want.Gone[0] != p["mallory"].ID || len(want.Games[1]) != 0 {
				t.Fatalf("%+v", want.Gone)
			}
			pieces := 1
			for more := true; more; pieces++ {
				s.Close()
				s = killed(t, dir)
				see(t, s, p).as(t, fmt.Sprintf("after %d pieces", pieces), want)
				if err := s.Append(t.Context(), "none", data.Entry{Ply: 1}); err != data.ErrNotFound {
					t.Fatal(err)
				}
				_, err := s.GiveAway(t.Context(), 0)
				if more = err == nil; err != nil && err != data.ErrNotFound {
					t.Fatal(err)
				}
			}
			if pieces < 5 {
				t.Errorf("%d pieces", pieces)
			}
			leftOver(t, s, p["mallory"].ID)
			s.Close()
			s = killed(t, dir)
			see(t, s, p).as(t, "once all is given away", want)
		})
	}
}

// leftOver checks that no row names a player.
func leftOver(t *testing.T, s *Store, id data.PlayerID) {
	t.Helper()
	err := s.db.Read(t.Context(), func(r tx) error {
		return r.Rows(`SELECT m.name, f."from" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
			WHERE m.type = 'table' AND f."table" = 'players' UNION ALL SELECT 'players', 'id'`, nil, func(read scan) error {
			var table, column string
			if err := read(&table, &column); err != nil {
				return err
			}
			var rows int
			err := r.Row(`SELECT count(*) FROM "`+table+`" WHERE "`+column+`" = ?`, []any{id}, &rows)
			if rows != 0 {
				t.Errorf("%d rows of %s", rows, table)
			}
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPiecesAreBounded: what changes a table with a row for each game finds its rows by
// their key, not by going through all that are left of the player.
func TestPiecesAreBounded(t *testing.T) {
	s := openStore(t)
	for _, statement := range relational.Transfers() {
		plan := ""
		err := s.db.Read(t.Context(), func(r tx) error {
			return r.Rows(`EXPLAIN QUERY PLAN `+statement, []any{1, 2, relational.PieceRows}, func(read scan) error {
				var step string
				err := read(new(int), new(int), new(int), &step)
				if plan == "" {
					plan = step
				}
				return err
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(plan, "PRIMARY KEY") {
			t.Errorf("%s\nbegins with %s", statement, plan)
		}
	}
}

// TestDeparturesAreSettled: a server continues what an earlier one, or another process, has left,
// and is stopped in the middle of it.
func TestDeparturesAreSettled(t *testing.T) {
	dir := t.TempDir()
	s := killed(t, dir)
	p := map[string]data.Player{}
	for _, one := range people(t, s, "anna", "mallory", "vera", "bert") {
		p[one.Name] = one
	}
	veteran(t, s, p["mallory"].ID, p["vera"].ID, 3*relational.PieceRows, 2)
	if err := acts["merge"](t.Context(), s, p); err != nil {
		t.Fatal(err)
	}
	// The heir is deleted too, before all is theirs.
	if err := s.Forget(t.Context(), p["anna"].ID); err != nil {
		t.Fatal(err)
	}
	want := see(t, s, p)
	if len(want.Gone) != 2 {
		t.Errorf("gone are %v", want.Gone)
	}
	if name := want.Games[2][0].Seats[0].Name; name != data.GoneName(p["anna"].ID) {
		t.Errorf("a seat of a player merged with one who is deleted is %q's", name)
	}
	s.Close()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.StartGiving(slog.New(slog.DiscardHandler))
	settled(t, s)
	see(t, s, p).as(t, "once all is given away", want)
	leftOver(t, s, p["mallory"].ID)
	leftOver(t, s, p["anna"].ID)
}

// abandoned closes a store, as if a process of this id had been its server, and opens it for an operator until the test ends.
func abandoned(t *testing.T, s *Store, dir string, server int) *Store {
	t.Helper()
	err := s.db.Write(t.Context(), func(t tx) error {
		_, err := t.Exec(`UPDATE server SET pid = ?`, server)
		return err
	})
	if err = errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	office, err := Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { office.Close() })
	return office
}

// TestDeparturesWithoutAServer: an operator's process leaves the rows of a departed player to the server. If none runs, it gives
// away all of them itself.
func TestDeparturesWithoutAServer(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	for server, runs := range map[int]bool{os.Getpid(): true, ended.Process.Pid: false} {
		dir := t.TempDir()
		s := killed(t, dir)
		p := map[string]data.Player{}
		for _, one := range people(t, s, "anna", "mallory", "vera") {
			p[one.Name] = one
		}
		veteran(t, s, p["mallory"].ID, p["vera"].ID, 3*relational.PieceRows, 0)
		office := abandoned(t, s, dir, server)
		if err := acts["merge"](t.Context(), office, p); err != nil {
			t.Fatal(err)
		}
		left := 0
		err := office.db.Read(t.Context(), func(t tx) error { return t.Row(`SELECT count(*) FROM departures`, nil, &left) })
		if err != nil || left > 0 != runs {
			t.Errorf("while a server runs: %t, %d players have rows left, %v", runs, left, err)
		}
		if !runs {
			leftOver(t, office, p["mallory"].ID)
		}
	}
}

// TestRivalsAreFewWhileAPlayerDeparts: also those of others.
func TestRivalsAreFewWhileAPlayerDeparts(t *testing.T) {
	s := killed(t, t.TempDir())
	t.Cleanup(func() { s.Close() })
	names := []string{"anna", "mallory", "vera"}
	for n := range data.MaxRivals + 2 {
		names = append(names, fmt.Sprint("player-", n))
	}
	p := people(t, s, names...)
	veteran(t, s, p[1].ID, p[2].ID, 3*relational.PieceRows, 0)
	err := s.db.Write(t.Context(), func(t tx) error {
		_, err := t.Exec(`INSERT INTO rivals (player, game, rival, games, wins, losses, draws) SELECT ?1, 'any', id, id, id, 0, 0 FROM players WHERE id > ?2`, p[0].ID, p[2].ID)
		return err
	})
	for _, departs := range []bool{false, true} {
		if err == nil && departs {
			err = s.Forget(t.Context(), p[1].ID)
		}
		record, failed := s.Record(t.Context(), p[0].ID, "any")
		if err = errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		if first := record.Rivals[0].Player.Name; len(record.Rivals) != data.MaxRivals || first != names[len(names)-1] {
			t.Errorf("departs: %t; %d rivals, the first is %s", departs, len(record.Rivals), first)
		}
	}
}

// TestDeparturesByCode: if players bring their key to another of their names by a code, what they had is
// given away.
func TestDeparturesByCode(t *testing.T) {
	for what, bring := range map[string]func(t *testing.T, s *Store, to data.Player) (data.Player, error){
		"recovery": func(t *testing.T, s *Store, to data.Player) (p data.Player, err error) {
			codes, err := s.NewRecovery(t.Context(), to.ID)
			if err != nil {
				return p, err
			}
			return s.Recover(t.Context(), "SHA256:mallory", to.Name, codes[0], true)
		},
		"invitation": func(t *testing.T, s *Store, to data.Player) (p data.Player, err error) {
			i, err := s.Invite(t.Context(), to.ID)
			if err != nil {
				return p, err
			}
			return s.Claim(t.Context(), "SHA256:mallory", i.Code, true)
		},
		"none, but an end": func(t *testing.T, s *Store, to data.Player) (p data.Player, err error) {
			return to, s.Forget(t.Context(), to.ID+1)
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, err := Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			s.StartGiving(slog.New(slog.DiscardHandler))
			p := people(t, s, "anna", "mallory", "vera")
			veteran(t, s, p[1].ID, p[2].ID, 3*relational.PieceRows, 2)
			began := time.Now()
			if now, err := bring(t, s, p[0]); err != nil || now.ID != p[0].ID {
				t.Fatalf("%s: the key is now %v's, %v", what, now, err)
			}
			settled(t, s)
			leftOver(t, s, p[1].ID)
			if took := time.Since(began); took > time.Second { // of the bubble's clock
				t.Errorf("%s: the rows were given away after %v", what, took)
			}
		})
	}
}

// settled waits until all rows of departed players are given away.
func settled(tb testing.TB, s *Store) {
	tb.Helper()
	late := time.After(5 * time.Minute)
	for {
		left := 0
		err := s.db.Read(tb.Context(), func(t tx) error { return t.Row(`SELECT count(*) FROM departures`, nil, &left) })
		if err != nil {
			tb.Fatal(err)
		}
		if left == 0 {
			return
		}
		select {
		case <-late:
			tb.Fatal("it takes for ever")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// TestTheLogForgetsTheDeleted once the last piece is gone: it had their name.
func TestTheLogForgetsTheDeleted(t *testing.T) {
	dir := t.TempDir()
	s := killed(t, dir)
	defer s.Close()
	p := people(t, s, "mallory", "vera")
	veteran(t, s, p[0].ID, p[1].ID, 3*relational.PieceRows, 0)
	if err := s.Forget(t.Context(), p[0].ID); err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		_, err := s.GiveAway(t.Context(), 0)
		more = err == nil
	}
	leftOver(t, s, p[0].ID)
	if log, err := os.Stat(filepath.Join(dir, FileName+"-wal")); err != nil || log.Size() != 0 {
		t.Errorf("the log has %d bytes, %v", log.Size(), err)
	}
}
