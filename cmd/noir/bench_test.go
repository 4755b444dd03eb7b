package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"noir/internal/await"
	"noir/server/bench"
)

// TestBenchHasLimits: each figure has the limit that its help names, and a figure at the limit
// passes.
func TestBenchHasLimits(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(set *benchFlags)
		refused bool
	}{
		"the least":         {func(*benchFlags) {}, false},
		"no sessions":       {func(set *benchFlags) { set.plan.Sessions = 0 }, true},
		"an odd number":     {func(set *benchFlags) { set.plan.Sessions = 3 }, true},
		"no seconds":        {func(set *benchFlags) { set.seconds = 0 }, true},
		"the most seconds":  {func(set *benchFlags) { set.seconds = 30 }, false},
		"too many seconds":  {func(set *benchFlags) { set.seconds = 31 }, true},
		"moves too fast":    {func(set *benchFlags) { set.plan.Every = 2*time.Second - 1 }, true},
		"no runs":           {func(set *benchFlags) { set.runs = 0 }, true},
		"less than nothing": {func(set *benchFlags) { set.thinking = -1 }, true},
		"a phase":           {func(set *benchFlags) { set.plan.Only = bench.PhaseNames[0] }, false},
		"no phase":          {func(set *benchFlags) { set.plan.Only = "fold" }, true},
		"an earlier noir":   {func(set *benchFlags) { set.compare = "noir-1.0" }, false},
		"thinking":          {func(set *benchFlags) { set.thinking = 1 }, false},
		"both":              {func(set *benchFlags) { set.compare, set.thinking = "noir-1.0", 1 }, true},
	} {
		set := benchFlags{plan: bench.Plan{Sessions: 2, Every: 2 * time.Second}, measurement: measurement{seconds: 1}, runs: 1}
		c.change(&set)
		err := set.check()
		if errors.Is(err, errUsage) != c.refused || (err == nil) == c.refused {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && set.plan.Window != time.Duration(set.seconds)*time.Second {
			t.Errorf("%s: %d seconds are measured as %v", name, set.seconds, set.plan.Window)
		}
	}
}

// TestBenchOfServersHasLimits: the same of several servers.
func TestBenchOfServersHasLimits(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(set *benchClusterFlags)
		refused bool
	}{
		"the least":          {func(*benchClusterFlags) {}, false},
		"no database":        {func(set *benchClusterFlags) { set.database = "" }, true},
		"no servers":         {func(set *benchClusterFlags) { set.plan.Nodes = 0 }, true},
		"the most servers":   {func(set *benchClusterFlags) { set.plan.Nodes = 16 }, false},
		"too many servers":   {func(set *benchClusterFlags) { set.plan.Nodes = 17 }, true},
		"no tables":          {func(set *benchClusterFlags) { set.plan.Tables = 0 }, true},
		"no moves":           {func(set *benchClusterFlags) { set.plan.Rate = 0 }, true},
		"the fastest":        {func(set *benchClusterFlags) { set.plan.Rate = 15 }, false},
		"moves too fast":     {func(set *benchClusterFlags) { set.plan.Rate = 15.1 }, true},
		"no seconds":         {func(set *benchClusterFlags) { set.seconds = 0 }, true},
		"less than no fault": {func(set *benchClusterFlags) { set.plan.Faults = -1 }, true},
		"less than nothing":  {func(set *benchClusterFlags) { set.plan.CPU = -1 }, true},
	} {
		var set benchClusterFlags
		set.database, set.seconds, set.plan.Nodes, set.plan.Tables, set.plan.Rate = "postgres:///postgres", 1, 1, 1, 1
		c.change(&set)
		err := set.check()
		if errors.Is(err, errUsage) != c.refused || (err == nil) == c.refused {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && set.plan.Window != time.Second {
			t.Errorf("%s: a second is measured as %v", name, set.plan.Window)
		}
	}
	for database, here := range map[string]bool{
		"postgres:///postgres": true, "postgres:///postgres?host=/run/postgresql": true, "postgres://localhost/noir": true, "postgres://noir@127.0.0.1:5432/noir": true,
		"postgres://[::1]/noir": true, "postgres://db.example.com/noir": false, "postgres:///noir?host=db.example.com": false, "postgres://192.0.2.1/noir": false, "postgres://[": false,
	} {
		if onThisMachine(database) != here {
			t.Errorf("%s is at this machine: %v", database, !here)
		}
	}
}

