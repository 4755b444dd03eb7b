//go:build unix

package sqlite_test

import (
	"os/exec"
	"sync"
	"testing"

	"noir/data/sqlite"
	"noir/data/sqlite/sqlitetest"
)

// TestAClosedStoreIsFree for the next server, although processes are being started, which have what is open for a moment.
func TestAClosedStoreIsFree(t *testing.T) {
	dir := sqlitetest.Dir(t)
	if err := sqlitetest.Open(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var starting sync.WaitGroup
	for range 4 {
		starting.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					_ = exec.Command("true").Run()
				}
			}
		})
	}
	defer starting.Wait()
	defer close(done)
	for range 30 {
		store, err := sqlite.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
