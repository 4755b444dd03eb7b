package local_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/await"
	"noir/matchmaking"
)

// TestATableIsClosedToWatchers: any player at it can do so. Spectators are sent away, and no
// list shows it until it is opened again.
func TestATableIsClosedToWatchers(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		listed := func() int {
			t.Helper()
			time.Sleep(time.Second)
			rows, err := h.Live(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			if n := h.Counts().Public; n != len(rows) {
				t.Errorf("%d are counted, %d listed", n, len(rows))
			}
			return len(rows)
		}
		watcher, err := h.Watch(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		sent := make(chan error, 1)
		go func() {
			for after := 0; ; {
				f, err := watcher.Next(t.Context(), after)
				if err != nil {
					sent <- err
					return
				}
				after = f.Revision
			}
		}()
		synctest.Wait()
		if n := listed(); n != 1 {
			t.Fatalf("%d tables", n)
		}
		for range 2 { // it is still the same table the second time
			if err := seats[1].AllowSpectators(t.Context(), false); err != nil {
				t.Fatal(err)
			}
		}
		if err := await.One(t, sent, "word to a player who is sent away"); !errors.Is(err, matchmaking.ErrClosed) {
			t.Errorf("sent away with %v", err)
		}
		watcher.Leave()
		closed := func() {
			t.Helper()
			if _, err := h.Watch(t.Context(), id); !errors.Is(err, matchmaking.ErrClosed) {
				t.Errorf("watched: %v", err)
			}
			if n := listed(); n != 0 {
				t.Errorf("%d tables are listed", n)
			}
		}
		closed()
		if f := seats[0].frame(); !f.NoSpectators || newest(f).Code != "closed" {
			t.Errorf("the players see %t, %+v", f.NoSpectators, newest(f))
		}
		h.close()
		h, seats = again(t, dir, id, a, b)
		defer h.close()
		closed()
		if err := seats[0].AllowSpectators(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		if n := listed(); n != 1 {
			t.Errorf("opened again: %d tables", n)
		}
		if _, err := h.Watch(t.Context(), id); err != nil {
			t.Error(err)
		}
	})
}

// TestPlayersMayWantNoWatchers: their tables are closed from the start.
func TestPlayersMayWantNoWatchers(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		if _, err := h.store.ChangeSettings(t.Context(), b.ID, func(set *data.Settings) { set.NoSpectators = true }); err != nil {
			t.Fatal(err)
		}
		id, seats := h.pair(a, b)
		if _, err := h.Watch(t.Context(), id); !errors.Is(err, matchmaking.ErrClosed) {
			t.Errorf("watched: %v", err)
		}
		if n := h.Counts().Public; n != 0 {
			t.Errorf("%d public tables", n)
		}
		finish(t, seats)
	})
}
