package operator_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"noir/app/operator"
	"noir/data"
	"noir/data/datatest"
	"noir/data/postgres"
	"noir/data/postgres/pgtest"
	"noir/data/relational"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/engine/enginetest"
	"noir/engine/noirburg"
	"noir/server/hostkey"
)

func TestMain(m *testing.M) {
	if step := os.Getenv(dieAt); step != "" {
		die(step)
		return
	}
	sqlitetest.OffDisk()
	os.Exit(pgtest.Main(m))
}

var games = []engine.Game{districtnoir.Game{}, noirburg.Game{}}

func quiet(string) {}

// moved copies the store in a directory to PostgreSQL and back, and compares all three row by row.
func moved(t *testing.T, dir string) (database, back string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	database, back = pgtest.Empty(t), t.TempDir()
	same := func(from relational.Source) func(relational.Source) error {
		return func(to relational.Source) error { return relational.Compare(ctx, from, to, quiet) }
	}
	copied := func(from relational.Source) func(relational.Target) error {
		return func(to relational.Target) error { return relational.Copy(ctx, from, to, quiet) }
	}
	err := sqlite.Read(ctx, dir, func(from relational.Source) error {
		err := postgres.Make(ctx, database, copied(from), func(s *postgres.Store, to relational.Source) error {
			return errors.Join(same(from)(to), s.Check(ctx))
		})
		if err != nil {
			return err
		}
		err = postgres.Read(ctx, database, func(there relational.Source) error {
			return sqlite.Make(ctx, back, copied(there), func(s *sqlite.Store, to relational.Source) error {
				for _, table := range from.Tables() {
					last, err := from.Last(ctx, table)
					if again, err2 := to.Last(ctx, table); err != nil || err2 != nil || last != again {
						t.Errorf("%s goes on after %d, %v, not %d, %v", table.Name, again, err2, last, err)
					}
				}
				return errors.Join(same(from)(to), s.Check(ctx))
			})
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return database, back
}

// mover moves a store when its test has closed it, if it has rows in a table that no other has had.
type mover struct {
	*sqlite.Store
	t     *testing.T
	dir   string
	moved map[string]bool // tables of which rows have been moved
}

func (m mover) Close() error {
	err := m.Store.Close()
	if err != nil || m.t.Failed() {
		return err
	}
	more := false
	err = sqlite.Read(context.WithoutCancel(m.t.Context()), m.dir, func(from relational.Source) error {
		for _, table := range from.Tables() {
			for _, err := range from.Rows(context.Background(), table) {
				if err != nil {
					return err
				}
				more = more || !m.moved[table.Name]
				m.moved[table.Name] = true
				break
			}
		}
		return nil
	})
	if err == nil && more {
		moved(m.t, m.dir)
	}
	return err
}

// TestWhateverIsStoredMoves: what tests of stores leave, in every table that there is, is the same
// after a migration there and back.
func TestWhateverIsStoredMoves(t *testing.T) {
	t.Parallel()
	pgtest.Empty(t) // where there is none, nothing is tried
	all := map[string]bool{}
	open := func(t *testing.T, dir string) datatest.Store { return mover{sqlitetest.Open(t, dir), t, dir, all} }
	t.Run("a departure", func(t *testing.T) {
		dir := house(t)
		beside, err := sqlite.Attach(dir)
		if err == nil {
			err = mover{beside, t, dir, all}.Close()
		}
		if err != nil {
			t.Error(err)
		}
	})
	datatest.RunForRows(t, open)
	err := sqlite.Read(t.Context(), emptied(t), func(from relational.Source) error {
		for _, table := range from.Tables() {
			if !all[table.Name] {
				t.Errorf("no test has had rows in %s", table.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// emptied returns the directory of an empty store.
func emptied(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := sqlitetest.Open(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// house makes a store with games as they are played, rated and not, over and running.
func house(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s := sqlitetest.Open(t, dir)
	chance := rand.New(rand.NewPCG(1, 2))
	gone := sqlitetest.Player(t, s, "wilmer")
	var seats []data.Seat
	for _, name := range []string{"marlowe", "spade", "vivian"} {
		p := sqlitetest.Player(t, s, name)
		seats = append(seats, data.Seat{Player: p.ID, Name: name, Kind: data.Human})
	}
	for n := range 12 {
		game, at := games[n%2], seats[:2+n%2]
		m := data.Match{ID: data.MatchID(fmt.Sprintf("m%d", n)), Game: game.Info().Name, Rated: n%3 > 0, Pace: data.Live, Seats: at, Started: time.UnixMilli(1772395200000 + int64(n)*1e7)}
		m.Seed[0] = byte(n)
		m, err := s.Open(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		play(t, s, game, m, chance, n < 10)
	}
	if _, err := s.Void(t.Context(), "olga", "m1", "it was a trial"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	changed(t, dir, fmt.Sprintf(`INSERT INTO departures (player, name, ratings) VALUES (%d, 'gone-5', FALSE)`, gone.ID)) // whose rows nobody has given away yet
	return dir
}

// changed runs a statement on the database in a directory.
func changed(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.FileName))
	if err == nil {
		_, err = db.Exec(statement)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// play makes some moves by chance, and then all but one resign if it is to end.
func play(t *testing.T, s data.Store, game engine.Game, m data.Match, chance *rand.Rand, toEnd bool) {
	t.Helper()
	state, err := game.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	for ply := 1; ; {
		seat := state.Prompts()[0].Seat
		move := engine.Move{Seat: seat, By: engine.ByPlayer, Body: engine.Resign}
		if ply < 40 {
			move.Body = enginetest.Choose(game, state, seat, chance)
		} else if !toEnd {
			return
		}
		next, plies, err := engine.Make(state, move)
		if err != nil {
			t.Fatal(err)
		}
		var log []data.Entry
		for _, p := range plies {
			log = append(log, data.NewEntry(ply, p, int64(ply)*1000))
			ply++
		}
		state = next
		if result, over := state.Result(); over {
			if _, err := s.Finish(t.Context(), m.ID, m.Started.Add(time.Hour), result, log...); err != nil {
				t.Fatal(err)
			}
			return
		}
		if err := s.Append(t.Context(), m.ID, log...); err != nil {
			t.Fatal(err)
		}
	}
}

// contents are the matches of a store, over and running.
func contents(t *testing.T, s interface {
	data.Store
	data.Operator
}) (all []data.Match) {
	t.Helper()
	for m, err := range s.Matches(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	running, err := s.Unfinished(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return append(all, running...)
}

// TestMigration: a house with real games goes to PostgreSQL, is played on there, and comes back, with every
// game and rating as it was. What is there already is never written over.
func TestMigration(t *testing.T) {
	t.Parallel()
	database, dir := pgtest.Empty(t), house(t)
	there := operator.Migration{Place: operator.Place{Data: dir, Database: database}, By: "olga", Games: games, Tell: quiet}
	count, err := there.There(t.Context())
	if err != nil || count.Games == 0 || count.Ratings == 0 {
		t.Fatalf("%+v, %v", count, err)
	}
	if _, err := there.There(t.Context()); !errors.Is(err, postgres.ErrNotEmpty) {
		t.Errorf("once more: %v", err)
	}
	if _, err := there.Back(t.Context()); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("back over it: %v", err)
	}
	before := sqlitetest.Open(t, dir)
	defer before.Close()
	if _, err := there.There(t.Context()); !errors.Is(err, sqlite.ErrLocked) {
		t.Errorf("while a server runs: %v", err)
	}

	s, err := postgres.Open(t.Context(), database, "", "test")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := contents(t, s), contents(t, before); !reflect.DeepEqual(got, want) {
		t.Errorf("there are\n%+v\nof\n%+v", got, want)
	}
	vera := sqlitetest.Player(t, s, "vera")
	if _, err := s.Open(t.Context(), data.Match{ID: "new", Game: games[0].Info().Name, Pace: data.Live, Started: time.Now(), Seats: []data.Seat{{Player: vera.ID, Name: "vera", Kind: data.Human}}}); err != nil {
		t.Error(err)
	}
	back := operator.Migration{Place: operator.Place{Data: filepath.Join(t.TempDir(), "new"), Database: database}, By: "olga", Games: games, Tell: quiet}
	if _, err := back.Back(t.Context()); !errors.Is(err, postgres.ErrServed) {
		t.Errorf("back while a server runs: %v", err)
	}
	want := contents(t, s)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	again, err := back.Back(t.Context())
	if err != nil || again != count {
		t.Fatalf("%+v, %v", again, err)
	}
	after, err := sqlite.Open(back.Data)
	if err != nil {
		t.Fatal(err)
	}
	defer after.Close()
	if got := contents(t, after); !reflect.DeepEqual(got, want) {
		t.Errorf("back are\n%+v\nof\n%+v", got, want)
	}
	acts, err := after.Audit(t.Context(), 2)
	if err != nil || len(acts) < 2 || acts[0].Verb != "migrate" || acts[1].Verb != "migrate" {
		t.Errorf("%+v, %v", acts, err)
	}
}

// TestFaultyHouseDoesNotMove: what does not add up is not moved, and nothing starts on what was begun.
func TestFaultyHouseDoesNotMove(t *testing.T) {
	t.Parallel()
	dir, database := house(t), pgtest.Empty(t)
	changed(t, dir, `UPDATE matches SET seed = zeroblob(32) WHERE rated AND voided IS NULL`)
	m := operator.Migration{Place: operator.Place{Data: dir, Database: database}, By: "olga", Games: games, Tell: quiet}
	if _, err := m.There(t.Context()); err == nil || !strings.Contains(err.Error(), "game m") {
		t.Errorf("%v", err)
	}
	if _, err := postgres.Open(t.Context(), database, "", "test"); err == nil || !strings.Contains(err.Error(), "has not ended") {
		t.Errorf("a server starts: %v", err)
	}
	if _, err := postgres.Attach(t.Context(), database); err == nil {
		t.Error("and so do operators")
	}
}

// Where the process of a migration kills itself, and what it is to do.
const (
	dieAt   = "NOIR_TEST_DIE_AT"
	dieIn   = "NOIR_TEST_DIE_IN"
	dieFrom = "NOIR_TEST_DIE_FROM"
)

// die migrates and kills this process when it is told of a step.
func die(step string) {
	m := operator.Migration{
		Place: operator.Place{Data: os.Getenv(dieIn), Database: os.Getenv(dieFrom)}, By: "olga", Games: games,
		Tell: func(doing string) {
			if strings.Contains(doing, strings.TrimPrefix(step, "back ")) {
				if self, err := os.FindProcess(os.Getpid()); err == nil && self.Kill() == nil {
					select {}
				}
			}
		},
	}
	do := m.There
	if strings.HasPrefix(step, "back ") {
		do = m.Back
	}
	_, err := do(context.Background())
	fmt.Fprintln(os.Stderr, "it was not killed:", err)
}

// TestKilledMigration: nothing starts on what a killed migration leaves, and what it was of is as it was.
func TestKilledMigration(t *testing.T) {
	t.Parallel()
	dir := house(t)
	killed := func(step, data, database string) {
		t.Helper()
		self := exec.Command(os.Args[0])
		self.Env = append(os.Environ(), dieAt+"="+step, dieIn+"="+data, dieFrom+"="+database)
		out, err := self.CombinedOutput()
		if err == nil || strings.Contains(string(out), "was not killed") {
			t.Fatalf("%s: %v\n%s", step, err, out)
		}
	}
	for _, step := range []string{"copying moves", "comparing seats", "checking"} {
		database := pgtest.Empty(t)
		killed(step, dir, database)
		if _, err := postgres.Open(t.Context(), database, "", "test"); err == nil || !strings.Contains(err.Error(), "has not ended") {
			t.Errorf("%s: a server starts: %v", step, err)
		}
		m := operator.Migration{Place: operator.Place{Data: dir, Database: database}, By: "olga", Games: games, Tell: quiet}
		if _, err := m.There(t.Context()); !errors.Is(err, postgres.ErrNotEmpty) {
			t.Errorf("%s: and once more: %v", step, err)
		}
	}
	database, _ := moved(t, dir)
	for _, step := range []string{"back copying moves", "back checking"} {
		to := t.TempDir()
		killed(step, to, database)
		if s, err := sqlite.Open(to); err == nil {
			t.Errorf("%s: a server starts", step)
			s.Close()
		}
	}
	if _, err := postgres.Open(t.Context(), database, "", "test"); err != nil {
		t.Error(err)
	}
}

// TestBackupOfPostgreSQL: a backup is made while a server runs, with the host key, checked where it lies, and
// restored elsewhere. It overwrites nothing.
func TestBackupOfPostgreSQL(t *testing.T) {
	t.Parallel()
	database, _ := moved(t, house(t))
	s, err := postgres.Open(t.Context(), database, "", "test")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at, dest := operator.Place{Data: t.TempDir(), Database: database}, filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(filepath.Join(at.Data, hostkey.File), []byte("the key"), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := operator.Open(at, "olga", games)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	files, err := o.Upkeep.Backup(t.Context(), dest)
	if want := []string{hostkey.File, sqlite.FileName}; err != nil || !reflect.DeepEqual(files, want) {
		t.Fatalf("%q, %v", files, err)
	}
	if acts, err := o.Upkeep.Audit(t.Context(), 1); err != nil || acts[0].Verb != "backup" {
		t.Errorf("%+v, %v", acts, err)
	}
	if _, err := o.Upkeep.Backup(t.Context(), dest); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("over it: %v", err)
	}
	live, err := o.Upkeep.Check(t.Context(), func(int) {})
	if err != nil || live.Games == 0 {
		t.Errorf("%+v, %v", live, err)
	}
	elsewhere := t.TempDir()
	if _, keys, err := operator.Restore(t.Context(), "olga", operator.Place{Data: elsewhere}, dest); err != nil || len(keys) != 1 {
		t.Errorf("%q, %v", keys, err)
	}
	for _, dir := range []string{dest, elsewhere} {
		copied, err := operator.Open(operator.Place{Data: dir}, "olga", games)
		if err != nil {
			t.Fatal(err)
		}
		if count, err := copied.Upkeep.Check(t.Context(), func(int) {}); err != nil || count != live {
			t.Errorf("%+v, %v", count, err)
		}
		copied.Close()
	}
	restored := sqlitetest.Open(t, elsewhere)
	defer restored.Close()
	if got, want := contents(t, restored), contents(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("restored are\n%+v\nof\n%+v", got, want)
	}
}
