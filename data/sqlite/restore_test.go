package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noir/data/relational"
	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
)

// files lists a directory.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestCloseLeavesOneFile: once nobody has the database open everything is in its file, so that a
// copy of that file is whole.
func TestCloseLeavesOneFile(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	if _, err := store.CreatePlayer(t.Context(), "marlowe", "SHA256:m", ""); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if left := files(t, dir); len(left) != 1 || left[0] != sqlite.FileName {
		t.Errorf("there are %q", left)
	}
}

// TestRestoreOverDamage replaces a store that SQLite cannot read any more by a backup, and keeps
// all of it, its log too.
func TestRestoreOverDamage(t *testing.T) {
	dir, backup := t.TempDir(), t.TempDir()
	store := sqlitetest.Open(t, dir)
	if _, err := store.CreatePlayer(t.Context(), "marlowe", "SHA256:m", ""); err != nil {
		t.Fatal(err)
	}
	if err := store.Backup(t.Context(), "vivian", filepath.Join(backup, sqlite.FileName)); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{sqlite.FileName: "burnt", sqlite.FileName + "-wal": "to ashes"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := sqlite.Restore(t.Context(), "vivian", dir, backup)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{kept: "burnt", kept + "-wal": "to ashes"} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
	store = sqlitetest.Open(t, dir)
	defer store.Close()
	if _, err := store.PlayerByName(t.Context(), "marlowe"); err != nil {
		t.Error(err)
	}
	acts, err := store.Audit(t.Context(), 1)
	if err != nil || len(acts) != 1 || acts[0].Verb != "restore" || acts[0].By != "vivian" {
		t.Errorf("audited %+v, %v", acts, err)
	}
}

// TestWhatCannotBeRestored leaves the store as it was and nothing beside it: a backup that is gone, a database of another
// program, or any while somebody has the store open.
func TestWhatCannotBeRestored(t *testing.T) {
	dir, backup, foreign := t.TempDir(), t.TempDir(), t.TempDir()
	store := sqlitetest.Open(t, dir)
	if err := store.Backup(t.Context(), "vivian", filepath.Join(backup, sqlite.FileName)); err != nil {
		t.Fatal(err)
	}
	if _, err := store.CreatePlayer(t.Context(), "marlowe", "SHA256:m", ""); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite", filepath.Join(foreign, sqlite.FileName))
	if err == nil {
		_, err = other.ExecContext(t.Context(), `CREATE TABLE songs (name TEXT)`)
	}
	if err = errors.Join(err, other.Close()); err != nil {
		t.Fatal(err)
	}
	refused := func(source, want string) {
		t.Helper()
		if aside, err := sqlite.Restore(t.Context(), "vivian", dir, source); err == nil || aside != "" || !strings.Contains(err.Error(), want) {
			t.Errorf("it is kept as %q, and the operator told %v, not %q", aside, err, want)
		}
	}
	refused(t.TempDir(), "cannot be restored")
	refused(foreign, "it is no store of noir")
	if left := files(t, dir); len(left) != 1 || left[0] != sqlite.FileName {
		t.Errorf("there are %q", left)
	}
	office, err := sqlite.Attach(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer office.Close()
	refused(backup, "somebody else has it open")
	for _, name := range files(t, dir) {
		if strings.Contains(name, "restor") {
			t.Errorf("%s is left", name)
		}
	}
	if _, err := office.PlayerByName(t.Context(), "marlowe"); err != nil {
		t.Error(err)
	}
}

// TestCutShort: whatever is wanted of a file that is cut short, or is another one, the operator reads that, and what to do.
func TestCutShort(t *testing.T) {
	whole := t.TempDir()
	store := sqlitetest.Open(t, whole)
	for i := range 20 {
		if _, err := store.CreatePlayer(t.Context(), fmt.Sprint("player-", i), fmt.Sprint("SHA256:", i), ""); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(whole, sqlite.FileName))
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range [][]byte{raw[:len(raw)/4], raw[:len(raw)/2], raw[:len(raw)-len(raw)/8], bytes.Repeat([]byte("noir"), 5000)} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, sqlite.FileName), body, 0o600); err != nil {
			t.Fatal(err)
		}
		_, restored := sqlite.Restore(t.Context(), "vivian", t.TempDir(), dir)
		read := sqlite.Read(t.Context(), dir, func(relational.Source) error { return nil })
		attached, err := sqlite.Attach(dir)
		if err == nil {
			err = errors.Join(attached.Check(t.Context()), attached.Close())
		}
		for verb, err := range map[string]error{"restore": restored, "read": read, "check": err} {
			if err == nil || !strings.Contains(err.Error(), "is not a whole database of Noir's; restore a backup that is") || strings.Contains(err.Error(), "cannot be written to") {
				t.Errorf("of %d bytes in place of %d %s says %v", len(body), len(raw), verb, err)
			}
		}
	}
}
