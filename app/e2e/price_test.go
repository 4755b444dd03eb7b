//go:build e2e

package e2e

import (
	"encoding/json"
	"testing"

	"noir/server/bench"
)

// price is a figure of a bench's phase.
type price struct {
	what string
	was  float64
	now  func(bench.Phase) float64
}

// TestPrice measures a session's use of Go's memory and compares it with the recorded figures. A
// tenth more fails: to raise a figure, change it here with the reason. Lower a figure that has fallen,
// so that the next change is compared with the new one.
func TestPrice(t *testing.T) {
	recorded := map[string][]price{
		bench.Lobby: {
			{"goroutines of a session at home", 7, func(p bench.Phase) float64 { return p.Goroutines }},
			{"KiB allocated for a newcomer, from the handshake to home", 163, func(p bench.Phase) float64 { return p.EachKiB }},
		},
		bench.Seated: {
			{"goroutines of a seated session", 7.5, func(p bench.Phase) float64 { return p.Goroutines }},
			{"objects of a seated session", 405, func(p bench.Phase) float64 { return p.Objects }},
			{"KiB of a seated session", 65, func(p bench.Phase) float64 { return p.Heap }},
		},
		bench.Moving: {
			{"KiB allocated for a move", 26, func(p bench.Phase) float64 { return p.EachKiB }}, // several pictures, as cards move
		},
	}
	if *underRace { // which uses memory of its own
		recorded = map[string][]price{bench.Seated: recorded[bench.Seated][:1]}
	}
	for phase, prices := range recorded {
		t.Run(phase, func(t *testing.T) {
			t.Parallel() // with the other phases: all mostly wait
			at := measured(t, phase)
			for _, p := range prices {
				now := p.now(at)
				t.Logf("%s: %.1f, was %.1f", p.what, now, p.was)
				if most := 1.1 * p.was; now <= 0 || now > most {
					t.Errorf("%s: %.1f, and %.1f is the most", p.what, now, most)
				}
			}
		})
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
