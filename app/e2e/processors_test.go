package e2e

import (
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// TestThinkersTakeNobodysPlace: they run on top of the processors, unless the operator sets
// GOMAXPROCS.
func TestThinkersTakeNobodysPlace(t *testing.T) {
	t.Parallel()
	for set, want := range map[string]int{"": runtime.NumCPU() + 3, "1": 1} {
		metrics := freePort(t)
		cmd := exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn", "--metrics", metrics, "--bot-cpu", "3")
		cmd.Env = processEnv("GOMAXPROCS=" + set)
		p := launchCommand(t, cmd)
		if line := fmt.Sprintf("\ngo_sched_gomaxprocs_threads %d\n", want); !strings.Contains(scrape(t, metrics), line) {
			t.Errorf("with GOMAXPROCS=%q there is no %q", set, line)
		}
		p.stop()
	}
}
