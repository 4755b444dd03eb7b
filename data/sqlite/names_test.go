package sqlite_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"noir/data"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
)

// TestANameComesFree: the test writes a time thirty days ago into the database.
func TestANameComesFree(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	p := newPlayers(t, store, "anna", "bert")
	if _, err := store.TakeName(t.Context(), p[0].ID, "cora"); err != nil {
		t.Fatal(err)
	}
	ago := func(days int) {
		t.Helper()
		if _, err := raw(t, dir).Exec(`UPDATE former_names SET until = until - ? * 24 * 60 * 60 * 1000`, days); err != nil {
			t.Fatal(err)
		}
	}
	ago(29)
	if _, err := store.TakeName(t.Context(), p[1].ID, "anna"); !errors.Is(err, data.ErrNameTaken) {
		t.Errorf("taken by another after 29 days: %v", err)
	}
	if _, err := store.TakeName(t.Context(), p[0].ID, "dora"); !errors.As(err, new(*data.TooSoon)) {
		t.Errorf("changed again after 29 days: %v", err)
	}
	ago(1)
	if _, err := store.TakeName(t.Context(), p[0].ID, "dora"); err != nil {
		t.Errorf("changed again after 30 days: %v", err)
	}
	if _, err := store.TakeName(t.Context(), p[1].ID, "anna"); err != nil {
		t.Errorf("taken by another after 30 days: %v", err)
	}
}

// TestAllNamesAreFoldedAnew, of however many players.
func TestAllNamesAreFoldedAnew(t *testing.T) {
	const many = 2001 // more than are folded at a time
	dir := t.TempDir()
	if err := sqlitetest.Open(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	db := raw(t, dir)
	if _, err := db.Exec(`WITH RECURSIVE all_of(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM all_of WHERE n < ?)
		INSERT INTO players (name, skeleton, created) SELECT 'vera' || n, 'was ' || n, 0 FROM all_of`, many); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`UPDATE folding SET version = 1`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	for _, n := range []int{1, 1000, 1001, many} {
		if free, err := store.NameFree(t.Context(), fmt.Sprint("ver4", n)); err != nil || free {
			t.Errorf("a name that reads like the one of player %d is free: %v, %v", n, free, err)
		}
	}
}

// TestNamesAreFoldedAnew: an old store has players whose names are alike by the current version,
// and some whose names are reserved now. All keep their names, nobody can take a further one, and
// the operator is told who they are.
func TestNamesAreFoldedAnew(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	p := newPlayers(t, store, "spade", "bert", "anna", "carol", "dora", "emil", "frieda", "gerd")
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	names := []string{"spade", "spacle", "spac1e", "vera", "owner", "guest_1234", "uera", "marlowe"}
	db := raw(t, dir)
	for i, name := range names { // whatever their skeletons were, each was another one
		if _, err := db.Exec(`UPDATE players SET name = ?1, skeleton = 'was ' || ?1 WHERE id = ?2`, name, p[i].ID); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Exec(`UPDATE folding SET version = 1;
		INSERT INTO former_names VALUES (?1, 'hanna', 'was hanna', unixepoch() * 1000 + 1000000), (?2, 'oskar', 'was oskar', unixepoch() * 1000 + 1000000)`, p[7].ID, p[6].ID); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Attach(dir); err == nil || !strings.Contains(err.Error(), "start the server once") {
		t.Errorf("attached before the names are folded: %v", err)
	}
	for range 2 { // the second time there is nothing to be done
		store = sqlitetest.Open(t, dir)
		for i, name := range names {
			if found, err := store.PlayerByName(t.Context(), name); err != nil || found.ID != p[i].ID {
				t.Errorf("%s is player %d, %v", name, found.ID, err)
			}
		}
		holders, err := store.Holders(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range holders {
			got = append(got, fmt.Sprint(h.Name, ">", h.Like))
		}
		if want := []string{"guest_1234>", "owner>", "spac1e>spade", "spacle>spade", "uera>vera"}; !slices.Equal(got, want) {
			t.Errorf("%q keep their names, not %q", got, want)
		}
		for _, name := range []string{"sp4de", "ver4", "hama", "0skar"} {
			if free, err := store.NameFree(t.Context(), name); err != nil || free {
				t.Errorf("%s is free: %v, %v", name, free, err)
			}
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
	store = sqlitetest.Open(t, dir)
	defer store.Close()
	if _, err := store.Delete(t.Context(), "me", p[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := store.CreatePlayer(t.Context(), "spade", "SHA256:other", ""); !errors.Is(err, data.ErrNameTaken) {
		t.Errorf("the first is gone, and somebody comes beside the others: %v", err)
	}
	if _, err := store.TakeName(t.Context(), p[1].ID, "sp-acle"); !errors.Is(err, data.ErrNameTaken) {
		t.Errorf("the second takes another name that reads like the third's: %v", err)
	}
	if _, err := store.TakeName(t.Context(), p[1].ID, "miles"); err != nil {
		t.Error(err)
	}
}
