package sqlite_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pressly/goose/v3"

	"noir/data"
	"noir/data/relational"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
)

// released are the checksums of the migrations that existing databases have been through. Never
// change such a migration: those databases would not run it again. Write another one, and add its
// checksum here when it is released.
var released = map[string]string{
	"001_start.sql":      "6e30d0a59a54e24d9c3494de595127a637f95c0fd9fe69201897939cf679425e",
	"002_office.sql":     "2f2733d0837011d50d3fb136e58d9ce7557ea4290cc3cd4e93a4e80f36b13ec2",
	"003_stops.sql":      "41527f45ebae8a025e7423ca6d089475a11be367cd92480e3b82b296ff8addc5",
	"004_keyring.sql":    "a350c94ae29d75c10afad5741ebfce4bc6eb63e0a6782caf07d4b1851215808d",
	"005_settings.sql":   "7f1dc2c2ba3e75b1d1d5030e71bbe93c6ab665ee0334aeaa47ee725169eef5d0",
	"006_circle.sql":     "d838d2e1e101fa8bc4c86314ccb9b19a2b75dfd75cd73fc0e613415fa8a8b77a",
	"007_challenges.sql": "0de211947aff3f7287bb23733b3ef31191efafe866072d9aee414174f3d3183b",
	"008_seasons.sql":    "1603cb9985ed4070e8b7a5f86eb477dd1f2cdc0bfe55972933d429e8d736f3a5",
	"009_contests.sql":   "0400fb21e62c01c726474f4a7ebdfd96bfe966bfa7af975faae8f3691dacdb0a",
	"010_hooks.sql":      "35a7f97c0f59e894ceb262fc5616e48acca499ccbd8a0d13cbdb19d4d4d42684",
	"011_puzzles.sql":    "ab2657de8edf2b43c984644ca58cb36974743cba49fcf42c3f17a7c92aafe647",
	"012_events.sql":     "8a0b04dea012be377095b86d0c0cedf13a129fb08b2b425350bac0b1fcc54b94",
	"013_rules.sql":      "d65eb832a4c1f31af05534c43e1076b0a8f8d518e057f1ace6dc96a9676d86e2",
	"014_departures.sql": "71919043f1bee6eaa4a189f4dd2f4b685c390c33d6d76f666db77656e893ba20",
	"015_scores.sql":     "a26d69341ef1cf94519d1e8e44f72c917d66d297d2a9d7d08fdb9a83eee97d69",
	"016_annals.sql":     "661cd702db41fa11b074d1c6ab0b3e42d20aa05e1a577a282946884763b755a6",
	"017_memories.sql":   "0c340de105547dcbd3fff19280e5001da70812818c93f65a97c1b3ec6e6dc444",
	"018_names.sql":      "7ffff72d70ac27678c4888af2d4ac761afff1f3c530c5c9acbbdcfd48bfd5ef0",
	"019_codes.sql":      "6807ad8ad7b9ed37001cad5423880fb14d11371933e05f9d67382d8728fe4fe5",
	"020_addresses.sql":  "b4cdba758380a213b36d3430cf469b27cd23caca401a29c14ccde7d72d9ee081",
	"021_clocks.sql":     "f8af5493952a8d6338cb829fcda7e10f9c2b3fb7391fe61dbda7ffad827cf016",
	"022_retention.sql":  "9680996ea3387a2d050941524877838a5faec601cee05ba0165845f69b320f93",
	"023_origins.sql":    "4e6c14e3029ce844eaf820e1d76341a14851581a7c4875f0daadc4f8095849c5",
	"024_owners.sql":     "a094ec14ae161e4dc32dbc164df441e0d42b71f41ff95ef3cff4042faf4a90c6",
	"025_guests.sql":     "4f16af1a2d8c028ca53cb71089bcb014b6a69d44424e3e998e41434175abc013",
	"026_protocols.sql":  "2174fd1fa17fa86c1d6d020a438f16c8dbe63828c1c6cf5e1f1659297396276f",
	"027_spread.sql":     "c2b71791066c690bd50746bfdf538782a707ff5f63a877d4659d7978593b4e81",
}

