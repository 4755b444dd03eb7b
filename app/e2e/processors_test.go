package e2e

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// TestThinkersTakeNobodysPlace: they run on top of the processors, and garbage is paced, unless the operator sets
// GOMAXPROCS and GOGC.
func TestThinkersTakeNobodysPlace(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]int{"": runtime.NumCPU() + 3, "1": 1} {
		metrics := freePort(t)
		cmd := exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn", "--metrics", metrics, "--bot-cpu", "3")
		cmd.Env = processEnv("GOMAXPROCS="+set, "GOGC="+strings.ReplaceAll(set, "1", "137")) // no growth that pacing sets
		p := launchCommand(t, cmd)
		said := scrape(t, metrics)
		if line := fmt.Sprintf("\ngo_sched_gomaxprocs_threads %d\n", want); !strings.Contains(said, line) {
			t.Errorf("with GOMAXPROCS=%q there is no %q", set, line)
		}
		if kept := strings.Contains(said, "\ngo_gc_gogc_percent 137\n"); kept == (set == "") {
			t.Errorf("with GOMAXPROCS=%q the operator's growth is kept: %t", set, kept)
		}
		p.stop()
	}
}
