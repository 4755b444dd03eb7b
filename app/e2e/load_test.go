package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"noir/app"
	"noir/data/record"
	"noir/data/sqlite/sqlitetest"
	"noir/server"
	"noir/server/wiretest"
	"noir/tui"
)

// gamesAtOnce is how many games TestManyGamesAtOnce plays; TestBench plays more.
const gamesAtOnce = 24

// serveHere runs a server in this process, so that its races and leaks show, with the usual
// games or the given ones. It returns the address and a function that stops it.
func serveHere(t *testing.T, games ...tui.Game) (addr string, closeHere func()) {
	t.Helper()
	a, err := app.Open(t.Context(), app.Config{
		Data: sqlitetest.Furnish(t, t.TempDir()), Listen: "127.0.0.1:0", Games: games, Limits: server.Limits{Handshake: time.Minute}, // hundreds connect at once
	})
	if err != nil {
		t.Fatal(err)
	}
	return a.Addr().String(), func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestManyGamesAtOnce has many programs play rated games at the same time over SSH. Every record must verify, and nothing may be left running.
func TestManyGamesAtOnce(t *testing.T) {
	t.Parallel()
	addr, closeHere := serveHere(t)
	defer closeHere()
	type finished struct {
		id  string
		err error
	}
	games := make(chan finished)
	for i := range 2 * gamesAtOnce {
		p := newPerson(t, fmt.Sprintf("player-%d", i))
		go func() {
			id, err := p.playOne(addr, rand.New(rand.NewPCG(9, uint64(i))))
			games <- finished{id, err}
		}()
	}
	ids := map[string]int{}
	late := time.After(5 * time.Minute)
	for n := range 2 * gamesAtOnce {
		select {
		case g := <-games:
			if g.err != nil {
				t.Error(g.err)
			}
			ids[g.id]++
		case <-late:
			t.Fatalf("%d of %d programs have played their games to the end", n, 2*gamesAtOnce)
		}
	}
	checkRecords(t, addr, ids)
}

// playOne plays one random rated game and returns its id.
func (p person) playOne(addr string, chance *rand.Rand) (string, error) {
	return p.playBy(addr, "play district-noir --json", chance)
}

// playBy plays one random game on a connection with a command.
func (p person) playBy(addr, command string, chance *rand.Rand) (string, error) {
	l, err := p.connect(addr, command)
	if err != nil {
		return "", err
	}
	defer l.close()
	g, err := l.Random(chance, func(wiretest.Message) {})
	if err != nil {
		return "", err
	}
	return g.End.ID, l.Send(`{"type":"leave"}`)
}

// checkRecords asks for the record of every game and checks it.
func checkRecords(t *testing.T, addr string, ids map[string]int) {
	t.Helper()
	if len(ids) != gamesAtOnce {
		t.Errorf("%d games of %d players", len(ids), 2*gamesAtOnce)
	}
	conn, err := newPerson(t, "checker").dial(addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for id, seats := range ids {
		if seats != 2 {
			t.Errorf("%d players finished game %s", seats, id)
		}
		code, out, errOut := try(t, conn, "replay "+id+" --json")
		if code != 0 {
			t.Fatalf("replay %s: %s", id, errOut)
		}
		if _, err := record.Verify(app.Games(), []byte(out)); err != nil {
			t.Errorf("game %s: %v", id, err)
		}
	}
}
