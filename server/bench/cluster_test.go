package bench

import (
	"math"
	"strings"
	"testing"
	"time"

	"noir/server/bench/witness"
)

func TestQuantilesOfBuckets(t *testing.T) {
	counts := map[float64]float64{1: 10, 2: 30, 4: 40, math.Inf(1): 41}
	for q, want := range map[float64]float64{.25: 1.0125, .5: 1.525, .9: 3.38, .99: 4} {
		if got := bucketed(counts, q); math.Abs(got-want) > 1e-9 {
			t.Errorf("of %v: %v, not %v", q, got, want)
		}
	}
	if got := bucketed(nil, .5); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// TestStandsStill: a table stands still from the fault to its next move or between two moves, and what its node had
// said before the fault does not count.
func TestStandsStill(t *testing.T) {
	from := time.Now()
	s := standing{since: from, tables: map[string]*stand{"one": {last: from}, "other": {last: from}}}
	for _, e := range []struct {
		table string
		ply   int
		after time.Duration
	}{{"one", 3, lateTime / 2}, {"third", 9, time.Second}, {"one", 4, time.Second}, {"one", 4, 9 * time.Second}, {"one", 5, 3 * time.Second}} {
		s.told(witness.Told{Game: e.table, Ply: e.ply, At: from.Add(e.after)})
	}
	took, still := s.over(func(table string) bool { return table == "other" })
	if len(took) != 1 || took[0] != 2*time.Second || still != "other" {
		t.Errorf("%v, %q", took, still)
	}
	if _, still := s.over(func(string) bool { return false }); still != "" {
		t.Errorf("%q is over, and stands still", still)
	}
}

func TestClusterReportIsWritten(t *testing.T) {
	r := ClusterReport{Nodes: 3, Phases: []ClusterPhase{{Name: Across, Rate: 12.34, Owner: 1.5}}, Takeovers: []Takeovers{{Fault: killed}}}
	r.Takeovers[0].add([]time.Duration{2 * time.Second, time.Second})
	r.History.add(witness.History{Plies: 77, Faults: []string{"one"}})
	text := r.String()
	for _, part := range []string{"3 servers", "across", "12.3", "1.50", "2.00", "77 plies", "1 lost"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in it:\n%s", part, text)
		}
	}
}
