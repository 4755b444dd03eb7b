package local_test

import (
	"testing"
	"testing/synctest"

	"noir/matchmaking"
)

// TestNotifyOfAReplay: its viewer is woken for the moment it waits for, but not after it has
// left.
func TestNotifyOfAReplay(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		id, seats := h.pair(h.player("marlowe"), h.player("spade"))
		finish(t, seats)
		m, err := h.store.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		r, err := matchmaking.NewReplay(games[0], m)
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		stop := r.Notify(1, func() { told += 10 })
		stop()
		synctest.Wait()
		r.Notify(1, func() { told++ })
		r.Seek(2)
		if synctest.Wait(); told != 1 {
			t.Errorf("told %d", told)
		}
	})
}
