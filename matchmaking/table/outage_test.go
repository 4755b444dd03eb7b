package table_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// TestAFullDiskIsNobodysTime: the clocks stand from the first move that could not be stored,
// and run again by themselves when there is room.
func TestAFullDiskIsNobodysTime(t *testing.T) {
	var store frail
	dueling(t, store.over, func(t *testing.T, asked, waits *guest) {
		time.Sleep(10 * time.Second)

		store.full.Store(true)
		turn := asked.frame().Turn
		if err := asked.Play(t.Context(), turn.Ply, turn.Legal[0]); !errors.Is(err, data.ErrUnavailable) {
			t.Fatalf("told %v", err)
		}
		time.Sleep(time.Hour)
		stands(t, waits, asked.frame().Seat, 20*time.Second, false)
		store.full.Store(false)
		time.Sleep(time.Second) // until the store is asked again
		synctest.Wait()
		stands(t, waits, asked.frame().Seat, 20*time.Second, true)
		asked.move()
		if at := waits.frame().Log[0].AtMS; at < 10_000 || at > 11_000 {
			t.Errorf("the move was made at %d ms", at)
		}
	})
}

// TestAMoveEndsAnOutage: a player who tries again need not wait for the table to notice the
// room.
func TestAMoveEndsAnOutage(t *testing.T) {
	t.Parallel()
	var store frail
	dueling(t, store.over, func(t *testing.T, asked, waits *guest) {
		store.full.Store(true)
		turn := asked.frame().Turn
		if err := asked.Play(t.Context(), turn.Ply, turn.Legal[0]); !errors.Is(err, data.ErrUnavailable) {
			t.Fatalf("told %v", err)
		}
		store.full.Store(false)
		asked.move()
		stands(t, asked, waits.frame().Seat, 30*time.Second, true)
	})
}

// TestAClockThatRunsOutOnAFullDisk: a player whose time was up anyway loses once that can be
// stored, and not before.
func TestAClockThatRunsOutOnAFullDisk(t *testing.T) {
	var store frail
	dueling(t, store.over, func(t *testing.T, asked, waits *guest) {
		asked.move()
		waits.move()
		store.full.Store(true)
		time.Sleep(time.Hour)
		if f := waits.frame(); f.End != nil {
			t.Fatalf("a result is shown that is not stored: %+v", f.End)
		}
		store.full.Store(false)
		time.Sleep(time.Second)
		synctest.Wait()
		if f := waits.frame(); f.End == nil || f.End.Result.Reason != "timeout" {
			t.Errorf("%+v", f.End)
		}
	})
}

// stands checks a seat's clock as a viewer sees it.
func stands(t *testing.T, viewer *guest, seat engine.Seat, left time.Duration, running bool) {
	t.Helper()
	c := viewer.frame().Clocks[seat]
	if move, _ := c.Left(time.Now()); move.Round(2*time.Second) != left || c.Running != running {
		t.Fatalf("%v left, running %v", move, c.Running)
	}
}

// TestALostAnswerCostsNoTime: the log is read again, and game time goes on from where it was.
func TestALostAnswerCostsNoTime(t *testing.T) {
	t.Parallel()
	var store frail
	dueling(t, store.over, func(t *testing.T, asked, waits *guest) {
		time.Sleep(100 * time.Second)
		store.losesAppend.Store(true)
		asked.move()
		f := waits.frame()
		if move, bank := f.Clocks[f.Seat].Left(time.Now()); move != 30*time.Second || bank != 90*time.Second {
			t.Errorf("the next player begins with %v and %v", move, bank)
		}
	})
}

// TestTheStoresTimeIsNobodys: no clock counts the time for storing a move.
func TestTheStoresTimeIsNobodys(t *testing.T) {
	var store frail
	dueling(t, store.over, func(t *testing.T, asked, waits *guest) {
		store.takes.Store(int64(10 * time.Minute))
		asked.move()
		store.takes.Store(0)
		synctest.Wait()
		f := waits.frame()
		if f.End != nil {
			t.Fatalf("the store was slow, and seat %d has lost: %+v", f.Seat, f.End.Result)
		}
		c := f.Clocks[f.Seat]
		if move, bank := c.Left(time.Now()); move != 30*time.Second || bank != 90*time.Second || !c.Running {
			t.Errorf("the next player begins with %v and %v", move, bank)
		}
		waits.move()
		if at := asked.frame().Log[1].AtMS; at >= 1000 {
			t.Errorf("the second move was made at %d ms", at)
		}
	})
}

// TestALogThatCannotBeReadIsReadLater: nothing is added to a log that may hold more than is
// shown.
func TestALogThatCannotBeReadIsReadLater(t *testing.T) {
	t.Parallel()
	var store frail
	at(t, aDuel(store.over), func(t *testing.T, r *room) {
		asked := r.seats[0]
		turn := asked.frame().Turn
		store.losesAppend.Store(true)
		store.blind.Store(true)
		for range 2 {
			if err := asked.Play(t.Context(), turn.Ply, turn.Legal[0]); !errors.Is(err, data.ErrUnavailable) {
				t.Fatalf("told %v", err)
			}
		}
		store.blind.Store(false)
		if err := asked.Resign(t.Context()); !errors.Is(err, matchmaking.ErrStale) {
			t.Errorf("resigned from another position: %v", err)
		}
		if f := asked.frame(); f.Ply() != 1 || f.End != nil {
			t.Fatalf("%d plies are shown, 1 is stored", f.Ply())
		}
		r.finish()
	})
}

// TestThePaceIsStoredBeforeItIsTold.
func TestThePaceIsStoredBeforeItIsTold(t *testing.T) {
	t.Parallel()
	var store frail
	at(t, aDuel(store.over), func(t *testing.T, r *room) {
		one, other := r.seats[0], r.seats[1]
		succeed(t, one.Slow(t.Context()))
		store.refusesSlow.Store(true)
		if err := other.Slow(t.Context()); !errors.Is(err, data.ErrUnavailable) {
			t.Errorf("told %v", err)
		}
		if f := one.frame(); f.Pace != data.Live {
			t.Errorf("shown at pace %s", f.Pace)
		}
		store.refusesSlow.Store(false)
		if err := other.Slow(t.Context()); err != nil || r.stored().Pace != data.Day {
			t.Errorf("stored %s, %v", r.stored().Pace, err)
		}
	})
}