// TestTheServersOfABench: which are measured, how each is started, and how they compare.
func TestTheServersOfABench(t *testing.T) {
	const noir = "%s: %s serve --listen 127.0.0.1:0 --data . --log-level warn --connections %d --metrics M --pprof\n"
	for name, c := range map[string]struct {
		set      benchFlags
		compared bench.Comparison
		started  string
	}{
		"beside a bare one": {benchFlags{}, bench.Floor, "stock: self bench stock --metrics M\n" + fmt.Sprintf(noir, "noir", "self", 40+4+64)},
		"alone":             {benchFlags{skipFloor: true}, nil, fmt.Sprintf(noir, "noir", "self", 40+4+64)},
		"an earlier one":    {benchFlags{compare: "noir-1.0", skipFloor: true}, bench.Change, fmt.Sprintf(noir, "before", "noir-1.0", 40+4+64) + fmt.Sprintf(noir, "noir", "self", 40+4+64)},
		"thinking":          {benchFlags{thinking: 3}, bench.Strain, fmt.Sprintf(noir, "noir", "self", 40+4+3+64) + fmt.Sprintf(noir, "thinking", "self", 40+4+3+64)},
	} {
		c.set.plan.Sessions = 40
		compared, servers := c.set.servers("self")
		started := ""
		for _, s := range servers {
			started += s.Name + ": " + strings.Join(s.Command("M").Args, " ") + "\n"
			if meanwhile := s.Meanwhile != nil; meanwhile != (s.Name == "thinking") || (s.Script.Table == nil) != (s.Name == "stock") {
				t.Errorf("%s, %s: kept busy: %t, with tables: %t", name, s.Name, meanwhile, s.Script.Table != nil)
			}
		}
		if started != c.started || reflect.ValueOf(compared).Pointer() != reflect.ValueOf(c.compared).Pointer() {
			t.Errorf("%s: there are\n%s, not\n%s", name, started, c.started)
		}
	}
	if few := (&benchFlags{plan: bench.Plan{Sessions: 2}}).connections(); few != 3 {
		t.Errorf("two who play have %d connections, not one spectator besides", few)
	}
	if command, want := againstHouse(), "play district-noir --json --pace fast --bot boss"; command != want {
		t.Errorf("programs %s, not %s", command, want)
	}
}

// TestWhatHasBecomeWorse is named, and nothing else.
func TestWhatHasBecomeWorse(t *testing.T) {
	report := bench.Report{Ratios: []bench.Ratio{{Figure: "heap", Ratio: 1.1, Target: 1.1}, {Figure: "CPU", Ratio: 3}}}
	if err := worse(report); err != nil {
		t.Errorf("nothing is: %v", err)
	}
	report.Ratios = append(report.Ratios, bench.Ratio{Figure: "objects", Ratio: 1.204, Target: 1.1}, bench.Ratio{Figure: "bytes", Ratio: 2, Target: 1.1})
	if err, want := worse(report), "objects: 1.20 times as much as before\nbytes: 2.00 times as much as before"; err == nil || err.Error() != want {
		t.Errorf("%v, not %s", err, want)
	}
}

// told is a report of a bench.
type told struct{ Moves int }

func (r told) String() string { return fmt.Sprintf("%d moves\n", r.Moves) }

// TestABenchIsReported to people and to programs, also what was measured before an error or a signal.
func TestABenchIsReported(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("a client has left")
	for name, c := range map[string]struct {
		json   bool
		report fmt.Stringer
		err    error
		out    string
	}{
		"for people":     {false, told{7}, nil, "7 moves\n"},
		"for programs":   {true, told{7}, nil, `{"Moves":7}` + "\n"},
		"cut short":      {false, told{3}, broken, "3 moves\n"},
		"so in JSON":     {true, told{3}, broken, `{"Moves":3}` + "\n"},
		"not even begun": {false, nil, broken, ""},
	} {
		var out, errOut strings.Builder
		cmd := new(cobra.Command)
		cmd.SetContext(t.Context())
		cmd.SetOut(&out)
		cmd.SetErr(&errOut)
		m := measurement{seconds: 3, json: c.json}
		err := m.run(cmd, func(_ context.Context, file string, progress func(server, phase string, done float64)) (fmt.Stringer, error) {
			if progress("noir", "keys", .5); file != self {
				t.Errorf("%s: it is measured with %s", name, file)
			}
			return c.report, c.err
		})
		if !errors.Is(err, c.err) || out.String() != c.out || errOut.String() != "noir, keys\n" {
			t.Errorf("%s: %v, %q, %q", name, err, out.String(), errOut.String())
		}
	}
	for _, s := range [...]os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := new(cobra.Command)
		cmd.SetContext(t.Context())
		m := new(measurement)
		if err := m.run(cmd, func(ctx context.Context, _ string, _ func(server, phase string, done float64)) (fmt.Stringer, error) {
			signalled(t, s)
			await.One(t, ctx.Done(), "the end after a signal")
			return nil, ctx.Err()
		}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// signalled sends this process a signal.
func signalled(t *testing.T, s os.Signal) {
	t.Helper()
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(s)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestABenchOfServersCleansUp: where it cannot begin it says what it needs, and its directory has gone.
func TestABenchOfServersCleansUp(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("PATH", dir)
	for args, c := range map[string]struct {
		code int
		says string
	}{
		"":                           {exitUsage, "there is no nats-server in the path"},
		" --nats nats://127.0.0.1:1": {exitFailed, "no database can be made: "},
		" --tables 0":                {exitUsage, "--tables is 1 at least"},
	} {
		code, out, errOut := noir(t, strings.Fields("bench cluster --database postgres://127.0.0.1:1/noir"+args)...)
		if code != c.code || !strings.Contains(errOut, c.says) || out != "" {
			t.Errorf("%q: exit code %d, %s%s", args, code, out, errOut)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%q: it has left %v, %v", args, left, err)
		}
	}
}
