package local_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
)

// full is a real store on a disk that may have no room.
type full struct {
	data.Store
	now atomic.Bool
}

// over puts it over the store of a house.
func (f *full) over(s data.Store) data.Store { f.Store = s; return f }

func (f *full) err() error {
	if f.now.Load() {
		return data.ErrUnavailable
	}
	return nil
}

func (f *full) Ready(ctx context.Context) error {
	return errors.Join(f.err(), f.Store.Ready(ctx))
}

func (f *full) Append(ctx context.Context, id data.MatchID, e ...data.Entry) error {
	if err := f.err(); err != nil {
		return err
	}
	return f.Store.Append(ctx, id, e...)
}

func (f *full) Finish(ctx context.Context, id data.MatchID, at time.Time, r engine.Result, e ...data.Entry) ([]data.Change, error) {
	if err := f.err(); err != nil {
		return nil, err
	}
	return f.Store.Finish(ctx, id, at, r, e...)
}

// TestAFullDiskIsNobodysTime: from the first move that could not be stored the
// clocks stand, and go on by themselves when there is room.
func TestAFullDiskIsNobodysTime(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var store full
		h := openHouseOver(t, dir, store.over)
		defer h.close()
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, waits := mover(seats)
		time.Sleep(10 * time.Second)

		store.now.Store(true)
		turn := asked.frame().Turn
		if err := asked.Play(t.Context(), turn.Ply, turn.Legal[0]); !errors.Is(err, data.ErrUnavailable) {
			t.Fatalf("told %v", err)
		}
		time.Sleep(time.Hour)
		stands(t, waits, asked.frame().Seat, 20*time.Second, false)
		store.now.Store(false)
		time.Sleep(time.Second) // until the store is asked again
		synctest.Wait()
		stands(t, waits, asked.frame().Seat, 20*time.Second, true)
		asked.move(0)
		if at := waits.frame().Log[0].AtMS; at < 10_000 || at > 11_000 {
			t.Errorf("the move was made at %d ms", at)
		}
	})
}

// TestAMoveEndsAnOutage: who tries again need not wait for the table to notice
// that there is room.
func TestAMoveEndsAnOutage(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var store full
		h := openHouseOver(t, dir, store.over)
		defer h.close()
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, waits := mover(seats)
		store.now.Store(true)
		turn := asked.frame().Turn
		if err := asked.Play(t.Context(), turn.Ply, turn.Legal[0]); !errors.Is(err, data.ErrUnavailable) {
			t.Fatalf("told %v", err)
		}
		store.now.Store(false)
		asked.move(0)
		stands(t, asked, waits.frame().Seat, 30*time.Second, true)
	})
}

// TestAClockThatRunsOutOnAFullDisk: whose time was up anyway loses when that can
// be written down, and not before.
func TestAClockThatRunsOutOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var store full
		h := openHouseOver(t, dir, store.over)
		defer h.close()
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, waits := mover(seats)
		asked.move(0)
		waits.move(0)
		store.now.Store(true)
		time.Sleep(time.Hour)
		if f := waits.frame(); f.End != nil {
			t.Fatalf("a result is shown that is not stored: %+v", f.End)
		}
		store.now.Store(false)
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
