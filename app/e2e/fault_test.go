//go:build e2e

package e2e

import (
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"noir/app"
	"noir/data/record"
	"noir/server/bench/witness"
	"noir/server/wiretest"
)

// The effort of the fault tests; docs/figures.md has the values of past runs.
var (
	kills = flag.Int("kills", 3, "how often the server is killed")
	cuts  = flag.Int("cuts", 3, "how often its power is cut")
	load  = flag.Int("games", 12, "games at once")
)

// onDisk says whether a test of this build needs a disk: those that take it away do.
const onDisk = true

// ordeal is a server with running games, which the tests break.
type ordeal struct {
	t       *testing.T
	at      []string        // the flags that say where the games are stored
	begin   func() *process // starts a server there
	tables  int
	spread  int // of the moves that are told before one of the first faults
	server  *process
	crowd   *witness.Crowd
	chance  *rand.Rand
	outages int
}

// startOrdeal starts a server on a data directory and has witnesses play District
// Noir there.
func startOrdeal(t *testing.T, dir string) *ordeal {
	t.Helper()
	return startOrdealOf(t, dir, "district-noir", 2, *load)
}

// startOrdealOf does so with another game, at so many tables.
func startOrdealOf(t *testing.T, dir string, game string, seats, tables int) *ordeal {
	t.Helper()
	addr := freePort(t)
	return undergo(t, addr, game, seats, tables, 0, func() *process { return start(t, dir, addr) }, "--data", dir)
}

// undergo has witnesses play at a server that begin starts at an address. They think for as long as pace.
func undergo(t *testing.T, addr string, game string, seats, tables int, pace time.Duration, begin func() *process, at ...string) *ordeal {
	t.Helper()
	o := &ordeal{t: t, at: at, begin: begin, tables: tables, spread: 80 * tables, chance: rand.New(rand.NewPCG(1, 2))}
	o.server = begin()
	people := make([]ssh.ClientConfig, seats*tables)
	for i := range people {
		people[i] = *newPerson(t, fmt.Sprintf("witness-%d", i)).config()
	}
	o.crowd = witness.Start(witness.Config{
		Game: witness.Game{
			Name: game, Seats: seats, Choose: choose, Check: wiretest.Published,
			Verify: func(r []byte) error {
				_, err := record.Verify(app.Games(), r)
				return err
			},
		},
		Pace: pace, People: people, To: func(int) string { return addr },
	})
	return o
}

// choose picks one of the moves of a turn.
func choose(start, turn []byte, chance *rand.Rand) json.RawMessage {
	var s, t wiretest.Message
	if errors.Join(json.Unmarshal(start, &s), json.Unmarshal(turn, &t)) != nil || len(t.Legal) == 0 {
		return nil // the line was checked, and refused
	}
	return wiretest.Choose(s, t, chance)
}

// outage lets the games run for a random time and then breaks what serves them; fault returns when it
// works again.
func (o *ordeal) outage(fault func()) {
	o.amid(func() { o.crowd.Break(fault) })
}

// amid lets the games run for a random time and then breaks something of which others take the place: witnesses
// go on.
func (o *ordeal) amid(fault func()) {
	spread := o.spread
	if o.outages >= 3 {
		spread /= 4 // the games are at all stages by now
	}
	o.played(o.tables + o.chance.IntN(spread))
	o.outages++
	fault()
}

// played waits for a number of further events.
func (o *ordeal) played(n int) {
	o.t.Helper()
	o.goesOn(o.crowd.Played(n))
}

// refused waits for a number of refusals in this outage.
func (o *ordeal) refused(n int) {
	o.t.Helper()
	o.goesOn(o.crowd.Refused(n))
}

// goesOn fails the test if the games do not go on, and shows what is wrong.
func (o *ordeal) goesOn(does bool) {
	o.t.Helper()
	if !does {
		o.t.Error("the games stand still")
		o.end()
		o.t.FailNow()
	}
}

// restart starts a server in place of one that has ended.
func (o *ordeal) restart() { o.server = o.begin() }

// settle checks that the games go on, and ends them.
func (o *ordeal) settle() {
	o.t.Helper()
	o.played(o.tables)
	o.end()
}

// end compares what the witnesses were told with what a new server has. No move that was told may
// be missing, twice in the log or different, and ratings must follow from the records.
func (o *ordeal) end() {
	o.t.Helper()
	if history := o.compare(); history.Err() != nil {
		o.t.Error(history.Err())
	}
}

// compare ends the games and returns what was found.
func (o *ordeal) compare() witness.History {
	o.t.Helper()
	o.crowd.End(o.server.stop)
	o.restart()
	history, err := o.crowd.Compare(o.server.addr)
	if err != nil {
		o.t.Error(err)
	}
	o.server.stop()
	code, out, errOut := noir(o.t, append([]string{"admin", "check"}, o.at...)...)
	if code != 0 {
		o.t.Errorf("admin check: exit code %d: %s", code, errOut)
	}
	o.t.Logf("%d faults, %d games, %d events told, %d refusals told, %d distinct plies compared; %s",
		o.outages, history.Games, history.Told, history.Refused, history.Plies, strings.TrimSpace(out))
	return history
}

// TestFaultKilled kills the server at random moments while games are played.
func TestFaultKilled(t *testing.T) {
	t.Parallel() // it mostly waits
	o := startOrdeal(t, t.TempDir())
	for range *kills {
		o.outage(func() {
			o.server.kill()
			o.restart()
		})
	}
	o.settle()
}

// TestFaultKilledAtLargeTables does the same, a quarter as often, at tables of four, where
// answers are kept back and games last longer.
func TestFaultKilledAtLargeTables(t *testing.T) {
	t.Parallel() // it mostly waits
	const tables = 24
	o := startOrdealOf(t, t.TempDir(), "noirburg", 4, tables)
	for range (*kills + 3) / 4 {
		o.outage(func() {
			o.server.kill()
			o.restart()
		})
	}
	o.settle()
}

// TestFaultIsFound: a move that is lost, or another one than was told, is found when histories are compared.
func TestFaultIsFound(t *testing.T) {
	t.Parallel() // it mostly waits
	for name, harm := range map[string]string{
		// The last of a game that runs may have been told to nobody when the server ended.
		"lost":    `DELETE FROM moves WHERE ply > (SELECT max(ply) - 2 FROM moves m WHERE m.match = moves.match)`,
		"another": `UPDATE moves SET seat = 1 - seat WHERE ply = 2`,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			o := startOrdealOf(t, dir, "district-noir", 2, 2)
			o.played(20)
			o.crowd.End(o.server.stop)
			db, err := sql.Open("sqlite", filepath.Join(dir, "noir.db"))
			if err != nil {
				t.Fatal(err)
			}
			_, err = db.Exec(harm)
			if err = errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
			o.restart()
			history, err := o.crowd.Compare(o.server.addr)
			found := errors.Join(err, history.Err())
			if found == nil {
				t.Error("nothing is found")
			}
			t.Log(found)
			o.server.stop()
		})
	}
}
