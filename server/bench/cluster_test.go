package bench

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/internal/await"
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

// fleetOf is a number of nodes without a process, at which nobody plays.
func fleetOf(t *testing.T, nodes int) *fleet {
	t.Helper()
	f := &fleet{ctx: t.Context(), ClusterPlan: ClusterPlan{Nodes: nodes, Tables: 0, Rate: 1}}
	for i := range nodes {
		f.all = append(f.all, &node{name: fmt.Sprint("node-", i)})
	}
	f.gather()
	t.Cleanup(f.end)
	return f
}

// TestANodeThatIsLost mostly has tables, and nobody is led to it any more.
func TestANodeThatIsLost(t *testing.T) {
	f := fleetOf(t, 4)
	before := slices.Clone(f.all)
	lost := map[string]int{}
	for range 1000 {
		all := f.all
		n := f.lose(map[string]string{"one": "node-2", "other": "node-2"})
		lost[n.name]++
		if !slices.Equal(all, before) || len(f.all) != 3 || slices.Contains(f.all, n) || !slices.Equal(f.to, f.all) {
			t.Fatalf("without %s there are %v, of which people are led to %v", n.name, f.all, f.to)
		}
		f.all = all
	}
	if n := lost["node-2"]; n < 700 || n > 900 || len(lost) != 4 { // three times of four, and one of four of the others
		t.Errorf("lost were %v", lost)
	}
}

// TestRelaysThatCount: what somebody was told of the move of another one, who is connected to another node when people are
// spread, and only while it is measured.
func TestRelaysThatCount(t *testing.T) {
	f := fleetOf(t, 2)
	f.to = f.all
	of := func(by, to int) witness.Told { return witness.Told{By: by, Witness: to, Took: time.Second} }
	for name, c := range map[string]struct {
		told        witness.Told
		near, apart int
	}{
		"one's own":                   {of(2, 2), 0, 0},
		"of somebody else":            {of(-1, 2), 0, 0},
		"at the same node":            {of(0, 2), 1, 0},
		"of the first one, elsewhere": {of(0, 1), 1, 1},
		"at another node":             {of(3, 2), 1, 1},
	} {
		for _, apart := range []bool{false, true} {
			var s samples
			s.start()
			f.relays, f.apart = &s, apart
			f.told(c.told)
			want := c.near
			if apart {
				want = c.apart
			}
			if took, _ := s.stop(); len(took) != want || want > 0 && took[0] != time.Second {
				t.Errorf("%s, spread %t: %v", name, apart, took)
			}
		}
	}
	f.relays = nil
	f.told(of(0, 1)) // while nothing is measured
}

// TestTablesGoOn: each of a node that broke is watched for a while, and until it has a move or has ended; one that has
// none for too long is lost.
func TestTablesGoOn(t *testing.T) {
	for name, c := range map[string]struct {
		moves time.Duration // when the table has one; 0: never
		ends  time.Duration // when the game is over; 0: never
		took  []time.Duration
		after time.Duration
		lost  bool
	}{
		"soon":           {moves: time.Second, took: []time.Duration{time.Second}, after: faultTime},
		"late":           {moves: 10100 * time.Millisecond, took: []time.Duration{10100 * time.Millisecond}, after: 10250 * time.Millisecond},
		"over meanwhile": {ends: 8 * time.Second, after: 8 * time.Second},
		"never":          {after: standsTime + time.Second/4, lost: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := fleetOf(t, 2)
				began := time.Now()
				f.Owners = func(context.Context) (map[string]string, error) {
					if c.ends > 0 && time.Since(began) >= c.ends {
						return nil, nil
					}
					return map[string]string{"one": "node-0"}, nil
				}
				watch := &standing{since: began, tables: map[string]*stand{"one": {last: began}}}
				f.watch(watch)
				if c.moves > 0 {
					time.AfterFunc(c.moves, func() { f.told(witness.Told{Game: "one", Ply: 5, By: -1, At: time.Now()}) })
				}
				took, err := f.goOn(watch)
				if !slices.Equal(took, c.took) || time.Since(began) != c.after || (err != nil) != c.lost {
					t.Errorf("after %v: %v, %v", time.Since(began), took, err)
				}
				if c.lost && err.Error() != "table one stands still for 30s" {
					t.Error(err)
				}
				f.watch(nil)
				if f.stands != nil {
					t.Error("it is watched still")
				}
			})
		})
	}
}

