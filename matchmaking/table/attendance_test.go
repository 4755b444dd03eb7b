package table_test

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"noir/matchmaking"
)

// TestChairsThatAreNotTakenDoNotCount: a chair beyond the limit, or one that its caller gave up
// waiting for, does not keep a seat from being away.
func TestChairsThatAreNotTakenDoNotCount(t *testing.T) {
	t.Parallel()
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		stays, chairs := r.seats[0], r.seats[1:]
		seat := chairs[0].last.Seat
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := r.Sit(gone, seat); !errors.Is(err, context.Canceled) {
			t.Errorf("somebody who is gone: %v", err)
		}
		for range 3 {
			chairs = append(chairs, r.sit(chairs[0].name))
		}
		if _, err := r.Sit(t.Context(), seat); !errors.Is(err, matchmaking.ErrTooManyChairs) {
			t.Errorf("a fifth connection: %v", err)
		}
		for _, c := range chairs {
			c.Leave()
		}
		if f := stays.await(func(f matchmaking.Frame) bool { return f.Seats[seat].Away || f.End != nil }); f.End != nil {
			t.Error("the seat was never away")
		}
	})
}

// TestAChairThatWasLeftIsToldAtOnce, even if nothing else happens at the table.
func TestAChairThatWasLeftIsToldAtOnce(t *testing.T) {
	at(t, aDuel(nil), func(t *testing.T, r *room) {
		left := r.seats[1]
		left.Leave()
		synctest.Wait()
		var told atomic.Bool
		defer left.Notify(math.MaxInt, func() { told.Store(true) })()
		synctest.Wait()
		if !told.Load() {
			t.Error("nobody tells it")
		}
	})
}
