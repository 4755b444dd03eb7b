package hostkey_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/crypto/ssh"

	"noir/server/hostkey"
)

// printOf returns the fingerprint of a key that only its owner can read.
func printOf(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("%s has the mode %v", path, mode)
	}
	key, err := hostkey.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return ssh.FingerprintSHA256(key.PublicKey())
}

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

// TestKeysAreRotated: the key to come is made once, comes into use whole, and the one
// before stays.
func TestKeysAreRotated(t *testing.T) {
	dir := t.TempDir()
	used := filepath.Join(dir, hostkey.File)
	if err := hostkey.Make(used); err != nil {
		t.Fatal(err)
	}
	first := printOf(t, used)
	if _, err := hostkey.Switch(used); !errors.Is(err, hostkey.ErrNotAnnounced) {
		t.Errorf("switched to nothing: %v", err)
	}
	path, next, err := hostkey.Announce(used)
	if err != nil || path != used+hostkey.Next || next == first || next != printOf(t, path) {
		t.Fatalf("announced %s as %s, %v", path, next, err)
	}
	if _, _, err := hostkey.Announce(used); !errors.Is(err, fs.ErrExist) || printOf(t, path) != next {
		t.Errorf("announced twice: %v", err)
	}
	now, err := hostkey.Switch(used)
	if err != nil || now.Path != used || now.Print != next || printOf(t, used) != next || printOf(t, now.Former) != first {
		t.Errorf("switched to %+v, %v", now, err)
	}
	if left := files(t, dir); !slices.Equal(left, []string{hostkey.File, filepath.Base(now.Former)}) {
		t.Errorf("there are %q", left)
	}
}

// TestKeysAreCopied: all or none, and over nothing.
func TestKeysAreCopied(t *testing.T) {
	source, dest := t.TempDir(), t.TempDir()
	all := []string{hostkey.File, hostkey.File + hostkey.Next}
	for _, name := range all {
		if err := hostkey.Make(filepath.Join(source, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(source, "noir.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := hostkey.Make(filepath.Join(dest, all[1])); err != nil {
		t.Fatal(err)
	}
	if _, err := hostkey.Copy(dest, filepath.Join(source, all[0])); !errors.Is(err, fs.ErrExist) {
		t.Errorf("copied over another key: %v", err)
	}
	if left := files(t, dest); !slices.Equal(left, all[1:]) {
		t.Errorf("after that there are %q", left)
	}
	if err := hostkey.Remove(dest, all[1:]); err != nil {
		t.Fatal(err)
	}
	copied, err := hostkey.CopyMissing(dest, filepath.Join(source, all[0]))
	if err != nil || !slices.Equal(copied, all) || !slices.Equal(files(t, dest), all) || printOf(t, filepath.Join(dest, all[0])) != printOf(t, filepath.Join(source, all[0])) {
		t.Errorf("copied %q, %v", copied, err)
	}
	if copied, err := hostkey.CopyMissing(dest, filepath.Join(source, all[0])); err != nil || copied != nil {
		t.Errorf("copied %q where nothing is missing, %v", copied, err)
	}
	named := filepath.Join(t.TempDir(), "secret")
	for _, path := range []string{named, named + hostkey.Next, named + "s"} {
		if err := hostkey.Make(path); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := t.TempDir()
	if copied, err := hostkey.Copy(elsewhere, named); err != nil || !slices.Equal(copied, all) || !slices.Equal(files(t, elsewhere), all) {
		t.Errorf("of a key with another name %q are copied, %v", copied, err)
	}
}
