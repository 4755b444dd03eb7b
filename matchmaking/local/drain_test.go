package local_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/await"
	"noir/matchmaking"
)

func clocksRun(f matchmaking.Frame) bool {
	for _, c := range f.Clocks {
		if c.Running {
			return true
		}
	}
	return false
}

// times returns what every seat has left, the move and the bank of each.
func times(f matchmaking.Frame) (left [2][2]time.Duration) {
	for i, c := range f.Clocks {
		left[i][0], left[i][1] = c.Left(time.Now())
	}
	return left
}

// again restarts the broker and gives both players their chairs.
func again(t *testing.T, dir string, id data.MatchID, players ...data.Player) (*house, [2]*guest) {
	t.Helper()
	h := openHouse(t, dir)
	var seats [2]*guest
	for _, p := range players {
		g := h.sit(id, p)
		seats[g.frame().Seat] = g
	}
	return h, seats
}

// TestThinkingTimeIsUsedAcrossARestart: through several restarts, with the clocks running in
// between or not, and through a kill after them.
func TestThinkingTimeIsUsedAcrossARestart(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		for range 2 {
			asked, _ := mover(seats)
			asked.move(0)
		}
		asked, _ := mover(seats)
		thinks := asked.last.Seat
		stop := func() [2][2]time.Duration {
			t.Helper()
			h.Drain(t.Context())
			f := seats[1-thinks].frame()
			if clocksRun(f) || f.Notes[len(f.Notes)-1].Code != "draining" {
				t.Errorf("drained: %+v, %+v", f.Clocks, f.Notes)
			}
			stood := times(f)
			time.Sleep(3 * time.Second)
			if now := times(seats[thinks].frame()); now != stood {
				t.Errorf("the clocks stand at %v, and then at %v", stood, now)
			}
			h.close()
			return stood
		}
		time.Sleep(20 * time.Second)
		stood := stop()
		if left := stood[thinks][0]; left != 10*time.Second {
			t.Errorf("the one who thought for 20 s of 30 has %v", left)
		}

		h = openHouse(t, dir) // and nobody comes back before the next shutdown
		time.Sleep(10 * time.Second)
		h.Drain(t.Context())
		for _, p := range []data.Player{a, b} {
			if f := h.sit(id, p).frame(); clocksRun(f) {
				t.Errorf("%s has come back too late, and the clocks go: %+v", p.Name, f.Clocks)
			}
		}
		h.close()

		h, seats = again(t, dir, id, a, b)
		if f := seats[0].frame(); !clocksRun(f) || times(f) != stood {
			t.Errorf("after the start %v are left, running: %v, it was %v", times(f), clocksRun(f), stood)
		}
		time.Sleep(25 * time.Second)
		stood = stop()
		if move, bank := stood[thinks][0], stood[thinks][1]; move != 0 || bank != 75*time.Second {
			t.Errorf("the one who thought for 45 s has %v and %v", move, bank)
		}

		h, _ = again(t, dir, id, a, b)
		time.Sleep(5 * time.Second)
		h.close() // as after a kill: the last stored clocks count
		h, seats = again(t, dir, id, a, b)
		defer h.close()
		if f := seats[0].frame(); times(f) != stood {
			t.Errorf("after the kill %v are left, it was %v", times(f), stood)
		}
		seats[thinks].move(0)
		log := seats[0].frame().Log
		if took := log[2].AtMS - log[1].AtMS; took != 45_000 {
			t.Errorf("the move took %d ms", took)
		}
	})
}

// TestAMoveWhileTheServerGoesDown: it is stored, and takes no time.
func TestAMoveWhileTheServerGoesDown(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		asked, waits := mover(seats)
		first, second := asked.frame().Seat, waits.frame().Seat
		time.Sleep(50 * time.Second)
		h.Drain(t.Context())
		time.Sleep(time.Second)
		asked.move(0)
		time.Sleep(time.Second)
		if f := waits.frame(); clocksRun(f) || f.Ply() != 1 {
			t.Errorf("%d plies, clocks %+v", f.Ply(), f.Clocks)
		}
		h.close()

		h, seats = again(t, dir, id, a, b)
		defer h.close()
		f := seats[second].frame()
		left := times(f)
		if f.Turn == nil || left[second] != [2]time.Duration{30 * time.Second, 90 * time.Second} || left[first][1] != 70*time.Second {
			t.Errorf("the turn %+v with %v", f.Turn, left)
		}
	})
}

