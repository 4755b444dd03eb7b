//go:build e2e

package e2e

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"noir/data/postgres/pgtest"
	"noir/matchmaking/cluster/natstest"
)

// The effort of the tests of several servers, beside -kills and -games; docs/figures.md has the values of past runs.
var (
	pauses    = flag.Int("pauses", 3, "how often the process of one of several servers is stopped, for 4 s or longer, or for 2 s each fourth time")
	mostPause = flag.Duration("longest", 5*time.Second, "for how long at most")
	severs    = flag.Int("severs", 3, "how often one of several servers is cut off from NATS, and from PostgreSQL")
	former    = flag.String("former", "", "the program of an earlier version, from which servers are upgraded; none: this one, built otherwise")
	crowd     = flag.Int("several", 12, "games at once at several servers, but where -games says it")
)

// TestKilledNodeOfSeveral kills one of three servers at random moments. Whoever was connected to another
// one plays on; every move that was acknowledged is in the log once, and ratings follow from the games.
func TestKilledNodeOfSeveral(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	f.endures(*load, func(o *ordeal) {
		for range *kills {
			o.amid(func() {
				m := o.anyOf(f)
				f.leave(m)
				m.kill()
				f.launch()
			})
		}
	})
}

// TestZombieOfSeveral stops the process of one of three servers for long enough to be taken for dead. When
// it goes on, it writes nothing to the tables that it had, and serves like before.
func TestZombieOfSeveral(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	f.endures(*crowd, func(o *ordeal) {
		for i := range *pauses {
			o.amid(func() {
				m := o.anyOf(f)
				f.leave(m)
				length := 4*time.Second + rand.N(max(1, *mostPause-4*time.Second))
				if i%4 == 0 { // as one that gets no processor for a while
					length = 2 * time.Second
				}
				awake := make(chan struct{})
				m.freeze()
				time.AfterFunc(length, func() { m.thaw(); close(awake) })
				f.front.drop(m.addr)
				o.played(2 * o.tables) // at the others
				<-awake
				f.join(m)
				m.shows("noir_servers 3")
			})
		}
	})
}

// severed cuts one of three servers off from a service, in three ways by turns: nothing comes through and it is told,
// it is not told, and what it says comes through and no answer. The others go on meanwhile, and it serves again
// afterwards.
func severed(t *testing.T, which func(m *member) *cable) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	f.endures(*crowd, func(o *ordeal) {
		for i := range *severs {
			o.amid(func() {
				m := o.anyOf(f)
				f.leave(m)
				[]func(){which(m).cut, which(m).hold, which(m).deafen}[i%3]()
				f.front.drop(m.addr) // as a balancer does that asks /readyz
				o.played(2 * o.tables)
				which(m).mend()
				f.join(m)
				m.shows("noir_servers 3")
				m.shows("noir_link_up 1")
			})
		}
	})
}

// TestFaultWithoutNATS cuts one of three servers off from NATS: the others have its tables.
func TestFaultWithoutNATS(t *testing.T) { severed(t, func(m *member) *cable { return m.nats }) }

// TestFaultWithoutStore cuts one of three servers off from PostgreSQL: the others have its tables.
func TestFaultWithoutStore(t *testing.T) { severed(t, func(m *member) *cable { return m.store }) }

// TestFaultNoNATS takes NATS from all of three servers. Nobody is taken for dead, nothing is lost, and the games go
// on when it is back.
func TestFaultNoNATS(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	f.endures(*crowd, func(o *ordeal) {
		o.amid(func() {
			for _, m := range f.members() {
				m.nats.cut()
			}
			for _, m := range f.members() {
				m.shows("noir_link_up 0")
			}
			time.Sleep(2 * time.Second) // as long as it takes to notice that one is cut off alone
			for _, m := range f.members() {
				m.nats.mend()
			}
		})
		f.sound(3)
	})
}

