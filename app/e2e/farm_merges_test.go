package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"noir/internal/await"
	"noir/server/wiretest"
)

// giveUp has a person join a rated private table of the winner's and resign.
func (o *office) giveUp(loser, winner person) {
	o.t.Helper()
	host, err := winner.connect(o.server.addr, "play district-noir --json --rated --pace fast --host")
	if err != nil {
		o.t.Fatal(err)
	}
	defer host.close()
	code := hears(o.t, host, "queued").Code
	l, err := loser.connect(o.server.addr, "play district-noir --json --join "+code)
	if err != nil {
		o.t.Fatal(err)
	}
	defer l.close()
	hears(o.t, l, "start")
	if err := l.Send(`{"type":"resign"}`); err != nil {
		o.t.Fatal(err)
	}
	if end := hears(o.t, host, "end"); len(end.Ratings) != 2 {
		o.t.Fatalf("it ended in %s", end.Raw)
	}
	hears(o.t, l, "end")
}

// runs runs a command on a connection of its own.
func (o *office) runs(p person, command string) (code int, out, errOut string) {
	o.t.Helper()
	conn, err := p.dial(o.server.addr)
	if err != nil {
		o.t.Fatal(err)
	}
	defer conn.Close()
	return try(o.t, conn, command)
}

// joins has a player claim a key and the player who has it.
func (o *office) joins(from, into person) (code int, errOut string) {
	o.t.Helper()
	_, out, _ := o.runs(into, "keys add")
	code, _, errOut = o.runs(from, "keys claim "+keyCodes.FindString(out)+" --merge")
	return code, errOut
}

// TestFarmMergedKeys: one person wins a game on each of eight keys, against two players who
// resign, and merges them. The result is worth only the game of the remaining player itself;
// the others' games are in its history.
func TestFarmMergedKeys(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	main := newPerson(t, "marlowe")
	patsies := []person{newPerson(t, "spade"), newPerson(t, "vera")}
	o.giveUp(patsies[0], main)
	honest := o.rating("marlowe")
	const alts = 8
	for n := range alts {
		alt := newPerson(t, fmt.Sprint("player-", n))
		o.giveUp(patsies[n%2], alt)
		if code, errOut := o.joins(alt, main); code != 0 {
			t.Fatalf("%d, %s", code, errOut)
		}
	}
	if now := o.rating("marlowe"); now != honest {
		t.Errorf("after %d claims marlowe is rated %+v, and was %+v", alts, now, honest)
	}
	_, out, _ := o.runs(main, "rankings --json")
	if !strings.Contains(out, `"total":3`) || strings.Contains(out, "player-") {
		t.Errorf("ranked are %s", out)
	}
	_, out, _ = o.runs(main, "games --json")
	var games []struct {
		ID    string
		Seats []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(out), &games); err != nil {
		t.Fatal(err)
	}
	if len(games) != alts+1 {
		t.Errorf("%d games", len(games))
	}
	for _, g := range games {
		if g.Seats[0].Name != "marlowe" && g.Seats[1].Name != "marlowe" {
			t.Errorf("game %s is of %v", g.ID, g.Seats)
		}
	}
	o.giveUp(patsies[1], main) // whom the others have met four times today, as marlowe knows
	if now := o.rating("marlowe"); now.Games != 2 || now.Rating-honest.Rating > 2 {
		t.Errorf("one game more makes %+v of %+v", now, honest)
	}
	o.checks()
	o.verifies(alts + 2)
	o.server.stop()
}

// wins has somebody win a game of event 1 by three moves of each, after which the
// loser resigns.
func (o *office) wins(winner, loser person) {
	o.t.Helper()
	lines := make([]*line, 2)
	for i, p := range []person{winner, loser} {
		var err error
		if lines[i], err = p.connect(o.server.addr, "play district-noir --json --event 1"); err != nil {
			o.t.Fatal(err)
		}
		defer lines[i].close()
	}
	moved := make(chan error, 2)
	for i, l := range lines {
		go func() {
			start, err := l.Await("start")
			for range 3 {
				var turn wiretest.Message
				if err == nil {
					turn, err = l.Await("turn")
				}
				if err == nil {
					err = l.Play(*turn.Ply, wiretest.Choose(start, turn, rand.New(rand.NewPCG(1, uint64(i)))))
				}
				for played := (wiretest.Message{}); err == nil && (played.Ply == nil || *played.Ply < *turn.Ply); {
					played, err = l.Await("event") // otherwise the loser resigns before the winner's third move
				}
			}
			moved <- err
		}()
	}
	for range lines {
		if err := await.One(o.t, moved, "move of the loser"); err != nil {
			o.t.Fatal(err)
		}
	}
	if err := lines[1].Send(`{"type":"resign"}`); err != nil {
		o.t.Fatal(err)
	}
	for _, l := range lines {
		hears(o.t, l, "end")
		if err := l.Send(`{"type":"leave"}`); err != nil {
			o.t.Fatal(err)
		}
	}
}

// TestFarmEventByMerging: points at an event count for one player, and nobody who has played in
// it may merge while it runs.
func TestFarmEventByMerging(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	o.admin("event", "open", "--game", "district-noir", "--minutes", "30", "--seats", "2")
	main, alt, patsy := newPerson(t, "marlowe"), newPerson(t, "player-1"), newPerson(t, "spade")
	o.wins(main, patsy)
	o.wins(alt, patsy)
	points := func() (rows []string) {
		t.Helper()
		var doc struct {
			Players []struct {
				Name   string
				Points int
			}
		}
		_, out, _ := o.runs(patsy, "event 1 --json")
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		for _, p := range doc.Players {
			rows = append(rows, fmt.Sprint(p.Name, " ", p.Points))
		}
		return rows
	}
	stand := func(want string) {
		t.Helper()
		late := time.Now().Add(20 * time.Second) // standings may be a second old
		for now := strings.Join(points(), "|"); now != want; now = strings.Join(points(), "|") {
			if time.Now().After(late) {
				t.Fatalf("points are %s, not %s", now, want)
			}
		}
	}
	stand("marlowe 2|player-1 2|spade 0")
	if code, errOut := o.joins(alt, main); code != exitFailed || !strings.Contains(errOut, "an event that is still on") {
		t.Errorf("%d, %s", code, errOut)
	}
	o.admin("event", "close", "1")
	if code, errOut := o.joins(alt, main); code != 0 {
		t.Errorf("%d, %s", code, errOut)
	}
	stand("marlowe 2|spade 0")
	o.checks()
	o.server.stop()
}
