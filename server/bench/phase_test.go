package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"
)

// gauges answers as a server does at its address for metrics, with a text, and counts the garbage collections that it
// is asked for. Each reading finds a number of further bytes allocated.
type gauges struct {
	text, addr string
	more       int64
	status     int
	read       atomic.Int64
	collected  atomic.Int64
}

func serveGauges(t *testing.T, g *gauges) *gauges {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		if g.status > 0 {
			w.WriteHeader(g.status)
		}
		fmt.Fprintf(w, "%s%s %d\n", g.text, metricAllocated, g.read.Add(1)*g.more)
	})
	mux.HandleFunc("GET /debug/pprof/heap", func(_ http.ResponseWriter, r *http.Request) {
		if r.FormValue("gc") == "1" {
			g.collected.Add(1)
		}
	})
	s := httptest.NewUnstartedServer(mux)
	s.Config.SetKeepAlivesEnabled(false) // a connection that is kept would hold up the clock of a bubble
	s.Start()
	t.Cleanup(s.Close)
	g.addr = s.Listener.Addr().String()
	return g
}

// staged is a trial of visitors each of whom sees a table of their own, of a server that is this process.
func staged(t *testing.T, g *gauges, visitors int) (*trial, []*stage) {
	tr := &trial{
		ctx: t.Context(), process: thisProcess(t), server: Server{Name: "noir", Script: NoirScript()},
		Plan: Plan{Sessions: visitors, Window: 20 * time.Second, Every: 4 * time.Second, Metrics: g.addr},
	}
	stages := make([]*stage, visitors)
	for i := range stages {
		stages[i] = onStage()
		tr.crowd = append(tr.crowd, stages[i].v)
	}
	return tr, stages
}

func TestMetricsAreRead(t *testing.T) {
	g := serveGauges(t, &gauges{text: "# HELP some\n" + metricHeap + " 2048\nnoir_moves_total{game=\"a b\"} 3\n" + metricGoroutines + " 1.5e+01\n" + metricObjects + " 7\n", more: 10})
	if _, err := metricsAt(t.Context(), g.addr); err == nil {
		t.Error("what is no number was read")
	}
	g.text = strings.ReplaceAll(g.text, "a b", "ab")
	m, err := collected(t.Context(), g.addr)
	if want := (memory{objects: 7, heap: 2048, goroutines: 15, allocated: 20}); m != want || err != nil || g.collected.Load() != 2 {
		t.Errorf("after %d collections %+v, %v", g.collected.Load(), m, err)
	}
	g.status = http.StatusTeapot
	if _, err := memoryAt(t.Context(), g.addr); err == nil || !strings.HasSuffix(err.Error(), "/metrics: 418 I'm a teapot") {
		t.Errorf("what was refused: %v", err)
	}
}

// TestKeysAreMeasured: how soon each is answered, what it draws beyond what is drawn at rest, and what it costs beyond that.
func TestKeysAreMeasured(t *testing.T) {
	g := serveGauges(t, &gauges{more: 100 << 10})
	synctest.Test(t, func(t *testing.T) {
		tr, stages := staged(t, g, 4)
		for i, s := range stages {
			s.hears = func(string) {
				if i > 0 { // one never sees anything
					time.AfterFunc(20*time.Millisecond, func() { s.v.take(make([]byte, 100)) })
				}
			}
		}
		tr.rest = &usage{over: 2 * time.Second, bytes: 80, server: 1000 * time.Second}
		all, err := tr.keys(true)
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		p := all[0]
		count := float64(p.Latency.Samples)
		over := count / p.Rate
		if p.Name != Keys || p.What != "keys" || over < 20 || over > 20+keyLimit.Seconds()+1 || count < 150 || count > 350 {
			t.Errorf("in %v s: %+v", over, p)
		}
		if p.Unanswered < 5 || p.Unanswered > 8 || p.Latency.P50 != 20 || p.Latency.P999 != 3000 {
			t.Errorf("of one who sees nothing %d keys are unanswered: %+v", p.Unanswered, p.Latency)
		}
		if want := (100*(count-float64(p.Unanswered)) - 40*over) / count; math.Abs(p.KeyBytes-want) > 1e-6 {
			t.Errorf("a key draws %v bytes, not %v", p.KeyBytes, want)
		}
		if want := 100 / count; math.Abs(p.EachKiB-want) > 1e-6 {
			t.Errorf("a key takes %v KiB, not %v", p.EachKiB, want)
		}
		if used := p.EachCPU*count + 500_000*over; used < -1 || used > 60_000 { // what this test itself has used
			t.Errorf("the keys took %v ms beyond what rest takes", used)
		}
		for i, s := range stages {
			for n, key := range s.typed {
				if want := tr.server.Script.Keys[n%2]; key != want {
					t.Fatalf("the key %d of visitor %d was %q, not %q", n, i, key, want)
				}
			}
		}
		if all, err := tr.keys(false); all != nil || err != nil {
			t.Errorf("keys that nobody asked for were measured: %v, %v", all, err)
		}
	})
}