// TestAMigrationThatFails: nothing of it stays, and all that was done before it does. One that leads back is not tried.
func TestAMigrationThatFails(t *testing.T) {
	t.Parallel()
	for second, says := range map[string]string{
		"CREATE TABLE third (n INTEGER);\nCREATE TABLE first (n INTEGER);":                   "already exists",
		"-- +goose Up\nCREATE TABLE third (n INTEGER);\n\n-- +goose Down\nDROP TABLE third;": "nothing leads back",
	} {
		db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), sqlite.FileName))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		all, err := relational.Migrations(fstest.MapFS{
			"001_first.sql":  {Data: []byte("CREATE TABLE first (n INTEGER); -- with a note\nCREATE TABLE second (n INTEGER);")},
			"002_second.sql": {Data: []byte(second)},
		})
		if err != nil {
			t.Fatal(err)
		}
		provider, err := goose.NewProvider(goose.DialectSQLite3, db, nil, goose.WithGoMigrations(all...), goose.WithDisableGlobalRegistry(true))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := provider.Up(t.Context()); err == nil || !strings.Contains(err.Error(), "002_second.sql: ") || !strings.Contains(err.Error(), says) {
			t.Errorf("of %q it says %v", second, err)
		}
		var tables string
		err = db.QueryRow(`SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite_%' ORDER BY name)`).Scan(&tables)
		if version, err2 := provider.GetDBVersion(t.Context()); err != nil || err2 != nil || version != 1 || tables != "first,second" {
			t.Errorf("schema %d of %s, %v, %v", version, tables, err, err2)
		}
	}
}

func TestReleasedMigrationsStay(t *testing.T) {
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(files) != len(released) {
		t.Errorf("%d migrations, %d released, %v", len(files), len(released), err)
	}
	for name, want := range released {
		text, err := os.ReadFile(filepath.Join("migrations", name))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s has been changed: its sum is %x", name, sum)
		}
	}
}

// picture is what a store answers about everything that it holds. Each
// testdata/schema-N.sql is a database as `sqlite3 noir.db .dump` prints it, made
// by a noir that had this schema; schema-N.json is what that one answered.
type picture struct {
	Players  []data.Player
	Keys     [][]data.Key
	Ratings  []map[string]data.Rating
	History  [][]data.Event // of each player, by game
	Games    [][]data.MatchID
	Rankings [][]data.Standing // by game
	Matches  []data.Match
	Running  []data.MatchID
}

// games are those of the databases in testdata. The first is played here too.
var games = []string{"district-noir", "noirburg"}

// look asks a store for what an older version of it contained.
func look(t *testing.T, store data.Store, earlier picture) (now picture) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range earlier.Players {
		player, err := store.PlayerByName(ctx, p.Name)
		must(err)
		keys, err := store.Keys(ctx, p.ID)
		must(err)
		ratings, err := store.Ratings(ctx, p.ID)
		must(err)
		played, err := store.Games(ctx, p.ID, "", 1000)
		must(err)
		for _, game := range games {
			history, err := store.History(ctx, p.ID, game, 1000)
			must(err)
			now.History = append(now.History, history)
		}
		now.Players, now.Keys = append(now.Players, player), append(now.Keys, keys)
		now.Ratings, now.Games = append(now.Ratings, ratings), append(now.Games, ids(played))
	}
	for _, game := range games {
		rows, _, err := store.Table(ctx, game, data.Filter{Limit: 1000})
		must(err)
		now.Rankings = append(now.Rankings, rows)
	}
	for _, m := range earlier.Matches {
		match, err := store.Match(ctx, m.ID)
		must(err)
		now.Matches = append(now.Matches, match)
	}
	running, err := store.Unfinished(ctx)
	must(err)
	now.Running = ids(running)
	return now
}

func ids(matches []data.Match) (ids []data.MatchID) {
	for _, m := range matches {
		ids = append(ids, m.ID)
	}
	return ids
}

