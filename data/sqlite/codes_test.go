package sqlite_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
)

// To age a code the test writes an earlier time into the database.
func TestCodesAge(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	anna := newPlayers(t, store, "anna")[0]
	ago := func(change string) {
		t.Helper()
		if _, err := raw(t, dir).Exec(change); err != nil {
			t.Fatal(err)
		}
	}
	invitation, err := store.Invite(t.Context(), anna.ID)
	if err != nil {
		t.Fatal(err)
	}
	ago(`UPDATE invitations SET expires = expires - 10 * 60 * 1000`)
	if _, err := store.Claim(t.Context(), "SHA256:new", invitation.Code, false); !errors.Is(err, data.ErrBadCode) {
		t.Errorf("claimed after ten minutes: %v", err)
	}

	letters := func() int {
		t.Helper()
		all, err := store.Letters(t.Context(), anna.ID)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	mistaken := func(n int) {
		t.Helper()
		for range n {
			if err := store.Mistaken(t.Context(), "anna"); err != nil {
				t.Fatal(err)
			}
		}
	}
	const fifth = 5 // written out, so that the limit does not move unnoticed
	mistaken(fifth - 1)
	ago(`UPDATE recovery_failures SET latest = latest - 60 * 60 * 1000`)
	mistaken(fifth - 1)
	if n := letters(); n != 0 {
		t.Errorf("%d letters about wrong codes an hour apart", n)
	}
	ago(`UPDATE recovery_failures SET latest = latest - 59 * 60 * 1000`)
	mistaken(1)
	if n := letters(); n != 1 {
		t.Errorf("%d letters about wrong codes within an hour", n)
	}
}

// A reader of the files cannot use the codes.
func TestCodesAreNotInTheFiles(t *testing.T) {
	dir := t.TempDir()
	store := sqlitetest.Open(t, dir)
	defer store.Close()
	anna := newPlayers(t, store, "anna")[0]
	invitation, err := store.Invite(t.Context(), anna.ID)
	if err != nil {
		t.Fatal(err)
	}
	codes, err := store.NewRecovery(t.Context(), anna.ID)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "noir.db*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range append(codes, strings.SplitN(invitation.Code, "-", 2)[1]) {
			if bytes.Contains(text, []byte(code)) || bytes.Contains(text, []byte(data.ReadCode(code))) {
				t.Errorf("a code is in %s", file)
			}
		}
	}
}
