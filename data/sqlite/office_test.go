package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
)

// raw opens the database itself, without the references kept.
func raw(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "noir.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// play has two players play a rated match that the first wins.
func play(ctx context.Context, store data.Store, id data.MatchID, players ...data.Player) error {
	m := data.Match{ID: id, Game: "any", Rated: true, Started: time.Now()}
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	if _, err := store.Open(ctx, m); err != nil {
		return err
	}
	move := engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: engine.Resign}}
	r := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}}
	_, err := store.Finish(ctx, id, time.Now(), r, data.NewEntry(1, move, 0))
	return err
}

func newPlayers(t *testing.T, store data.Store, names ...string) []data.Player {
	t.Helper()
	players := make([]data.Player, len(names))
	for i, name := range names {
		p, err := store.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
		if err != nil {
			t.Fatal(err)
		}
		players[i] = p
	}
	return players
}

func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct{ damage, says string }{
		"a rating":      {`UPDATE ratings SET value = value + 1 WHERE player = 1`, "anna has"},
		"its games":     {`UPDATE ratings SET games = games + 1, wins = wins + 1 WHERE player = 1`, "anna has"},
		"its wins":      {`UPDATE ratings SET wins = wins + 1 WHERE player = 1`, "anna has"},
		"a lost rating": {`DELETE FROM ratings WHERE player = 1`, "anna has"},
		"a lost event":  {`DELETE FROM rating_events WHERE player = 1`, "anna has"},
		"a seat": {`UPDATE seats SET after = after + 1 WHERE player = 1`,
			"the rating of anna was not changed as match m1 says"},
		"an unmarked void": {`INSERT INTO rating_events SELECT NULL, match, seat, 'void', player, game, at, -change, NULL FROM rating_events`,
			"the rating of anna was not changed as match m1 says"},
		"another's event":     {`UPDATE rating_events SET player = 2 WHERE player = 1`, "the rating of anna was not changed as match m1 says"},
		"another game":        {`UPDATE rating_events SET game = 'other' WHERE player = 1`, "the rating of anna was not changed as match m1 says"},
		"a seat apart":        {`UPDATE seats SET apart = 1 WHERE player = 1`, "the rating of anna was not changed as match m1 says"},
		"a mark":              {`UPDATE players SET bot = 1 WHERE id = 1`, "anna is ranked in the wrong field"},
		"a month":             {`UPDATE seasons SET value = value + 1 WHERE player = 1`, "this month's table of any has anna"},
		"its games too":       {`UPDATE seasons SET games = games + 1 WHERE player = 1`, "this month's table of any has anna"},
		"its wins too":        {`UPDATE seasons SET wins = wins + 1 WHERE player = 1`, "this month's table of any has anna"},
		"a row's mark":        {`UPDATE seasons SET bot = 1 WHERE player = 1`, "this month's table of any has anna"},
		"a lost row":          {`DELETE FROM seasons WHERE player = 1`, "this month's table of any has anna"},
		"a row too many":      {`DELETE FROM rating_events; DELETE FROM ratings`, "this month's table of any has anna"},
		"a lost player":       {`DELETE FROM players WHERE id = 1`, "a row of keys refers to one of players that is not there"},
		"an end":              {`UPDATE seats SET ended = ended + 1 WHERE player = 1`, "the seat of anna in m1 says otherwise"},
		"a place":             {`UPDATE seats SET place = 2 WHERE player = 1`, "the seat of anna in m1 says otherwise"},
		"a win":               {`UPDATE seats SET won = 1 WHERE player = 1`, "the seat of anna in m1 says otherwise"},
		"a place for nothing": {`UPDATE matches SET result = json_set(result, '$.reason', 'aborted')`, "the seat of anna in m1 says otherwise"},
		"a tally":             {`UPDATE tallies SET games = games + 1 WHERE player = 1`, "the games of anna are not counted"},
		"a lost tally":        {`DELETE FROM tallies WHERE player = 1`, "the games of anna are not counted"},
		"a rival":             {`UPDATE rivals SET draws = draws + 1 WHERE player = 1`, "the games of anna are not counted"},
		"a lost rival":        {`DELETE FROM rivals WHERE player = 1`, "the games of anna are not counted"},
		"a streak":            {`UPDATE ratings SET streak = 2 WHERE player = 1`, "the runs of anna"},
		"the last one's":      {`UPDATE ratings SET streak = 2 WHERE player = 2`, "the runs of bert"},
		"its best":            {`UPDATE ratings SET best = 2 WHERE player = 1`, "the runs of anna"},
		"a peak":              {`UPDATE ratings SET highest = 2000 WHERE player = 1`, "the runs of anna"},
		"a step":              {`UPDATE spread SET players = players + 1 WHERE month = 0 AND step = 1530 / 8`, "the tables of any have not as many players as it says"},
		"a lost step":         {`DELETE FROM spread WHERE month > 0`, "the tables of any have not as many players as it says"},
		"an event's match": {`INSERT INTO contests (id, title, game, seats, starts, ends, every, opened) VALUES (7, 'x', 'any', 2, 0, 1, 0, '');
			INSERT INTO contest_matches (contest, match, turns) VALUES (7, 1, '[]')`, "the event 7 says otherwise when match m1 ended"},
		"its place in it": {`INSERT INTO contests (id, title, game, seats, starts, ends, every, opened) VALUES (7, 'x', 'any', 2, 0, 1, 0, '');
			INSERT INTO contest_matches (contest, match, turns, ended) SELECT 7, number, '[]', ended FROM matches`, "the event 7 says otherwise when match m1 ended"},
		"an index": {`PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema
			WHERE name = 'keys_of_player') WHERE name = 'rankings'`, "rankings"},
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			store := sqlitetest.Open(t, dir)
			if err := play(t.Context(), store, "m1", newPlayers(t, store, "anna", "bert")...); err != nil {
				t.Fatal(err)
			}
			if err := store.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			store.Close()
			if _, err := raw(t, dir).Exec(c.damage); err != nil {
				t.Fatal(err)
			}
			store = sqlitetest.Open(t, dir)
			defer store.Close()
			if err := store.Check(t.Context()); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("it says %v", err)
			}
		})
	}
}

