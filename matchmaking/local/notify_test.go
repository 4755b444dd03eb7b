package local_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"

	"noir/matchmaking"
)

// TestNotify: a viewer that waits for a frame is told once, as soon as Next would return:
// at once when the frame is there, with the next one, when the chair is left and when
// the table is closed; and not when they no longer wait.
func TestNotify(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		asked, waits := mover(seats)
		var told atomic.Int32
		wait := func(g *guest, after int) (stop func()) { return g.Notify(after, func() { told.Add(1) }) }
		expect := func(times int32, what string) {
			t.Helper()
			synctest.Wait()
			if n := told.Swap(0); n != times {
				t.Errorf("told %d times, not %d: %s", n, times, what)
			}
		}
		newest := waits.frame().Revision
		wait(waits, newest-1)
		expect(1, "the frame is there")
		stop := wait(waits, newest)
		wait(waits, newest)
		expect(0, "nothing has happened")
		stop()
		asked.move(0)
		expect(1, "one of two does not wait any more")
		wait(asked, asked.frame().Revision)
		wait(waits, waits.frame().Revision)
		asked.Leave()
		if _, err := asked.Next(t.Context(), asked.last.Revision); !isEOF(err) {
			t.Error(err)
		}
		h.close()
		expect(2, "one has left, and the house is closed")
		wait(waits, waits.last.Revision+1)
		expect(1, "there are no more frames")
	})
}

// TestNotifyOfAReplay: what is looked for is told, but not to a viewer that has gone.
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
