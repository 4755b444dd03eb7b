package local_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/await"
	"noir/matchmaking"
)

// TestATableIsClosedToWatchers: any player at it can do so. Spectators are sent away, and no
// list shows it until nobody wants it closed any more.
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
		if err := seats[0].AllowSpectators(t.Context(), true); err == nil || !strings.HasPrefix(err.Error(), "others at this table want no spectators") {
			t.Errorf("opened by a player who has not closed it: %v", err)
		}
		closed()
		h.close()
		h, seats = again(t, dir, id, a, b)
		defer h.close()
		closed()
		if err := seats[0].AllowSpectators(t.Context(), true); err == nil { // nobody knows any more who has closed it
			t.Error("opened by one of two")
		}
		closed()
		if err := seats[1].AllowSpectators(t.Context(), true); err != nil {
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
		if err := seats[0].AllowSpectators(t.Context(), true); err == nil {
			t.Error("opened by a player against the other's wish")
		}
		finish(t, seats)
	})
}

// TestARematchStaysClosed to spectators.
func TestARematchStaysClosed(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		_, seats := h.pair(a, b)
		if err := seats[0].AllowSpectators(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		finish(t, seats)
		for _, g := range seats {
			if err := g.Rematch(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		next := seats[0].await(func(f matchmaking.Frame) bool { return f.Next != "" }).Next
		if _, err := h.Watch(t.Context(), next); !errors.Is(err, matchmaking.ErrClosed) {
			t.Errorf("watched: %v", err)
		}
	})
}

// TestATableIsNotOpenedAndClosedAllTheTime: each time is a write, and a word to everybody. To close it, and what changes
// nothing, is never refused.
func TestATableIsNotOpenedAndClosedAllTheTime(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		said := len(seats[1].frame().Notes)
		refused := 0
		for n := range 20 {
			if seats[0].AllowSpectators(t.Context(), n%2 == 1) != nil {
				refused++
			}
		}
		if n := len(seats[1].frame().Notes) - said; refused != 7 || n != 7 {
			t.Errorf("of twenty wishes %d are refused, and the other is told %d times", refused, n)
		}
		time.Sleep(10 * time.Second)
		if err := seats[0].AllowSpectators(t.Context(), true); err != nil {
			t.Errorf("ten seconds later: %v", err)
		}
	})
}
