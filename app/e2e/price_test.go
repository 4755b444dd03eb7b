//go:build e2e

package e2e

import (
	"encoding/json"
	"testing"

	"noir/server/bench"
)

// TestPrice measures a session's use of Go's memory and compares it with the recorded figures. A
// tenth more fails: to raise a figure, change it here with the reason. Lower a figure that has fallen,
// so that the next change is compared with the new one.
func TestPrice(t *testing.T) {
	t.Parallel() // it counts, and mostly waits
	seated, moving := measured(t, bench.Seated), measured(t, bench.Moving)
	figures := []struct {
		what     string
		was, now float64
	}{
		{"goroutines of a seated session", 7.5, seated.Goroutines},
		{"objects of a seated session", 405, seated.Objects},
		{"KiB of a seated session", 65, seated.Heap},
		{"KiB allocated for a move", 44, moving.EachKiB}, // several pictures, as cards move
	}
	if *underRace { // which uses memory of its own
		figures = figures[:1]
	}
	for _, f := range figures {
		t.Logf("%s: %.1f, was %.1f", f.what, f.now, f.was)
		if most := 1.1 * f.was; f.now <= 0 || f.now > most {
			t.Errorf("%s: %.1f, and %.1f is the most", f.what, f.now, most)
		}
	}
}

// measured is one phase of a bench, long enough for counts: the median of three trials.
func measured(t *testing.T, phase string) bench.Phase {
	t.Helper()
	code, out, errOut := noir(t, "bench", "--sessions", "60", "--seconds", "5", "--moves-every", "2s", "--runs", "3", "--skip-floor", "--only", phase, "--json")
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	var report bench.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Servers) != 1 || len(report.Servers[0].Phases) != 1 {
		t.Fatalf("not one phase of one server: %s", out)
	}
	return report.Servers[0].Phases[0]
}
