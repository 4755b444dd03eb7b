//go:build e2e

package e2e

import (
	"encoding/json"
	"slices"
	"testing"

	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster/natstest"
	"noir/server/bench"
)

// TestBench runs the whole bench with few sessions: every phase of both servers is measured,
// and every key and move is answered.
func TestBench(t *testing.T) {
	t.Parallel() // it mostly waits
	code, out, errOut := noir(t, "bench", "--sessions", "8", "--seconds", "2", "--moves-every", "4s", "--json")
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	var report bench.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	phases := map[string][]string{}
	for _, server := range report.Servers {
		for _, p := range server.Phases {
			phases[server.Server] = append(phases[server.Server], p.Name)
			if p.Unanswered > 0 || p.Rate <= 0 {
				t.Errorf("%s, %s: %+v", server.Server, p.Name, p)
			}
			resting := p.Name == bench.Lobby || p.Name == bench.Seated
			counted := p.Name == bench.Seated || p.Name == bench.Lobby && server.Server == "stock" // where nobody sits down
			if counted && (p.Objects <= 0 || p.Heap <= 0 || p.Goroutines <= 0) {
				t.Errorf("%s, %s: nothing is held for anybody: %+v", server.Server, p.Name, p)
			}
			if l := p.Latency; !resting && (l.Samples == 0 || l.P50 <= 0 || l.P999 < l.P50) {
				t.Errorf("%s, %s: %+v", server.Server, p.Name, l)
			}
		}
	}
	if got := phases["stock"]; !slices.Equal(got, []string{bench.Lobby, bench.Keys}) {
		t.Errorf("stock was measured in %q", got)
	}
	if got := phases["noir"]; !slices.Equal(got, append(bench.PhaseNames[:], bench.Returns)) {
		t.Errorf("noir was measured in %q", got)
	}
}

// TestBenchThinking compares the server with itself while its house players think.
func TestBenchThinking(t *testing.T) {
	t.Parallel() // it mostly waits
	code, out, errOut := noir(t, "bench", "--sessions", "4", "--seconds", "1", "--thinking", "3", "--only", bench.Keys, "--json")
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	var report bench.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Servers) != 2 || report.Servers[1].Server != "thinking" || len(report.Ratios) != 2 {
		t.Errorf("%+v", report)
	}
	for _, r := range report.Ratios {
		if r.Floor <= 0 || r.Server <= 0 || r.Target != 1.5 {
			t.Errorf("%+v", r)
		}
	}
}

// TestBenchCluster measures three nodes and breaks two: every phase has figures, and nothing that was told is lost.
func TestBenchCluster(t *testing.T) {
	t.Parallel() // it mostly waits
	code, out, errOut := noir(t, "bench", "cluster", "--database", pgtest.Server(t), "--nats", natstest.Start(t),
		"--tables", "4", "--rate", "20", "--seconds", "2", "--faults", "8s", "--json")
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	var report bench.ClusterReport
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Phases) != 2 || len(report.Takeovers) != 3 {
		t.Fatalf("%+v", report)
	}
	for _, p := range report.Phases {
		if p.Rate <= 0 || p.Relay.P50 <= 0 || p.AppendP50 <= 0 || p.AppendP99 < p.AppendP50 || p.Owner <= 0 || p.PostgreSQL <= 0 {
			t.Errorf("%+v", p)
		}
	}
	if across := report.Phases[1]; across.Name != bench.Across || across.Fenced != 0 { // what fronts cost besides may be lost in the noise of so few moves
		t.Errorf("%+v", across)
	}
	if killed := report.Takeovers[0]; killed.Times == 0 || killed.Max > 30 {
		t.Errorf("%+v", killed)
	}
	if h := report.History; h.Games < 4 || h.Plies == 0 || h.Told < h.Plies || len(h.Faults) > 0 {
		t.Errorf("%+v", h)
	}
}
