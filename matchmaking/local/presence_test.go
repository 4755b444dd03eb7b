package local_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"noir/matchmaking"
)

// TestWhoComesLateSeesTheEnd has a game end before one of the two has sat down,
// who finds the end of it and not a table that is gone.
func TestWhoComesLateSeesTheEnd(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		early, late := h.player("marlowe"), h.player("spade")
		h.queue(ticket(late))
		id := h.seatOf(h.queue(ticket(early)))
		first := h.sit(id, early)
		if err := first.Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		first.Leave()
		synctest.Wait()
		second := h.sit(id, late)
		if f := second.await(over); f.End.Result.Winners[0] != f.Seat {
			t.Errorf("he sees %+v from seat %d", f.End, f.Seat)
		}
		second.Leave()
		synctest.Wait()
		if _, err := h.Watch(t.Context(), id); !errors.Is(err, matchmaking.ErrNoTable) {
			t.Errorf("when nobody is on his way any more: %v", err)
		}
	})
}
