//go:build e2e

package e2e

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"noir/data"
	"noir/data/sqlite"
)

// TestFaultPowerCut cuts the power of a store's disk at random moments. The store's own setting
// must lose no acknowledged move. NORMAL, which does not sync at every commit, must lose some:
// otherwise the cut proves nothing.
func TestFaultPowerCut(t *testing.T) {
	t.Run("synchronous=FULL", func(t *testing.T) {
		if acked, lost := cutPower(t, ""); lost > 0 {
			t.Errorf("%d of %d acknowledged moves are lost", lost, acked)
		}
	})
	t.Run("synchronous=NORMAL", func(t *testing.T) {
		if acked, lost := cutPower(t, "NORMAL"); lost == 0 {
			t.Errorf("none of %d acknowledged moves is lost", acked)
		}
	})
}

// cutPower cuts the power of one store repeatedly. It returns how many moves the store
// acknowledged and how many of them are missing at the end.
func cutPower(t *testing.T, mode string) (acked, lost int) {
	t.Helper()
	d := newDisk(t, 256)
	dir, told, chance := filepath.Join(d.dir, "data"), map[data.MatchID]int{}, rand.New(rand.NewPCG(3, 4))
	for i := range *cuts {
		w := startWriter(t, dir, fmt.Sprintf("cut-%d", i), mode, told)
		for range 1 + chance.IntN(4000) {
			if !w.next() {
				t.Fatal("the writer has ended early")
			}
		}
		d.cut()
		w.kill()
		d.remount("rw")
		intact(t, dir)
	}
	acked, lost = missing(t, dir, told)
	t.Logf("%d cuts, %d moves acknowledged, %d lost", *cuts, acked, lost)
	return acked, lost
}

// intact has the database check itself.
func intact(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "noir.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var found string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&found); err != nil || found != "ok" {
		t.Errorf("the database is not intact: %v %s", err, found)
	}
}

// missing counts the acknowledged moves that a store lacks. What it has must be in order and
// without duplicates.
func missing(t *testing.T, dir string, told map[data.MatchID]int) (acked, lost int) {
	t.Helper()
	store, err := sqlite.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for id, plies := range told {
		m, err := store.Match(t.Context(), id)
		if err != nil && !errors.Is(err, data.ErrNotFound) {
			t.Fatal(err)
		}
		for i, e := range m.Moves {
			if e.Ply != i+1 || e.AtMS != int64(e.Ply) {
				t.Errorf("move %d of %s is %+v", i+1, id, e)
			}
		}
		acked += plies
		lost += max(0, plies-len(m.Moves))
	}
	return acked, lost
}

// TestFaultPowerCutUnderLoad cuts the power of a whole server's disk while games
// are played.
func TestFaultPowerCutUnderLoad(t *testing.T) {
	t.Parallel() // it mostly waits
	d := newDisk(t, 256)
	o := startOrdeal(t, filepath.Join(d.dir, "data"))
	for range *cuts {
		o.outage(func() {
			d.cut()
			o.server.kill()
			d.remount("rw")
			o.restart()
		})
	}
	o.settle()
}

// writer is a process that only appends to a store (runWriter), and what was acknowledged.
type writer struct {
	t     *testing.T
	cmd   *exec.Cmd
	out   *bufio.Scanner
	acked map[data.MatchID]int
}

// startWriter starts a process that appends to the store in a directory. mode is SQLite's
// synchronous setting; "" is the store's own.
func startWriter(t *testing.T, dir, name, mode string, acked map[data.MatchID]int) *writer {
	t.Helper()
	w := &writer{t: t, cmd: exec.Command(os.Args[0], dir, name), acked: acked}
	w.cmd.Env = processEnv(asWriter+"=1", synchronous+"="+mode)
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.out = bufio.NewScanner(out)
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	return w
}

// next records one more acknowledged move; false when the process has ended.
func (w *writer) next() bool {
	if !w.out.Scan() {
		return false
	}
	var id data.MatchID
	var ply int
	if _, err := fmt.Sscan(w.out.Text(), &id, &ply); err != nil {
		w.t.Fatal(err)
	}
	w.acked[id] = ply
	return true
}

// kill ends the process and records what it had acknowledged.
func (w *writer) kill() {
	w.t.Helper()
	if err := w.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		w.t.Fatal(err)
	}
	for w.next() {
	}
	_ = w.cmd.Wait() // killed, or its store failed
}
