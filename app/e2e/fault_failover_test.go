//go:build e2e

package e2e

import (
	"strings"
	"testing"
	"time"

	"noir/data/postgres/pgtest"
)

// TestFaultStandbyTakesOver ends the PostgreSQL of three servers for good. A synchronous standby takes its place, and
// has everything.
func TestFaultStandbyTakesOver(t *testing.T) {
	t.Parallel() // it mostly waits
	store := pgtest.NewOwn(t)
	standby := store.Standby(true)
	f := newFleet(t, store.Or(standby), natsServer(t))
	f.endures(*crowd, func(o *ordeal) {
		o.outage(func() {
			store.Break()
			o.refused(*crowd / 2) // a player who waits for the opponent is not told
			standby.Promote()
		})
		f.sound(3)
	})
}

// TestFaultStandbyLacksMoves does the same with an asynchronous standby that lacks the newest moves. These are lost,
// though players have seen them, and nothing else is: tables go back to what it has, and go on from there.
func TestFaultStandbyLacksMoves(t *testing.T) {
	t.Parallel() // it mostly waits
	store := pgtest.NewOwn(t)
	standby := store.Standby(false)
	f := newFleet(t, store.Or(standby), natsServer(t))
	o := f.plays(3, *crowd)
	o.amid(standby.Lag)
	o.played(4 * o.tables) // what is lost
	o.outage(func() {
		store.Break()
		o.refused(*crowd / 2) // a player who waits for the opponent is not told
		standby.Promote()
	})
	o.played(20 * o.tables)
	f.reduce(o)
	lost := 0
	for _, fault := range o.compare().Faults {
		if strings.Contains(fault, " was told ") || strings.Contains(fault, ": ply ") {
			lost++
		} else {
			t.Error(fault)
		}
	}
	if lost == 0 {
		t.Error("nothing is lost: the standby has not lacked anything")
	}
	t.Logf("%d times somebody was told what is lost", lost)
}

// TestFaultStandbyOfOneServer: a server that serves alone ends when a standby takes the database's place, since it may
// have in memory what that lacks. Started again, it serves from what there is.
func TestFaultStandbyOfOneServer(t *testing.T) {
	t.Parallel() // it mostly waits
	store := pgtest.NewOwn(t)
	standby := store.Standby(true)
	f := newFleet(t, store.Or(standby))
	m := f.launch()
	f.talker("marlowe", m) // it serves
	f.leave(m)
	store.Break()
	standby.Promote()
	select {
	case said := <-m.said:
		if err := m.cmd.Wait(); err == nil || m.cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(strings.Join(said, "\n"), "taken the database's place") {
			t.Errorf("it ended with %v: %q", err, said)
		}
	case <-time.After(time.Minute):
		t.Fatal("a minute after the standby took the database's place the server has not ended")
	}
	f.launch()
	f.stop()
}
