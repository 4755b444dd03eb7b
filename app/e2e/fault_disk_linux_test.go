//go:build e2e

package e2e

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"noir/data/postgres/pgtest"
)

// TestFaultDiskFull fills the disk while games are played and makes room again. Players are
// told, no unstored move is shown, and the same server plays on.
func TestFaultDiskFull(t *testing.T) {
	t.Parallel() // it mostly waits
	d := newDisk(t, 64)
	o := startOrdeal(t, filepath.Join(d.dir, "data"))
	for range 3 {
		o.outage(func() {
			d.fill()
			o.refused(*load / 2) // a player who waits for the opponent is not told
			d.free()
		})
	}
	o.settle()
}

// TestFaultStoreDiskFull does the same to the disk of the PostgreSQL of three servers. If it ends by itself, it is
// started again.
func TestFaultStoreDiskFull(t *testing.T) {
	t.Parallel() // it mostly waits
	d := newDisk(t, 192)
	if err := os.Chmod(filepath.Dir(d.dir), 0o755); err != nil { // PostgreSQL is somebody else
		t.Fatal(err)
	}
	store := pgtest.NewOwnAt(t, d.dir)
	f := newFleet(t, store.URL, natsServer(t))
	f.endures(*crowd, func(o *ordeal) {
		for range 3 {
			o.outage(func() {
				d.fill()
				o.refused(*crowd / 2) // a player who waits for the opponent is not told
				d.free()
				store.Revive()
			})
		}
		f.sound(3)
	})
}

// TestFaultDiskReadOnly makes the filesystem find an error while games are played, so that it
// becomes read-only. Only a repair ends that, and the server must be down for it.
func TestFaultDiskReadOnly(t *testing.T) {
	d := newDisk(t, 64)
	o := startOrdeal(t, filepath.Join(d.dir, "data"))
	o.outage(func() {
		d.fail()
		o.refused(*load / 2) // a player who waits for the opponent is not told
		o.server.stop()
		d.repair()
		o.restart()
	})
	o.settle()
}

// TestFaultNothingIsWritten makes the system refuse every write to a file while games are
// played, which needs no disk of its own and no root.
func TestFaultNothingIsWritten(t *testing.T) {
	t.Parallel() // it mostly waits
	o := startOrdeal(t, t.TempDir())
	for range 3 {
		o.outage(func() {
			o.server.limitFiles(0)
			o.refused(*load / 2) // a player who waits for the opponent is not told
			o.server.limitFiles(math.MaxUint64)
		})
	}
	o.settle()
}

// limitFiles sets the greatest size of a file that the process may write.
func (p *process) limitFiles(size uint64) {
	p.t.Helper()
	limit := unix.Rlimit{Cur: size, Max: math.MaxUint64}
	if err := unix.Prlimit(p.cmd.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
		p.t.Fatal(err)
	}
}

// TestFaultStart: a server that cannot start says why in a sentence.
func TestFaultStart(t *testing.T) {
	d := newDisk(t, 64)
	used := filepath.Join(d.dir, "used")
	start(t, used, "").stop()
	fails := func(dir, why string) {
		t.Helper()
		code, _, errOut := noir(t, "serve", "--listen", "127.0.0.1:0", "--data", dir)
		if code != exitFailed || strings.Count(errOut, "\n") != 1 || !strings.Contains(errOut, why) || !strings.Contains(errOut, d.dir) {
			t.Errorf("exit code %d: %s", code, errOut)
		}
	}
	d.fill()
	fails(used, "no space left")
	fails(filepath.Join(d.dir, "fresh"), "no space left")
	d.free()
	d.remount("ro")
	fails(used, "read-only")
	fails(filepath.Join(d.dir, "fresh"), "read-only")
	d.remount("rw")
	start(t, used, "").stop()
}
