package e2e

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"noir/app"
	"noir/data/record"
	"noir/server/wiretest"
)

// largeGames is how many games TestLargeTables plays with each number of seats.
var largeGames = flag.Int("large-games", 1, "games of every number of seats in TestLargeTables")

// tablesAtOnce is how many tables TestLargeTables plays at once.
const tablesAtOnce = 24

// TestLargeTables has programs play random legal moves of Noirburg over SSH, at private tables
// of three to six. Every game ends, every seat is told the same, and every record verifies.
func TestLargeTables(t *testing.T) {
	t.Parallel()
	addr, closeHouse := serveHere(t)
	defer closeHouse()
	var tables errgroup.Group
	tables.SetLimit(tablesAtOnce)
	plies := make(chan int, 4**largeGames)
	for i := range 4 * *largeGames {
		people := make([]person, 3+i%4)
		for seat := range people {
			people[seat] = newPerson(t, fmt.Sprintf("boss-%d-%d", i, seat))
		}
		tables.Go(func() error {
			n, err := playLarge(addr, people, uint64(i))
			plies <- n
			return err
		})
	}
	if err := tables.Wait(); err != nil {
		t.Error(err)
	}
	close(plies)
	total := 0
	for n := range plies {
		total += n
	}
	t.Logf("%d games of 3 to 6 seats, %d plies", 4**largeGames, total)
}

// playLarge plays one game at a private table and verifies its record. It returns the number of
// plies.
func playLarge(addr string, people []person, seed uint64) (plies int, err error) {
	host, err := people[0].connect(addr, fmt.Sprintf("play noirburg --json --host --pace fast --seats %d", len(people)))
	if err != nil {
		return 0, err
	}
	defer host.close()
	code, err := host.Await("queued")
	if err != nil {
		return 0, err
	}
	lines := []*line{host}
	for _, p := range people[1:] {
		l, err := p.connect(addr, "play noirburg --json --join "+code.Code)
		if err != nil {
			return 0, err
		}
		defer l.close()
		lines = append(lines, l)
	}
	played := make([]wiretest.Game, len(lines))
	var seats errgroup.Group
	for i, l := range lines {
		seats.Go(func() (err error) {
			played[i], err = l.Random(rand.New(rand.NewPCG(seed, uint64(i))), func(wiretest.Message) {})
			if err != nil {
				return fmt.Errorf("%s: %w: %s", people[i].name, err, l.why())
			}
			return nil
		})
	}
	if err := seats.Wait(); err != nil {
		return 0, err
	}
	return len(played[0].Events), verifyLarge(people[0], addr, played)
}

// verifyLarge compares what the seats were told with the record.
func verifyLarge(p person, addr string, played []wiretest.Game) error {
	conn, err := p.dial(addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	for seat, g := range played {
		if len(g.Events) != len(played[0].Events) || g.End.ID != played[0].End.ID {
			return fmt.Errorf("seat %d was told %d plies of %s, seat 0 %d of %s", seat, len(g.Events), g.End.ID, len(played[0].Events), played[0].End.ID)
		}
	}
	session, err := conn.NewSession()
	if err != nil {
		return err
	}
	var errOut strings.Builder
	session.Stderr = &errOut
	out, err := session.Output("replay " + played[0].End.ID + " --json")
	if err != nil {
		return errors.Join(err, errors.New(errOut.String()))
	}
	if err := asPublished("record.json", out); err != nil {
		return fmt.Errorf("game %s: %w", played[0].End.ID, err)
	}
	report, err := record.Verify(app.Games(), out)
	if err != nil {
		return fmt.Errorf("game %s: %w", played[0].End.ID, err)
	}
	if report.Plies != len(played[0].Events) {
		return fmt.Errorf("game %s: %d plies in the record, %d were told", played[0].End.ID, report.Plies, len(played[0].Events))
	}
	return nil
}
