package local_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"noir/data"
	"noir/engine"
	"noir/engine/noirburg"
	"noir/matchmaking"
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
	inHouse(t, func(t *testing.T, h *house) {
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

// TestADayGameWithTheHouseDozes: its house players go home when nobody is there and
// nobody waits for them, and come when they have to move.
func TestADayGameWithTheHouseDozes(t *testing.T) {
	for _, c := range []struct {
		game  string
		seats int
	}{{game, 2}, {"noirburg", 4}} {
		inHouse(t, func(t *testing.T, h *house) {
			p := h.player("marlowe")
			id := h.seatOf(h.queue(withTheHouse(p, c.game, c.seats, data.Day)))
			for ply := 0; ply < 6; {
				g := h.sit(id, p)
				f := g.await(myTurn)
				if f.Ply() < ply {
					t.Fatalf("%s: %d plies of %d are left", c.game, f.Ply(), ply)
				}
				ply = f.Ply() + 1
				if err := g.Play(t.Context(), f.Turn.Ply, legalMove(t, f)); err != nil {
					t.Fatal(err)
				}
				g.Leave() // and the house moves though nobody looks
				time.Sleep(2 * time.Hour)
				if n := h.Counts(); n.Bots != 0 || n.Tables != 1 {
					t.Fatalf("%s: after %d plies %d house players are at %d tables", c.game, ply, n.Bots, n.Tables)
				}
				if row := h.mine(p)[0]; !row.YourMove() || row.Ply < ply {
					t.Fatalf("%s: the house has not moved: %+v", c.game, row)
				}
			}
		})
	}
}

// TestTheHouseAnswersAgainAfterADoze what it had answered before, when a day has passed.
func TestTheHouseAnswersAgainAfterADoze(t *testing.T) {
	for _, names := range [][]string{{"marlowe", "house", "house"}, {"house", "marlowe", "house"}, {"house", "house", "marlowe"}} {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			dealOf(t, dir, parley{}, data.Day, names...)
			h := openHouse(t, dir)
			defer h.close()
			p := h.player("marlowe")
			for len(h.mine(p)) == 0 || !h.mine(p)[0].YourMove() {
				time.Sleep(time.Second)
			}
			ply := h.mine(p)[0].Ply
			time.Sleep(2 * time.Hour)
			if n := h.Counts().Bots; n != 0 {
				t.Fatalf("%d house players are there", n)
			}
			time.Sleep(day)
			g := h.sit(dealtID, p)
			f := g.await(myTurn)
			lapses := 0
			for _, l := range f.Log[ply:] {
				if l.By != engine.ByClock {
					continue
				}
				if lapses++; l.Seat != f.Seat {
					t.Errorf("the clock has moved for the house: %+v", l)
				}
			}
			if lapses != 1 {
				t.Errorf("the clock has moved %d times: %+v", lapses, f.Log)
			}
		})
	}
}

// legalMove is a move that a turn admits, complete.
func legalMove(t *testing.T, f matchmaking.Frame) json.RawMessage {
	t.Helper()
	if f.Game != "noirburg" {
		return f.Turn.Legal[0]
	}
	move, err := noirburg.Game{}.Complete(f.View, f.Seat, f.Turn.Legal[0], rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return move
}
