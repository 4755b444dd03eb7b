package e2e

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"noir/internal/cgroup"
	"noir/internal/cgroup/cgrouptest"
)

// TestThinkersTakeNobodysPlace: they run on top of the processors, and garbage is paced, unless the operator sets
// GOMAXPROCS and GOGC.
func TestThinkersTakeNobodysPlace(t *testing.T) {
	t.Parallel()
	usual := runtime.NumCPU() + 3
	if cgroup.Limited() { // as these tests are
		usual = runtime.GOMAXPROCS(0)
	}
	for set, want := range map[string]int{"": usual, "1": 1} {
		said := processors(t, func(cmd *exec.Cmd) {
			cmd.Env = processEnv("GOMAXPROCS="+set, "GOGC="+strings.ReplaceAll(set, "1", "137")) // no growth that pacing sets
		})
		if line := fmt.Sprintf("\ngo_sched_gomaxprocs_threads %d\n", want); !strings.Contains(said, line) {
			t.Errorf("with GOMAXPROCS=%q there is no %q", set, line)
		}
		if kept := strings.Contains(said, "\ngo_gc_gogc_percent 137\n"); kept == (set == "") {
			t.Errorf("with GOMAXPROCS=%q the operator's growth is kept: %t", set, kept)
		}
	}
}

// TestThinkersUseUpNoQuota: with a quota of the processors the server runs on as many as Go chooses, two of them for
// less than two, even where the machine has no more.
func TestThinkersUseUpNoQuota(t *testing.T) {
	t.Parallel()
	said := processors(t, func(cmd *exec.Cmd) {
		cmd.Env = processEnv()
		cgrouptest.Hold(t, cmd, .5)
	})
	if line := fmt.Sprintf("\ngo_sched_gomaxprocs_threads %d\n", min(2, runtime.NumCPU())); !strings.Contains(said, line) {
		t.Errorf("with half a processor there is no %q", line)
	}
}

// processors returns the figures of a server with three threads for the house, before it has ended.
func processors(t *testing.T, with func(*exec.Cmd)) (said string) {
	t.Helper()
	metrics := freePort(t)
	cmd := exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn", "--metrics", metrics, "--bot-cpu", "3")
	with(cmd)
	p := launchCommand(t, cmd)
	defer p.stop()
	return scrape(t, metrics)
}