func TestAuditLogIsOnlyAddedTo(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	if err := store.Note(t.Context(), "olga", "rotate", "host key", map[string]any{"old": "SHA256:a"}); err != nil {
		t.Fatal(err)
	}
	for _, change := range []string{`UPDATE audit SET by = 'mallory'`, `DELETE FROM audit`} {
		if _, err := raw(t, dir).Exec(change); err == nil || !strings.Contains(err.Error(), "only added to") {
			t.Errorf("%s: %v", change, err)
		}
	}
	if acts, err := store.Audit(t.Context(), 10); err != nil || len(acts) != 1 || acts[0].By != "olga" || acts[0].Detail != `{"old":"SHA256:a"}` {
		t.Errorf("%+v, %v", acts, err)
	}
}

// When a player is deleted beside a server, the files themselves have nothing of them any more,
// even in free pages.
func TestDeletedIsNotInTheFiles(t *testing.T) {
	dir := t.TempDir()
	server := sqlitetest.Open(t, dir)
	defer server.Close()
	p := newPlayers(t, server, "marguerite", "bert")
	if err := play(t.Context(), server, "m1", p...); err != nil {
		t.Fatal(err)
	}
	office, err := sqlite.Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	spread(t, server, p[0], p[1])
	if _, err := office.Delete(t.Context(), "olga", p[0].ID); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("marguerite")) {
			t.Errorf("her name is in %s", f.Name())
		}
		all += string(text)
	}
	if !strings.Contains(all, "bert") {
		t.Error("nobody's name is in the files")
	}
	if err := play(t.Context(), server, "m2", p[1], newPlayers(t, server, "cora")[0]); err != nil {
		t.Errorf("the server goes on: %v", err)
	}
}

// spread puts a player's name wherever somebody else may see it.
func spread(t *testing.T, store data.Store, p, other data.Player) {
	t.Helper()
	ctx := t.Context()
	_, challenged := store.Challenge(ctx, data.Challenge{From: p, To: other, Game: "any", Expires: time.Now().Add(time.Hour)})
	_, reported := store.Complain(ctx, data.Report{By: other, About: p, Match: "m1",
		Talk: json.RawMessage(`[{"seat":0,"name":"` + p.Name + `","text":"I am ` + p.Name + `"}]`)})
	written := store.Write(ctx, data.Letter{Player: other.ID, About: p.ID, Kind: data.GameOver, Detail: json.RawMessage(`{"against":"` + p.Name + `"}`)})
	_, set := store.ChangeSettings(ctx, p.ID, func(set *data.Settings) { set.Webhook = "https://" + p.Name + ".example" })
	if err := errors.Join(challenged, reported, written, set); err != nil {
		t.Fatal(err)
	}
}

// A reader stops the log from being emptied, and nothing else.
func TestDeleteBesideAReader(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	p := newPlayers(t, store, "marguerite", "bert")
	reading, err := raw(t, dir).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Rollback()
	if err := reading.QueryRow(`SELECT count(*) FROM players`).Scan(new(int)); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Delete(t.Context(), "olga", p[0].ID); err != nil {
		t.Error(err)
	}
	if _, err := store.PlayerByName(t.Context(), "marguerite"); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("she is found: %v", err)
	}
}

