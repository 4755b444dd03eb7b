package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"noir/server/bench/witness"
	"noir/tui/tuitest"
)

// whole is a trial of all phases in which each figure is a different number, all multiplied by a factor.
func whole(times float64) []Phase {
	var all []Phase
	for n, name := range PhaseNames {
		p := Phase{Name: name, Sessions: 10 * (n + 1), What: "things", Unanswered: n}
		for i, figure := range figures {
			*figure(&p) = math.Round(times*(float64(i+1)*90+float64(n))) / 8
		}
		for i := range 40 {
			p.took = append(p.took, time.Duration(times*float64((i+1)*(n+2))*float64(time.Millisecond)))
		}
		p.Latency.Samples = len(p.took)
		all = append(all, p)
	}
	return all
}

// TestReportsLook: what a report says of figures that are all different, to people and to programs, and all comparisons.
func TestReportsLook(t *testing.T) {
	r := Report{Sessions: 1000, Seconds: 8, Every: 2.5, Trials: 3, Servers: []Result{
		{"stock", medians([][]Phase{whole(8), whole(2), whole(5.5)})}, {"noir", medians([][]Phase{whole(0.9), whole(1), whole(1.2)})},
	}}
	r.Servers[1].Phases[1].Memory = 0 // not measured
	r.Ratios = Floor(r.Servers[0], r.Servers[1])
	var text strings.Builder
	for _, line := range strings.Split(r.String(), "\n") {
		fmt.Fprintf(&text, "%q\n", strings.TrimRight(line, " "))
	}
	for name, compare := range map[string]Comparison{"strain": Strain, "change": Change} {
		raw, err := json.MarshalIndent(compare(r.Servers[1], Result{"later", whole(1.05)}), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		tuitest.Golden(t, name, string(raw))
	}
	tuitest.Golden(t, "report", text.String())
	raw, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	tuitest.Golden(t, "report.json", string(raw))
}

// TestClusterReportLooks does the same for several servers: their histories are added up.
func TestClusterReportLooks(t *testing.T) {
	r := ClusterReport{Nodes: 3, Tables: 20, Seconds: 5, Rate: 100, Takeovers: []Takeovers{{Fault: killed}, {Fault: paused}}}
	for i := range r.Takeovers {
		var took []time.Duration
		for n := range 20 {
			took = append(took, time.Duration((n*7)%20+i+1)*100*time.Millisecond)
		}
		r.Takeovers[i].add(took[:12])
		r.Takeovers[i].add(took[12:])
	}
	for n, name := range []string{Together, Across} {
		f := 12.34 * float64(n+1)
		r.Phases = append(r.Phases, ClusterPhase{
			Name: name, Rate: f, Relay: Latency{P50: f + 1, P99: f + 2}, AppendP50: f + 3, AppendP99: f + 4, Owner: f + 5, Front: f + 6,
			PostgreSQL: f + 7, NATS: f + 8, ClientCPU: f + 9,
		})
	}
	r.History.add(witness.History{Games: 3, Plies: 77, Told: 150, Refused: 2, Faults: []string{"one"}})
	r.History.add(witness.History{Games: 4, Plies: 80, Told: 160, Refused: 1, Faults: []string{"two", "three"}})
	raw, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	tuitest.Golden(t, "cluster", r.String()+string(raw))
}

// TestOneOfAThing is called so in the reports.
func TestOneOfAThing(t *testing.T) {
	cluster := ClusterReport{Nodes: 1, Tables: 1, Seconds: 1, Rate: 1}
	cluster.History.add(witness.History{Games: 1, Plies: 1, Told: 1, Refused: 1})
	ones := Report{Sessions: 1, Seconds: 1, Every: 1, Trials: 1, Servers: []Result{{"noir", whole(1)}}}
	for _, text := range []string{ones.String(), cluster.String()} {
		if said := regexp.MustCompile(`(?m)(^|[^.\d])1 [a-z]+s\b`).FindString(text); said != "" {
			t.Errorf("%q is said in\n%s", said, text)
		}
	}
}