// TestFleetSettles when the games are over that were opened before, and not those that have begun since.
func TestFleetSettles(t *testing.T) {
	f := fleetOf(t, 3)
	games := []map[string]string{{"one": "node-0", "two": "node-0"}, {"two": "node-0", "three": "node-1"}, {"three": "node-1"}}
	asked, told := 0, []string{}
	f.Owners = func(context.Context) (map[string]string, error) {
		now := games[min(asked, len(games)-1)]
		asked++
		return maps.Clone(now), nil
	}
	f.Progress = func(server, phase string, done float64) {
		told = append(told, fmt.Sprintf("%s, %s %g", server, phase, done))
	}
	if err := f.settle(f.all[1:]); err != nil || asked != 3 || !slices.Equal(f.to, f.all[1:]) {
		t.Errorf("after %d looks: %v", asked, err)
	}
	if want := []string{"3 servers, settling 0.5", "3 servers, settling 1"}; !slices.Equal(told, want) {
		t.Errorf("it told of %q", told)
	}
	for w, want := range map[int]*node{0: f.all[1], 1: f.all[2], 2: f.all[1]} {
		if got := f.nodeOf(w); got != want {
			t.Errorf("witness %d is led to %s", w, got.name)
		}
	}
	no := errors.New("no database")
	f.Owners = func(context.Context) (map[string]string, error) { return nil, no }
	if err := f.measure("apart", f.all); !errors.Is(err, no) || !strings.HasPrefix(err.Error(), "apart: ") {
		t.Errorf("it is measured without a database: %v", err)
	}
}

// TestAFleetIsMeasured by what all nodes and services say, and compared with what the nodes cost in the first phase.
func TestAFleetIsMeasured(t *testing.T) {
	f := fleetOf(t, 2)
	self := thisProcess(t)
	for i, n := range f.all {
		n.Process = self
		n.metrics = serveGauges(t, &gauges{text: fmt.Sprintf("%s %d\n%s %d\n", metricMoves, i+1, metricFenced, i+3) +
			metricWrites + `0.5"} 4` + "\n" + metricWrites + `+Inf"} 6` + "\n"}).addr
	}
	f.PostgreSQL = func() (time.Duration, error) { return time.Hour, nil }
	before, err1 := self.CPU()
	r, err := f.read()
	after, err2 := self.CPU()
	if err := errors.Join(err, err1, err2); err != nil {
		t.Fatal(err)
	}
	if r.moves != 3 || r.fenced != 7 || r.postgres != time.Hour || r.nats != 0 || r.nodes < 2*before || r.nodes > 2*after || r.client < before || r.client > after {
		t.Errorf("%+v", r)
	}
	if want := map[float64]float64{.5: 8, math.Inf(1): 12}; !maps.Equal(r.writes, want) {
		t.Errorf("written was %v, not %v", r.writes, want)
	}
	f.Owners = func(context.Context) (map[string]string, error) { return nil, nil }
	f.Window = time.Millisecond
	f.report.Phases = []ClusterPhase{{Owner: 7, Rate: 1}}
	if err := f.measure(Across, f.all); err != nil || len(f.report.Phases) != 2 || f.relays != nil || !f.apart {
		t.Fatalf("%+v, %v", f.report.Phases, err)
	}
	if p := f.report.Phases[1]; p.Name != Across || p.Owner != 7 {
		t.Errorf("%+v", p)
	}
	if err := f.measure(Together, f.all[:1]); err != nil || f.apart {
		t.Errorf("one alone: %v", err)
	}
	no := errors.New("it is gone")
	f.NATS = func() (time.Duration, error) { return 0, no }
	if _, err := f.read(); !errors.Is(err, no) {
		t.Errorf("without NATS: %v", err)
	}
	f.all[1].metrics = "127.0.0.1:1"
	if _, err := f.read(); err == nil || !strings.HasPrefix(err.Error(), "node-1: ") {
		t.Errorf("without the metrics of a node: %v", err)
	}
}

