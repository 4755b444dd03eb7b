//go:build e2e

package e2e

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster/natstest"
)

// fleet is several servers of one database that serve at the same time.
type fleet struct {
	t     *testing.T
	flags []string
	front *balancer
	all   []*process
}

// launch starts one more server.
func (f *fleet) launch() *process {
	f.t.Helper()
	p := launch(f.t, append(f.flags, "--node", fmt.Sprint("node-", len(f.all)))...)
	f.all = append(f.all, p)
	f.front.serve(f.all)
	return p
}

// lose takes a server from the fleet.
func (f *fleet) lose(i int) *process {
	p := f.all[i]
	f.all = append(f.all[:i:i], f.all[i+1:]...)
	f.front.serve(f.all)
	return p
}

// several has witnesses play at three servers at once, through a balancer, and breaks one server after
// the other.
func several(t *testing.T, faults int, breaks func(p *process)) {
	database := pgtest.Database(t)
	f := &fleet{t: t, front: newBalancer(t), flags: []string{
		"--listen", "127.0.0.1:0", "--data", t.TempDir(), "--database", database, "--nats", natstest.Start(t), "--log-level", "error",
	}}
	begin := func() *process {
		f.all = nil
		return f.launch()
	}
	o := undergo(t, f.front.Addr().String(), "district-noir", 2, *load, begin, "--database", database)
	f.launch()
	f.launch()
	for range faults {
		o.outage(func() {
			breaks(f.lose(o.chance.IntN(len(f.all))))
			f.launch()
		})
	}
	o.played(o.tables)
	for len(f.all) > 1 {
		f.lose(0).stop()
	}
	o.server = f.all[0]
	o.settle()
}

// TestKilledNodeOfSeveral kills one of three servers at random moments. Whoever was connected to another
// one plays on; every move that was acknowledged is in the log once, and ratings follow from the games.
func TestKilledNodeOfSeveral(t *testing.T) {
	t.Parallel() // it mostly waits
	several(t, *kills, (*process).kill)
}

// TestZombieOfSeveral stops the process of one of three servers for long enough to be taken for dead. When
// it goes on, it writes nothing to the tables that it had.
func TestZombieOfSeveral(t *testing.T) {
	t.Parallel() // it mostly waits
	several(t, (*kills+1)/2, func(p *process) {
		if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(3*time.Second, func() { _ = p.cmd.Process.Signal(syscall.SIGCONT) })
	})
}