// TestFaultNATSServerDies ends one of three NATS servers. Nobody is taken for dead, and nothing is lost.
func TestFaultNATSServerDies(t *testing.T) {
	t.Parallel() // it mostly waits
	urls, ends := natstest.Several(t, 3)
	for i := range urls {
		urls[i] = strings.TrimPrefix(urls[i], "nats://")
	}
	f := newFleet(t, pgtest.Database(t), urls...)
	f.endures(*crowd, func(o *ordeal) {
		o.amid(func() {
			ends[0]()
			o.played(5 * o.tables)
		})
		f.sound(3)
	})
}

// TestFaultLostMessages loses one in twenty messages between three servers, without an error.
func TestFaultLostMessages(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	f.endures(*crowd, func(o *ordeal) {
		for _, m := range f.members() {
			m.nats.leak()
		}
		o.played(20 * o.tables)
		for _, m := range f.members() {
			m.shows("noir_fenced_total 0")
			m.nats.mend()
		}
	})
}

// TestFaultWrongClock has one of three servers see a database whose clock is an hour behind its own. It says that it
// is not ready; at the tables nothing happens, also for those who are connected to it.
func TestFaultWrongClock(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	conn, err := pgx.Connect(t.Context(), f.database)
	if err == nil {
		_, err = conn.Exec(t.Context(), `CREATE SCHEMA lies; CREATE FUNCTION lies.clock_timestamp() RETURNS timestamptz LANGUAGE sql
			AS $$SELECT pg_catalog.clock_timestamp() - interval '1 hour'$$`)
		err = errors.Join(err, conn.Close(t.Context()))
	}
	if err != nil {
		t.Fatal(err)
	}
	f.endures(*crowd, func(o *ordeal) {
		gone := f.members()[0]
		f.leave(gone)
		f.front.drop(gone.addr)
		gone.stop()
		f.setting = "search_path=public,lies,pg_catalog"
		liar := f.launch()
		f.setting = ""
		if ready := page(t, "http://"+liar.metrics+"/readyz"); !strings.Contains(ready, "this server's clock differs by ") {
			t.Errorf("/readyz of the server with a wrong clock: %s", ready)
		}
		for _, m := range f.members()[:2] {
			f.front.drop(m.addr) // some come in at the third one
		}
		o.played(20 * o.tables)
		f.sound(3)
	})
}

// TestFaultStoreOfSeveralRestarts ends the PostgreSQL of three servers as it stands, and starts it again. Nobody is
// taken for dead for it.
func TestFaultStoreOfSeveralRestarts(t *testing.T) {
	t.Parallel() // it mostly waits
	store := pgtest.NewOwn(t)
	f := newFleet(t, store.URL, natsServer(t))
	f.endures(*crowd, func(o *ordeal) {
		o.outage(func() {
			store.Break()
			o.refused(*crowd / 2) // a player who waits for the opponent is not told
			store.Run()
		})
		f.sound(3)
	})
}

// TestFaultRollingDeploy replaces three servers by those of another version, one after the other, while games go on.
// Each ends well.
func TestFaultRollingDeploy(t *testing.T) {
	t.Parallel() // it mostly waits
	f := severalServers(t)
	f.database = pgtest.Empty(t) // the earlier version makes its tables
	if f.program = *former; f.program == "" {
		f.program = filepath.Join(t.TempDir(), "noir")
		if said, err := exec.Command("go", "build", "-o", f.program, "noir/cmd/noir").CombinedOutput(); err != nil {
			t.Fatalf("another version cannot be built: %v\n%s", err, said)
		}
	}
	f.endures(*crowd, func(o *ordeal) {
		f.program = binary
		for _, m := range f.members() {
			o.played(2 * o.tables)
			from := time.Now()
			f.leave(m)
			m.stop()
			if took := time.Since(from); took > 5*time.Second {
				t.Errorf("%s took %v to end", m.name, took)
			}
			f.launch()
		}
		f.sound(3)
	})
}
