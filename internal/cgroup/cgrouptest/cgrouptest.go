// Package cgrouptest holds commands of tests to a share of the processors.
package cgrouptest

import (
	"crypto/rand"
	"errors"
	"os/exec"
	"testing"

	"noir/internal/cgroup"
)

// Hold has a command that has not started yet start in a group of its own, for some processors or a part of one. The test
// has to wait for its end. It skips the test where no group may be made.
func Hold(t testing.TB, cmd *exec.Cmd, processors float64) *cgroup.Group {
	t.Helper()
	g, err := cgroup.New("noir-test-"+rand.Text(), processors)
	if errors.Is(err, cgroup.ErrNotHere) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Remove(); err != nil {
			t.Error(err)
		}
	})
	g.Hold(cmd)
	return g
}