// restoreDump makes the database of a dump and returns its directory.
func restoreDump(t *testing.T, dump string) (dir string) {
	t.Helper()
	text, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	db := raw(t, dir)
	if _, err := db.Exec(string(text)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Every database that a noir has ever written is upgraded with all its contents, and its running
// games go on.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	dumps, err := filepath.Glob("testdata/schema-*.sql")
	if err != nil || len(dumps) == 0 {
		t.Fatalf("%d databases, %v", len(dumps), err)
	}
	for _, dump := range dumps {
		t.Run(filepath.Base(dump), func(t *testing.T) {
			answers, err := os.ReadFile(strings.TrimSuffix(dump, ".sql") + ".json")
			if err != nil {
				t.Fatal(err)
			}
			var earlier picture
			if err := json.Unmarshal(answers, &earlier); err != nil {
				t.Fatal(err)
			}
			for i, m := range earlier.Matches { // which had no other rule and no other clock, and keep them
				earlier.Matches[i].Rule, earlier.Matches[i].Clock = data.EqualRivals, data.Usual
				people := slices.DeleteFunc(slices.Clone(m.Seats), func(s data.Seat) bool { return s.Kind == data.Bot })
				earlier.Matches[i].Passing = !m.Rated && len(people) < 2
			}
			dir := restoreDump(t, dump)
			if _, err := sqlite.Attach(dir); err == nil || !strings.Contains(err.Error(), "start the server once") {
				t.Errorf("attached before it is up to date: %v", err)
			}
			store := sqlitetest.Open(t, dir)
			defer store.Close()
			if got, want := text(t, look(t, store, earlier)), text(t, earlier); got != want {
				t.Errorf("now it answers\n%s\nand not\n%s", got, want)
			}
			if err := store.Check(t.Context()); err != nil {
				t.Error(err)
			}
			for m, err := range store.Matches(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				replay(t, m)
			}
			for _, id := range earlier.Running {
				resign(t, store, id)
			}
			if err := store.Check(t.Context()); err != nil {
				t.Errorf("once all is over: %v", err)
			}
			if attached, err := sqlite.Attach(dir); err != nil {
				t.Error(err)
			} else {
				attached.Close()
			}
		})
	}
}

// Tables of the past are made of what happened then: a game that was made void in its
// own month is in none, one that was later stays.
func TestUpgradeMakesSeasons(t *testing.T) {
	store := sqlitetest.Open(t, restoreDump(t, "testdata/schema-003.sql"))
	defer store.Close()
	got := map[data.Month][]string{}
	sheet, err := store.Sheet(t.Context(), games[0], data.Filter{}, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, month := range append(sheet.Months, data.Month{}) {
		rows, _, err := store.Table(t.Context(), games[0], data.Filter{Month: month, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			got[month] = append(got[month], fmt.Sprintf("%s %.3f %+v", row.Player.Name, row.Value, []int{row.Games, row.Wins, row.Losses, row.Draws}))
		}
	}
	want := map[data.Month][]string{
		{Year: 2026, Month: 9}:  {"bert 1530.000 [1 1 0 0]", "anna 1470.000 [1 0 1 0]"},
		{Year: 2026, Month: 10}: {"cora 1556.064 [2 2 0 0]", "bert 1498.968 [1 0 1 0]", "anna 1477.958 [2 1 1 0]", "dora 1465.418 [1 0 1 0]"},
		{Year: 2026, Month: 11}: {"bert 1524.593 [1 1 0 0]", "anna 1422.009 [1 0 1 0]"},
		{}:                      {"cora 1556.064 [2 2 0 0]", "bert 1524.593 [3 2 1 0]", "anna 1422.009 [3 0 3 0]"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("tables %v, not %v", got, want)
	}
}

func text(t *testing.T, p picture) string {
	t.Helper()
	raw, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// replay plays a stored match again, if it is of a game that is played here.
func replay(t *testing.T, m data.Match) engine.State {
	t.Helper()
	if m.Game != games[0] {
		return nil
	}
	steps, err := engine.Replay(districtnoir.Game{}, m.Setup(), data.Moves(m.Moves))
	if err != nil {
		t.Fatal(err)
	}
	state := steps[len(steps)-1].State
	if r, over := state.Result(); over && r.Reason != m.Result.Reason {
		t.Errorf("%s ends by %s, not by %s", m.ID, r.Reason, m.Result.Reason)
	}
	return state
}

// resign has the first seat of a running match resign, and looks at the ratings.
func resign(t *testing.T, store data.Store, id data.MatchID) {
	t.Helper()
	m, err := store.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	state, plies, err := replay(t, m).Apply(engine.Move{By: engine.ByPlayer, Body: engine.Resign})
	if err != nil {
		t.Fatal(err)
	}
	r, over := state.Result()
	if !over {
		t.Fatalf("%s goes on", id)
	}
	before := ratings(t, store, m)
	changes, err := store.Finish(t.Context(), id, time.Now(), r, data.NewEntry(len(m.Moves)+1, plies[0], 0))
	if err != nil || len(changes) != len(m.Seats) {
		t.Fatalf("%+v, %v", changes, err)
	}
	for i, after := range ratings(t, store, m) {
		if moved := changes[i].After - changes[i].Before; moved == 0 || math.Abs(after-before[i]-moved) > 1e-9 {
			t.Errorf("%s: %v became %v, not by %v", id, before[i], after, moved)
		}
	}
}

// ratings are those of the seats of a match.
func ratings(t *testing.T, store data.Store, m data.Match) (values []float64) {
	t.Helper()
	for _, seat := range m.Seats {
		all, err := store.Ratings(context.Background(), seat.Player)
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, all[m.Game].Value)
	}
	return values
}
