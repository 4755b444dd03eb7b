package bench

import (
	"encoding/json"
	"maps"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
)

// trialOf is one trial of a server that costs a multiple of another.
func trialOf(times float64) []Phase {
	took := make([]time.Duration, 100)
	for i := range took {
		took[i] = time.Duration(times*float64(i+1)) * time.Millisecond
	}
	return []Phase{
		{Name: Lobby, Sessions: 10, Memory: 1, PerSession: 100 * times, CPU: times, Rate: 5, What: "handshakes", EachKiB: times},
		{Name: Seated, Sessions: 10, Memory: 1, PerSession: 100 * times, CPU: times, Objects: 100 * times},
		{Name: Keys, Sessions: 10, Memory: 1, Latency: latency(took), KeyBytes: 500 * times, EachCPU: times, took: took},
	}
}

func TestMediansAndRatios(t *testing.T) {
	floor := Result{"stock", medians([][]Phase{trialOf(9), trialOf(10), trialOf(40)})}
	server := Result{"noir", medians([][]Phase{trialOf(1), trialOf(2), trialOf(100)})}
	if p := floor.phase(Lobby); p.PerSession != 1000 || p.Rate != 5 || p.What != "handshakes" {
		t.Errorf("the medians are %+v", p)
	}
	if p := server.phase(Keys); p.Latency.P50 != 102 || p.Latency.Samples != 300 || len(p.took) != 300 {
		t.Errorf("the medians are %+v", p.Latency)
	}
	ratios := Floor(floor, server)
	if len(ratios) != 6 {
		t.Fatalf("%+v", ratios)
	}
	for _, r := range ratios {
		if math.Abs(r.Ratio-.2) > 1e-9 {
			t.Errorf("%s: %v", r.Figure, r.Ratio)
		}
		if r.Met() != (r.Target >= .2) {
			t.Errorf("%s: %v of %v is met: %v", r.Figure, r.Ratio, r.Target, r.Met())
		}
	}
	if left := Floor(floor, Result{}); len(left) > 0 {
		t.Errorf("nothing was measured: %+v", left)
	}
}

// TestTheFirstServerIsTheBaseline.
func TestTheFirstServerIsTheBaseline(t *testing.T) {
	compared := func(base, server Result) []Ratio { return []Ratio{{Figure: server.Server + " by " + base.Server}} }
	for n, want := range []string{"", "", "noir by stock", ""} {
		r, err := Run(t.Context(), Plan{}, 0, compared, []Server{{Name: "stock"}, {Name: "noir"}, {Name: "other"}}[:n]...)
		if said := append(r.Ratios, Ratio{})[0].Figure; err != nil || len(r.Servers) != n || said != want {
			t.Errorf("of %d servers: %q, %v", n, said, err)
		}
	}
}

// TestOnlyWhatIsCountedMayNotGrow: a time depends on how busy the machine is.
func TestOnlyWhatIsCountedMayNotGrow(t *testing.T) {
	before, now := Result{"before", trialOf(1)}, Result{"noir", trialOf(2)}
	missed := map[string]bool{}
	for _, r := range Change(before, now) {
		if math.Abs(r.Ratio-2) > 1e-9 {
			t.Errorf("%s: %v", r.Figure, r.Ratio)
		}
		missed[r.Figure] = !r.Met()
	}
	want := map[string]bool{
		"allocated a handshake": true, "RSS a session": false, "objects a session": true, "CPU at rest": false,
		"key→screen p50": false, "key→screen p99": false, "bytes a key": true, "CPU a key": false,
	}
	if !maps.Equal(missed, want) {
		t.Errorf("%v", missed)
	}
	for _, r := range Change(now, now) {
		if !r.Met() {
			t.Errorf("%s has grown from itself to itself", r.Figure)
		}
	}
}

func TestReportIsWritten(t *testing.T) {
	r := Report{Sessions: 10, Seconds: 1, Trials: 1, Servers: []Result{{"stock", trialOf(10)}, {"noir", trialOf(2)}}}
	r.Ratios = Floor(r.Servers[0], r.Servers[1])
	text := ansi.Strip(r.String())
	for _, part := range []string{"10 sessions at 80×24", "5.00 handshakes", "0.20", "≤ 0.15", "missed", "met", "100%", "━━ stock", "━━ noir"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in it:\n%s", part, text)
		}
	}
	for line := range strings.Lines(text) {
		if w := ansi.StringWidth(strings.TrimRight(line, "\n")); w > 110 {
			t.Errorf("a line is %d cells wide: %s", w, line)
		}
	}
	raw, err := json.Marshal(r)
	if err != nil || !strings.Contains(string(raw), `"p99_ms"`) {
		t.Errorf("%s, %v", raw, err)
	}
}
