package matchmaking_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestLookingAtAHouseThatHasClosed starts nothing that the house did not wait for: the
// race detector sees it, or the bubble a goroutine that stays.
func TestLookingAtAHouseThatHasClosed(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		h.pair(h.player("marlowe"), h.player("spade"))
		var late sync.WaitGroup
		late.Go(func() {
			time.Sleep(time.Hour) // by then it has closed, which nobody has told this one
			if rows, err := h.Live(t.Context(), 0); err != nil || len(rows) != 1 {
				t.Errorf("%d tables, %v", len(rows), err)
			}
		})
		time.Sleep(time.Minute)
		h.close()
		late.Wait()
	})
}
