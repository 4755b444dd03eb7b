package matchmaking_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"noir/data"
	"noir/engine"
)

// TestATableAtWhichNobodyIs lets go of its game and has it again, to the letter, for
// whoever comes; a store that cannot be read then is waited for.
func TestATableAtWhichNobodyIs(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		defer h.close()
		a, b := h.player("marlowe"), h.player("spade")
		id := h.apart(a, b)
		seats := h.atTable(id, a, b)
		for range 3 {
			asked, _ := mover(seats)
			asked.move(0)
		}
		before := seats[0].frame()
		row := h.mine(a)[0]
		for _, g := range seats {
			g.Leave()
		}
		time.Sleep(2 * time.Minute)
		dozing := h.mine(a)[0]
		for _, s := range dozing.Seats {
			if !s.Away {
				t.Errorf("%s is still there", s.Name)
			}
		}
		dozing.Seats = row.Seats
		if diff := cmp.Diff(row, dozing); diff != "" {
			t.Errorf("a table that dozes is another one in the list:\n%s", diff)
		}

		store.blind.Store(true) // only a table that dozes has to read
		player := a
		if before.Seats[before.Seat].Name == b.Name {
			player = b
		}
		back := h.sit(id, player)
		shown := make(chan []engine.Line, 1)
		go func() {
			f, err := back.Next(t.Context(), 0)
			if err != nil {
				t.Error(err)
			}
			back.last = f
			shown <- f.Log
		}()
		time.Sleep(10 * time.Second)
		select {
		case <-shown:
			t.Fatal("the table did not doze")
		default:
		}
		store.blind.Store(false)
		if diff := cmp.Diff(before.Log, <-shown); diff != "" {
			t.Errorf("the log is another one:\n%s", diff)
		}
		after := back.last
		if string(after.View) != string(before.View) || (after.Turn == nil) != (before.Turn == nil) {
			t.Errorf("the view was\n%s, and is\n%s", before.View, after.View)
		}
		for i, c := range after.Clocks {
			was, _ := before.Clocks[i].Left(time.Now())
			if is, _ := c.Left(time.Now()); is != was && c.Asked {
				t.Errorf("seat %d has %v left, not %v", i, is, was)
			}
		}
	})
}

// TestAClockRunsOutWhereNobodyIs, and also when the store cannot be read at that
// moment.
func TestAClockRunsOutWhereNobodyIs(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		defer h.close()
		a, b := h.player("marlowe"), h.player("spade")
		id := h.apart(a, b)
		store.blind.Store(true)
		time.Sleep(day + time.Hour)
		if n := len(h.mine(a)); n != 1 {
			t.Fatalf("%d games run", n)
		}
		store.blind.Store(false)
		time.Sleep(2 * time.Second)
		m, err := h.store.Match(t.Context(), id)
		if err != nil || m.Result == nil || m.Result.Reason != engine.Aborted {
			t.Errorf("%+v, %v", m.Result, err)
		}
	})
}

// TestAnAnswerThatIsKeptBackKeepsATableAwake: the store does not have it.
func TestAnAnswerThatIsKeptBackKeepsATableAwake(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		defer h.close()
		var id data.MatchID
		names := []string{"marlowe", "spade", "vera"}
		for _, name := range names {
			got, err := h.Challenge(t.Context(), data.Challenge{From: h.player(name), Game: parleyName})
			if err != nil {
				t.Fatal(err)
			}
			id = got.Match
		}
		var all []*guest
		for _, name := range names {
			all = append(all, h.sit(id, h.player(name)))
		}
		turn := slices.IndexFunc(all, func(g *guest) bool { return g.frame().Turn != nil })
		all[turn].move(0) // and the two others are asked
		passes := all[(turn+1)%len(all)]
		f := passes.await(myTurn)
		if err := passes.Play(t.Context(), f.Turn.Ply, pass); err != nil {
			t.Fatal(err)
		}
		for _, g := range all {
			g.Leave()
		}
		time.Sleep(time.Hour)
		back := h.sit(id, h.player(f.Seats[f.Seat].Name))
		if f := back.frame(); !f.Kept.Now {
			t.Errorf("he is asked again: %+v", f.Turn)
		}
	})
}
