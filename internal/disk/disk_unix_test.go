//go:build unix

package disk_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"noir/internal/disk"
)

// TestASecretIsItsOwners: only the owner of the directory can read it, an existing file stays, and no other file is
// left in the directory.
func TestASecretIsItsOwners(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const somebody = 12345
	if os.Geteuid() == 0 {
		if err := os.Chown(dir, somebody, somebody+1); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "key")
	if err := disk.WriteNew(path, []byte("secret")); err != nil {
		t.Fatal(err)
	}
	if err := disk.WriteNew(path, []byte("another")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second one: %v", err)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != "secret" {
		t.Errorf("%q, %v", content, err)
	}
	checkOwner(t, dir, path)
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	if err := disk.WriteNew(filepath.Join(dir, "missing", "key"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in no directory: %v", err)
	}
	log := filepath.Join(dir, "log")
	if err := errors.Join(os.WriteFile(log, nil, 0o600), disk.Give(log)); err != nil {
		t.Fatal(err)
	}
	checkOwner(t, dir, log)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(log, link); err != nil {
		t.Fatal(err)
	}
	if err := disk.Give(link); err == nil {
		t.Error("gave away what a link leads to")
	}
}

// checkOwner tells whether only the owner of its directory owns a file.
func checkOwner(t *testing.T, dir, path string) {
	t.Helper()
	file, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	parent, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	is, want := file.Sys().(*syscall.Stat_t), parent.Sys().(*syscall.Stat_t)
	if is.Uid != want.Uid || is.Gid != want.Gid || file.Mode().Perm() != 0o600 {
		t.Errorf("%s has the rights %v and belongs to %d:%d; want 0600 and %d:%d", path, file.Mode(), is.Uid, is.Gid, want.Uid, want.Gid)
	}
}
