// Package sqlitetest opens stores for tests.
package sqlitetest

import (
	"database/sql"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"noir/data"
	"noir/data/sqlite"
	"noir/internal/disk/disktest"
)

// Open opens the store in a directory as sqlite.Open does; the test closes it. Without a store there it starts from a
// copy of an empty one, since making the tables is the slowest part of a small test.
func Open(t testing.TB, dir string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(Furnish(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// Furnish puts an empty store into a directory that has none, for a server that opens it, and returns the directory.
func Furnish(t testing.TB, dir string) string {
	t.Helper()
	if err := furnish(filepath.Join(dir, sqlite.FileName)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Player makes a player of a name in a store, or finds them.
func Player(t testing.TB, players data.Players, name string) data.Player {
	t.Helper()
	p, err := players.CreatePlayer(t.Context(), name, "SHA256:"+name, "")
	if errors.Is(err, data.ErrNameTaken) {
		p, err = players.PlayerByName(t.Context(), name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// EachTableMissing runs a test for each table of the store in a directory, which may be open, while the
// table is missing: what reads it fails.
func EachTableMissing(t testing.TB, dir string, test func(table string)) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, sqlite.FileName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	do := func(statement string) {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	do(`PRAGMA busy_timeout = 5000`)
	do(`PRAGMA legacy_alter_table = ON`) // leaves views and triggers alone
	var all string
	err = db.QueryRowContext(t.Context(), `SELECT group_concat(name) FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'goose%'`).Scan(&all)
	if err != nil {
		t.Fatal(err)
	}
	for table := range strings.SplitSeq(all, ",") {
		do(`ALTER TABLE ` + table + ` RENAME TO missing`)
		test(table)
		do(`ALTER TABLE missing RENAME TO ` + table)
	}
}

// Dir returns an empty folder for a store, which goes with the test. It is in memory where the system has a place for
// that: tests that play would spend most of their time waiting for the disk. Benchmarks keep to the disk.
func Dir(t testing.TB) string {
	t.Helper()
	memory := disktest.Memory()
	if memory == "" {
		return t.TempDir()
	}
	dir, err := os.MkdirTemp(memory, "noir-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// OffDisk has all folders of a package's tests be like those of Dir. Call it from TestMain.
func OffDisk() {
	flag.Parse()
	if memory := disktest.Memory(); memory != "" {
		if err := os.Setenv("TMPDIR", memory); err != nil {
			panic(err)
		}
	}
}

// furnish writes an empty store if there is no file.
func furnish(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	tables, err := empty()
	if err == nil {
		_, err = file.Write(tables)
	}
	return errors.Join(err, file.Close())
}

// empty is the file of an empty store, made once for all tests.
var empty = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "empty-store-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	store, err := sqlite.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := store.Close(); err != nil { // this moves SQLite's log into the file
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, sqlite.FileName))
})
