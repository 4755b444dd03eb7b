package relational_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noir/data"
	"noir/data/relational"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
)

// TestOnlyAlikeDatabasesAreCopied: whichever of the two has what the other has not.
func TestOnlyAlikeDatabasesAreCopied(t *testing.T) {
	games := relational.Table{Name: "games", Columns: []string{"id", "name"}, Key: []string{"id"}}
	for _, c := range []struct {
		other []relational.Table
		want  any
	}{
		{[]relational.Table{games}, nil},
		{[]relational.Table{{Name: "games", Columns: []string{"id"}, Key: []string{"id"}}}, "only one of the databases has games.name"},
		{[]relational.Table{games, {Name: "none", Key: []string{"a"}}}, "only one of the databases has none by a"},
		{[]relational.Table{{Name: "games", Columns: games.Columns, Key: games.Columns}}, "only one of the databases has games by id\nonly one of the databases has games by id, name"},
	} {
		if err := relational.Alike([]relational.Table{games}, c.other); fmt.Sprint(err) != fmt.Sprint(c.want) {
			t.Errorf("%v: %v, want %v", c.other, err, c.want)
		}
		if err := relational.Alike(c.other, []relational.Table{games}); (err == nil) != (c.want == nil) {
			t.Errorf("%v: the other way round %v", c.other, err)
		}
	}
}

// TestWhatIsNotTheSameIsNamed compares a store with copies of it in which something is otherwise.
func TestWhatIsNotTheSameIsNamed(t *testing.T) {
	dir := sqlitetest.Dir(t)
	store := sqlitetest.Open(t, dir)
	for _, name := range []string{"anna", "bert"} {
		sqlitetest.Player(t, store, name)
	}
	if err := store.Write(t.Context(), data.Letter{Player: 1, Kind: "kind"}); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for change, table := range map[string]string{
		`SELECT 1`: "",
		`INSERT INTO server (id, pid) VALUES (1, 7) ON CONFLICT DO UPDATE SET pid = 7`: "", // it is the process's
		`INSERT INTO recovery_failures (player, wrong, latest) VALUES (1, 0, 0)`:       "recovery_failures",
		`DELETE FROM keys WHERE player = 2`:                                            "keys",
		`UPDATE players SET bot = TRUE WHERE id = 2`:                                   "players",
		`UPDATE players SET name = 'annaa', skeleton = 'nna' WHERE id = 1`:             "players", // as long together
		`UPDATE letters SET about = 2`:                                                 "letters",
		`UPDATE memory_secret SET secret = zeroblob(32)`:                               "memory_secret",
	} {
		other := sqlitetest.Dir(t)
		file, err := os.ReadFile(filepath.Join(dir, sqlite.FileName))
		if err == nil {
			err = os.WriteFile(filepath.Join(other, sqlite.FileName), file, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", filepath.Join(other, sqlite.FileName))
		if err == nil {
			_, err = db.ExecContext(t.Context(), change)
		}
		if err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		db.Close()
		var told []string
		err = sqlite.Read(t.Context(), dir, func(from relational.Source) error {
			return sqlite.Read(t.Context(), other, func(to relational.Source) error {
				return relational.Compare(t.Context(), from, to, func(table string) { told = append(told, table) })
			})
		})
		if table == "" && (err != nil || len(told) < 20) || table != "" && !strings.HasPrefix(fmt.Sprint(err), "table "+table+" is not the same: ") {
			t.Errorf("%s: %v, of %q", change, err, told)
		}
	}
}

// TestTablesAreArranged: each comes after those that it refers to, and by name where that leaves a choice.
func TestTablesAreArranged(t *testing.T) {
	for names, c := range map[string]struct {
		refers [][2]string
		want   string
	}{
		"c a b": {nil, "a b c"},
		"a b c": {[][2]string{{"a", "b"}, {"b", "c"}}, "c b a"},
		"b c a": {[][2]string{{"a", "c"}, {"b", "b"}, {"c", "none"}}, "b c a"},
		"a b":   {[][2]string{{"a", "b"}, {"b", "a"}}, "the tables refer to each other in a circle, a among them"},
	} {
		var tables []relational.Table
		for _, name := range strings.Fields(names) {
			tables = append(tables, relational.Table{Name: name})
		}
		arranged, err := relational.Arrange(tables, c.refers)
		var got []string
		for _, table := range arranged {
			got = append(got, table.Name)
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %s", names, got, c.want)
		}
	}
}