// TestSeatsAreMeasured: how soon all sit, and what each holds beyond what the server takes without any.
func TestSeatsAreMeasured(t *testing.T) {
	g := serveGauges(t, &gauges{text: metricHeap + " 9216\n" + metricObjects + " 108\n" + metricGoroutines + " 30\n"})
	synctest.Test(t, func(t *testing.T) {
		tr, _ := staged(t, g, 4)
		tr.bare = memory{objects: 100, heap: 1024, goroutines: 10}
		tr.server.Script.Table.Sit = func(v *Visitor) error { time.Sleep(2 * time.Second); v.kept = true; return nil }
		began := time.Now()
		all, err := tr.seated(true)
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		if p := all[0]; p.Name != Seated || p.Rate != 2 || p.What != "seats taken" || p.Objects != 2 || p.Heap != 2 || p.Goroutines != 5 {
			t.Errorf("%+v", p)
		}
		if took := time.Since(began); took != 2*time.Second+settling+tr.Window || tr.rest == nil || tr.rest.over != tr.Window {
			t.Errorf("in %v it was measured at rest: %+v", took, tr.rest)
		}
		if v := tr.crowd[0]; v.kept {
			t.Error("what is drawn for those who sit is kept still")
		}
		if all, err := tr.seated(false); all != nil || err != nil {
			t.Errorf("seats that nobody asked for were measured: %v, %v", all, err)
		}
		collections := g.collected.Load()
		for name, only := range map[string]string{"the lobby before tables": "", "the lobby alone": Lobby} {
			tr.Only = only
			p, err := tr.atRest(Lobby)
			if counted := p.Objects > 0; err != nil || counted != (only == Lobby) || p.Name != Lobby {
				t.Errorf("%s: %+v, %v", name, p, err)
			}
		}
		if more := g.collected.Load() - collections; more != 2 {
			t.Errorf("there were %d collections more", more)
		}
		no := errors.New("no seat")
		tr.server.Script.Table.Sit = func(*Visitor) error { return no }
		if all, err := tr.seated(true); all != nil || !errors.Is(err, no) {
			t.Errorf("without a seat: %v, %v", all, err)
		}
	})
}

// TestMovesAreMeasured once they have spread, for the window, while others come and go.
func TestMovesAreMeasured(t *testing.T) {
	g := serveGauges(t, &gauges{more: 100 << 10})
	synctest.Test(t, func(t *testing.T) {
		tr, stages := staged(t, g, 2)
		for _, s := range stages {
			s.hears = func(keys string) {
				if keys == "\r" {
					time.AfterFunc(30*time.Millisecond, func() { s.shows("District Noir") })
					time.AfterFunc(time.Second, func() { s.shows("your move") })
				}
			}
			s.shows("your move")
		}
		began := time.Now()
		all, err := tr.moving(true)
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		p := all[0]
		if p.Name != Moving || p.What != "moves" || p.Unanswered != 0 || p.Latency.P50 != 30 || p.Latency.P999 != 30 || time.Since(began) < tr.Every+tr.Window {
			t.Errorf("after %v: %+v", time.Since(began), p)
		}
		made := 0 // in the window
		for _, s := range stages {
			for i, keys := range s.typed {
				if at := s.at[i].Add(30 * time.Millisecond).Sub(began); keys == "\r" && at > tr.Every {
					made++
				}
			}
		}
		if count := float64(made); made == 0 || p.Latency.Samples != made || p.Rate != count/tr.Window.Seconds() || p.EachKiB != 100/count {
			t.Errorf("of %d moves: %+v", made, p)
		}
		if all, err := tr.moving(false); all != nil || err != nil {
			t.Errorf("moves that nobody asked for were measured: %v, %v", all, err)
		}
		var cancel context.CancelFunc
		for name, until := range map[string]time.Duration{"while they spread": tr.Every / 2, "in the window": tr.Every + tr.Window/2} {
			tr.ctx, cancel = context.WithTimeout(t.Context(), until)
			if all, err := tr.moving(true); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a bench that ended %s has measured %+v, %v", name, all, err)
			}
			cancel()
		}
		tr.ctx = t.Context()
		broken := errors.New("no way back")
		if _, err := tr.moves(Leaving, tr.crowd, func(_ context.Context, beside *errgroup.Group) { beside.Go(func() error { return broken }) }); !errors.Is(err, broken) {
			t.Errorf("what broke beside the moves: %v", err)
		}
	})
}

// TestSomeAtOnce: at most a number of visitors do something at the same time, all of them in the end, and progress is
// reported.
func TestSomeAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tr, _ := staged(t, &gauges{}, 7)
		var told []float64
		tr.Progress = func(server, phase string, done float64) {
			if server != "noir" || phase != "sitting" {
				t.Errorf("%s, %s is told", server, phase)
			}
			told = append(told, done)
		}
		var mu sync.Mutex
		var now, most, all int
		began := time.Now()
		if err := tr.each("sitting", tr.crowd, 1, func(*Visitor) error { return nil }); err != nil || len(told) != 7 || told[0] != 1./7 || told[6] != 1 {
			t.Errorf("one by one they told of %v, %v", told, err)
		}
		tr.Progress = nil
		no := errors.New("no")
		err := tr.each("sitting", tr.crowd, 3, func(v *Visitor) error {
			count := func(more int) {
				mu.Lock()
				defer mu.Unlock()
				now += more
				most, all = max(most, now), all+max(0, more)
			}
			count(1)
			time.Sleep(time.Second)
			count(-1)
			if v == tr.crowd[2] {
				return no
			}
			return nil
		})
		if !errors.Is(err, no) || most != 3 || all != 7 || time.Since(began) != 3*time.Second {
			t.Errorf("%d at once, %d in all, in %v: %v", most, all, time.Since(began), err)
		}
		began, told = time.Now(), nil
		tr.Progress = func(_, _ string, done float64) { told = append(told, done) }
		if err := tr.wait(t.Context(), "rest", 1100*time.Millisecond); err != nil || time.Since(began) != 1100*time.Millisecond || len(told) != 5 || told[0] != 0 || math.Abs(told[4]-1/1.1) > 1e-9 {
			t.Errorf("after %v: %v, %v", time.Since(began), told, err)
		}
	})
}