// A backup taken while a server writes has everything acknowledged before.
func TestBackupWhileServing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := startServer(t, dir)
	server.waitFor(t, 500)
	store, err := sqlite.Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	restored := t.TempDir()
	path := filepath.Join(restored, "noir.db")
	if err := store.Backup(t.Context(), "olga", path); err != nil {
		t.Fatal(err)
	}
	server.waitFor(t, server.last+20) // and it was not disturbed
	files, err := os.ReadDir(restored)
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	if info, err := files[0].Info(); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	copied := sqlitetest.Open(t, restored)
	defer copied.Close()
	if err := copied.Check(t.Context()); err != nil {
		t.Error(err)
	}
	if m, err := copied.Match(t.Context(), "m1"); err != nil || len(m.Moves) < 500 {
		t.Errorf("%d plies, %v", len(m.Moves), err)
	}
	acts, err := store.Audit(t.Context(), 10)
	if err != nil || len(acts) != 1 || acts[0].Verb != "backup" || acts[0].Subject != path {
		t.Errorf("logged %+v, %v", acts, err)
	}
}

// A backup that cannot be logged is none.
func TestBackupIsLogged(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	if _, err := raw(t, dir).Exec(`CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT raise(ABORT, 'full'); END`); err != nil {
		t.Fatal(err)
	}
	copies := t.TempDir()
	if err := store.Backup(t.Context(), "olga", filepath.Join(copies, "copy.db")); err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("it says %v", err)
	}
	if files, err := os.ReadDir(copies); err != nil || len(files) != 0 {
		t.Errorf("%v are left behind, %v", files, err)
	}
}

func TestBackupReplacesNothing(t *testing.T) {
	store := sqlitetest.Open(t, t.TempDir())
	defer store.Close()
	dir := t.TempDir()
	path := filepath.Join(dir, "copy.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Backup(t.Context(), "olga", path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an existing file: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := store.Backup(ctx, "olga", path); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
		t.Errorf("%v are left behind, %v", files, err)
	}
	if err := os.WriteFile(path+".part", []byte("of one that was killed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := store.Backup(t.Context(), "olga", path); err != nil {
		t.Error(err)
	}
	if acts, err := store.Audit(t.Context(), 10); err != nil || len(acts) != 1 {
		t.Errorf("%d acts logged, %v", len(acts), err)
	}
}

// An operator's store and a server's work on the same ratings at the same time.
func TestOfficeBesideAServer(t *testing.T) {
	dir := t.TempDir()
	server := sqlitetest.Open(t, dir)
	defer server.Close()
	office, err := sqlite.Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	p := newPlayers(t, server, "anna", "bert", "cora", "dora", "emil")
	if err := play(t.Context(), server, "with emil", p[4], p[0]); err != nil {
		t.Fatal(err)
	}

	const matches = 60
	id := func(n int) data.MatchID { return data.MatchID(fmt.Sprint("m", n)) }
	var all sync.WaitGroup
	for pair := range 2 {
		all.Go(func() {
			for n := pair; n < matches; n += 2 {
				if err := play(t.Context(), server, id(n), p[2*pair], p[2*pair+1]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() {
		for n := range matches / 2 {
			_, err := office.Void(t.Context(), "olga", id(n), "")
			for errors.Is(err, data.ErrNotFound) || errors.Is(err, data.ErrRunning) {
				_, err = office.Void(t.Context(), "olga", id(n), "")
			}
			if err != nil {
				t.Error(err)
			}
			if _, err := office.Rename(t.Context(), "olga", p[0].ID, fmt.Sprint("anna-", n)); err != nil {
				t.Error(err)
			}
			if n == matches/4 {
				err := data.ErrRunning // as one of their games may be
				for errors.Is(err, data.ErrRunning) {
					err = office.Merge(t.Context(), "olga", p[4].ID, p[3].ID)
				}
				if err != nil {
					t.Error(err)
				}
			}
		}
	})
	all.Wait()
	if err := office.Check(t.Context()); err != nil {
		t.Error(err)
	}
	for i, games := range []int{matches/4 + 1, matches / 4, matches / 4, matches/4 + 1} {
		ratings, err := server.Ratings(t.Context(), p[i].ID)
		if err != nil || ratings["any"].Games != games {
			t.Errorf("%s: %d games, %v", p[i].Name, ratings["any"].Games, err)
		}
	}
	if acts, err := office.Audit(t.Context(), 1000); err != nil || len(acts) != matches+1 {
		t.Errorf("%d acts, %v", len(acts), err)
	}
}
