package bench

import (
	"math"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestOthersAreWhoIsLeft: the others' part of the machine's time contains neither the server's nor the visitors', and a
// machine clock that is behind those of its processes makes no time negative.
func TestOthersAreWhoIsLeft(t *testing.T) {
	t.Parallel()
	began := time.Date(2000, time.January, 1, 0, 0, 0, 0, time.UTC)
	from := reading{at: began, server: 10 * time.Second, client: 20 * time.Second, machine: 100 * time.Second, bytes: 1000, allocated: 5000}
	to := reading{at: began.Add(2 * time.Second), server: 11 * time.Second, client: 20500 * time.Millisecond, machine: 101700 * time.Millisecond, bytes: 1300, allocated: 9000}
	u := to.since(from)
	if want := (usage{over: 2 * time.Second, server: time.Second, client: 500 * time.Millisecond, others: 200 * time.Millisecond, bytes: 300, allocated: 4000}); u != want {
		t.Errorf("used %+v, not %+v", u, want)
	}
	if got := u.percent(u.server); got != 50 {
		t.Errorf("a second of two is %g %% of a core", got)
	}
	to.machine = 101 * time.Second
	if u := to.since(from); u.others != 0 {
		t.Errorf("others have used %v", u.others)
	}
}

// thisProcess is the one that runs the tests, as a server to measure.
func thisProcess(t *testing.T) *Process {
	t.Helper()
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	return &Process{Cmd: &exec.Cmd{Process: self}}
}

// TestFiguresOfAPhase are of all sessions, those who watch too, beyond what the server takes without any.
func TestFiguresOfAPhase(t *testing.T) {
	t.Parallel()
	process := thisProcess(t)
	rss, err := process.RSS()
	if err != nil {
		t.Fatal(err)
	}
	tr := &trial{process: process, empty: rss / 2, crowd: make([]*Visitor, 3), watchers: make([]*Visitor, 1)}
	p, err := tr.phase(Keys, usage{over: 2 * time.Second, server: time.Second, client: 500 * time.Millisecond, others: 200 * time.Millisecond})
	if err != nil || p.Name != Keys || p.Sessions != 4 || p.CPU != 50 || p.ClientCPU != 25 || p.OthersCPU != 10 {
		t.Errorf("%+v, %v", p, err)
	}
	if each := (p.Memory*1024 - float64(rss/2)/1024) / 4; math.Abs(each-p.PerSession) > 1 || p.Memory < float64(rss)/(1<<20)/2 {
		t.Errorf("%v MiB of %d bytes, and %v KiB a session, not %v", p.Memory, rss, p.PerSession, each)
	}
	p.each("moves", 4, usage{over: 2 * time.Second, server: 8 * time.Millisecond, allocated: 8 << 10})
	if p.What != "moves" || p.Rate != 2 || p.EachCPU != 2 || p.EachKiB != 2 {
		t.Errorf("of four: %+v", p)
	}
}

// TestFiguresOfNodes are of all that was done between two readings, by the move.
func TestFiguresOfNodes(t *testing.T) {
	t.Parallel()
	began := time.Now()
	before := clusterReading{
		at: began, nodes: time.Second, postgres: 2 * time.Second, nats: 3 * time.Second, client: 4 * time.Second, moves: 100, fenced: 1,
		writes: map[float64]float64{.001: 50, .002: 50, math.Inf(1): 50},
	}
	now := clusterReading{
		at: began.Add(10 * time.Second), nodes: 2 * time.Second, postgres: 4 * time.Second, nats: 6 * time.Second, client: 6 * time.Second, moves: 600, fenced: 4,
		writes: map[float64]float64{.001: 50, .002: 150, math.Inf(1): 150},
	}
	want := ClusterPhase{Rate: 50, AppendP50: 1.5, AppendP99: 1.99, Owner: 2, PostgreSQL: 4, NATS: 6, ClientCPU: 20, Fenced: 3}
	if p := now.since(before); p != want {
		t.Errorf("%+v, not %+v", p, want)
	}
	now.moves, now.nodes, now.writes = 100, 0, map[float64]float64{} // nobody moved, and a node is gone
	if p := now.since(before); p.Rate != 0 || p.Owner != 0 || p.PostgreSQL != 2000 {
		t.Errorf("without a move %+v", p)
	}
}