// TestATableOpenedWhileTheServerGoesDown: its clocks do not start.
func TestATableOpenedWhileTheServerGoesDown(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		defer h.close()
		a := h.player("marlowe")
		store.opens.Store(int64(2 * time.Second))
		opened := make(chan data.MatchID)
		go func() { opened <- h.seatOf(h.queue(houseTicket(a))) }()
		synctest.Wait()
		h.Drain(t.Context())
		f := h.sit(await.One(t, opened, "the table that was being dealt"), a).frame()
		if clocksRun(f) || len(f.Notes) == 0 || f.Notes[0].Code != "draining" {
			t.Errorf("%+v, %+v", f.Clocks, f.Notes)
		}
	})
}

// TestDrainingDoesNotWaitForTheStore: a table that hangs in a write is not told, and its clocks
// need not be stored.
func TestDrainingDoesNotWaitForTheStore(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		defer h.close()
		store.stops.Store(int64(time.Hour))
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		_, others := h.pair(h.player("vera"), h.player("sam"))
		store.takes.Store(int64(time.Hour))
		asked, _ := mover(seats)
		turn := asked.frame().Turn
		go func() { _ = asked.Play(context.Background(), turn.Ply, turn.Legal[0]) }()
		synctest.Wait()
		from := time.Now()
		h.Drain(t.Context())
		if took := time.Since(from); took > 2*time.Second {
			t.Errorf("it took %v", took)
		}
		if f := others[0].frame(); len(f.Notes) != 1 || f.Notes[0].Code != "draining" || clocksRun(f) {
			t.Errorf("another table was told %+v and has the clocks %+v", f.Notes, f.Clocks)
		}
	})
}

// TestHandingOverDoesNotWaitForTheStore: a table that hangs in a write when it has been released is left to it, and
// another one ends.
func TestHandingOverDoesNotWaitForTheStore(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		defer h.close()
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		_, others := h.pair(h.player("vera"), h.player("sam"))
		store.takes.Store(int64(time.Hour))
		asked, _ := mover(seats)
		turn := asked.frame().Turn
		from := time.Now()
		h.HandOver(t.Context(), func(_ context.Context, matches []data.MatchID) error {
			if len(matches) != 2 {
				t.Errorf("released are %v", matches)
			}
			go func() { _ = asked.Play(context.Background(), turn.Ply, turn.Legal[0]) }()
			synctest.Wait()
			return nil
		})
		if took := time.Since(from); took > 2*time.Second {
			t.Errorf("it took %v", took)
		}
		f, err := others[0].last, error(nil)
		for err == nil { // there may be a last frame, with clocks that stand
			f, err = others[0].Next(t.Context(), f.Revision)
		}
		if !isEOF(err) {
			t.Errorf("a chair of another table: %v", err)
		}
	})
}

func TestDrainingOpensNothing(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		_, seats := h.pair(a, h.player("spade"))
		finish(t, seats)
		h.Drain(t.Context())
		if _, err := h.Queue(t.Context(), houseTicket(a)); !errors.Is(err, matchmaking.ErrDraining) {
			t.Errorf("a house table: %v", err)
		}
		for _, g := range seats {
			if err := g.Rematch(t.Context()); err != nil {
				t.Error(err)
			}
		}
		f := seats[0].frame()
		if n := f.Notes[len(f.Notes)-1]; f.Next != "" || n.Code != "rematch_declined" {
			t.Errorf("a rematch: %q, %+v", f.Next, n)
		}
		if err := seats[0].Rematch(t.Context()); !errors.As(err, new(*matchmaking.BadTerms)) {
			t.Errorf("asked for again at once: %v", err)
		}
		time.Sleep(5 * time.Second)
		if err := seats[0].Rematch(t.Context()); err != nil {
			t.Errorf("five seconds later: %v", err)
		}
	})
}