// TestNodesBreak each in its way, and come back, or another one in their place.
func TestNodesBreak(t *testing.T) {
	f := &fleet{ctx: t.Context(), ClusterPlan: ClusterPlan{Rate: 1, Command: func(name, metrics string) *exec.Cmd {
		return exec.Command("sh", "-c", `trap 'echo "`+name+` goes">&2; exit' TERM; echo listening on `+metrics+` >&2; while :; do sleep 0.01; done`)
	}}}
	f.crowd, f.stops = witness.Start(witness.Config{}), func() bool { return true }
	t.Cleanup(func() {
		for _, n := range f.every {
			if err := n.end(); err != nil {
				t.Errorf("the end of %s: %v", n.name, err)
			}
		}
	})
	for range 3 {
		if err := f.launch(); err != nil {
			t.Fatal(err)
		}
	}
	for i, n := range f.all {
		if n.name != fmt.Sprint("node-", i) || n.Addr != n.metrics || f.every[i] != n || f.to[i] != n {
			t.Errorf("node %d is %s at %s", i, n.name, n.Addr)
		}
	}
	state := func(n *node) string {
		_, fields, err := statOf(n.Cmd.Process.Pid)
		if err != nil {
			return "gone"
		}
		return fields[0]
	}
	stands := func(n *node, still bool) {
		await.Until(t, fmt.Sprintf("%s stands still: %t", n.name, still), func() bool { return (state(n) == "T") == still })
	}
	if err := f.all[2].pause(); err != nil {
		t.Fatal(err)
	}
	stands(f.all[2], true)
	if err := f.all[2].goOn(); err != nil {
		t.Fatal(err)
	}
	stands(f.all[2], false)
	for i, fault := range clusterFaults {
		n := f.all[0]
		f.all = f.all[1:]
		f.to = f.all
		if err := f.breakNode(fault, n); err != nil {
			t.Fatalf("%s: %v", fault, err)
		}
		switch fault {
		case paused:
			if err := f.wake(n); err != nil || f.all[len(f.all)-1] != n || len(f.to) != len(f.all) {
				t.Errorf("%s is not taken back: %v", n.name, err)
			}
			if state(n) == "gone" {
				t.Errorf("%s has ended of a pause", n.name)
			}
		default:
			if is := state(n); is != "gone" {
				t.Errorf("%s is %s after %s", n.name, is, fault)
			}
			if asked := n.Cmd.ProcessState.Exited(); asked != (fault == drained) {
				t.Errorf("%s was asked: %t", fault, asked)
			}
			if err := f.launch(); err != nil {
				t.Fatal(err)
			}
		}
		if len(f.all) != 3 || i == 0 && f.all[2].name != "node-3" {
			t.Errorf("after %s there are %d", fault, len(f.all))
		}
	}
	f.Command = func(string, string) *exec.Cmd { return exec.Command("false") }
	if err := f.launch(); err == nil || !strings.HasPrefix(err.Error(), "node-5: ") || len(f.every) != 5 {
		t.Errorf("of %d nodes the newest: %v", len(f.every), err)
	}
}

// TestAFreeAddress is below the ports that the system gives to anybody.
func TestAFreeAddress(t *testing.T) {
	for range 50 {
		addr, err := freeAddress()
		var port int
		if _, scanned := fmt.Sscanf(addr, "127.0.0.1:%d", &port); err != nil || scanned != nil || port < 20_000 || port >= 32_000 {
			t.Errorf("%q, %v, %v", addr, err, scanned)
		}
	}
}
