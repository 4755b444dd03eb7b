package local_test

import (
	"sync"
	"testing"
	"time"

	"noir/data"
)

// TestLookingAtAHouseThatHasClosed: no goroutine starts after Close. The race detector would
// see it, or the bubble a goroutine that stays.
func TestLookingAtAHouseThatHasClosed(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		h.pair(h.player("marlowe"), h.player("spade"))
		var late sync.WaitGroup
		late.Go(func() {
			time.Sleep(time.Hour) // closed by then, which this caller does not know
			if rows, err := h.Live(t.Context(), 0); err != nil || len(rows) != 1 {
				t.Errorf("%d tables, %v", len(rows), err)
			}
		})
		time.Sleep(time.Minute)
		h.close()
		late.Wait()
	})
}

// TestAskingAHouseThatHasClosed: a lookup in a closed broker leaves it usable for the next
// caller.
func TestAskingAHouseThatHasClosed(t *testing.T) {
	h := openHouse(t, t.TempDir())
	a := h.player("marlowe")
	h.close()
	if _, err := h.Live(t.Context(), a.ID); err != nil { // looks the blocks up concurrently
		t.Fatal(err)
	}
	answered := make(chan error, 1)
	go func() {
		_, err := h.Challenge(t.Context(), data.Challenge{From: a, Game: game}) // waits until they are
		answered <- err
	}()
	select {
	case err := <-answered:
		if err == nil {
			t.Error("a challenge in a closed house")
		}
	case <-time.After(10 * time.Second):
		t.Error("no answer after 10 s")
	}
}
