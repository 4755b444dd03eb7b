package local_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// anonymous returns the guest with a number.
func anonymous(n int) data.Player {
	return data.Player{ID: data.PlayerID(-n), Name: fmt.Sprintf("guest-%04d", n)}
}

// withTheHouse is a ticket for a table with the house.
func withTheHouse(p data.Player, game string, seats int, pace data.Pace) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: game, Seats: seats, Pace: pace}, Bot: "easy"}
}

// stored reports whether the store has a match.
func (h *house) stored(id data.MatchID) bool {
	h.t.Helper()
	_, err := h.store.Match(h.t.Context(), id)
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		h.t.Fatal(err)
	}
	return err == nil
}

// vanished fails unless a table has ended and left nothing.
func (h *house) vanished(id data.MatchID) {
	h.t.Helper()
	synctest.Wait()
	if h.Counts().Tables != 0 || h.stored(id) {
		h.t.Errorf("%d tables run, and the store has the match: %t", h.Counts().Tables, h.stored(id))
	}
	time.Sleep(time.Minute + time.Second) // in which a rematch is possible
	if c := h.Counts(); c.Bots != 0 {
		h.t.Errorf("%d house players are left", c.Bots)
	}
}

// TestAGuestDeparts: the guest's tables with the house end, also one being dealt at that
// moment, and leave nothing.
func TestAGuestDeparts(t *testing.T) {
	for _, c := range []struct {
		game  string
		seats int
	}{{game, 2}, {"noirburg", 6}} {
		inHouse(t, func(t *testing.T, h *house) {
			p := anonymous(1)
			id := h.seatOf(h.queue(withTheHouse(p, c.game, c.seats, data.Live)))
			g := h.sit(id, p)
			g.frame()
			g.Leave()
			time.Sleep(10 * time.Second)
			if n := h.Counts().Tables; n != 1 {
				t.Fatalf("%s: %d tables while the guest is connected", c.game, n)
			}
			h.Depart(p.ID)
			h.vanished(id)
		})
	}
}

// TestAGuestWatchesTheEnd: watchers see the end of an aborted table.
func TestAGuestWatchesTheEnd(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		p := anonymous(1)
		id := h.seatOf(h.queue(withTheHouse(p, game, 2, data.Live)))
		w, err := h.Watch(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		h.Depart(p.ID)
		f := (&guest{Seat: onlooker{Viewer: w}, t: t}).await(over)
		if last := f.Log[len(f.Log)-1]; last.Seat != engine.Spectator || last.By != engine.ByServer || f.End.Result.Reason != engine.Aborted {
			t.Errorf("it ended with %+v, %+v", last, f.End.Result)
		}
	})
}

// TestAGuestDepartsWhileDealing: the store has not answered when the connection ends.
func TestAGuestDepartsWhileDealing(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		defer h.close()
		a, b := anonymous(1), anonymous(2)
		store.opens.Store(int64(10 * time.Second))
		pa := h.queue(casual(a))
		h.queue(casual(b))
		time.Sleep(5 * time.Second) // both are there, and it is being stored
		h.Depart(a.ID)
		h.Depart(b.ID)
		h.vanished(h.seatOf(pa))
	})
}

// TestATableWithAPersonStays: while a person is connected, or has a key and may come back.
func TestATableWithAPersonStays(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b, key := anonymous(1), anonymous(2), h.player("marlowe")
		pa := h.queue(casual(a))
		h.queue(casual(b))
		two := h.seatOf(pa)
		h.Depart(a.ID)
		synctest.Wait()
		if !h.stored(two) || h.Counts().Tables != 1 {
			t.Error("one of two guests is still there")
		}
		h.Depart(b.ID)
		h.vanished(two)

		c := anonymous(3)
		pc := h.queue(casual(c))
		h.queue(casual(key))
		mixed := h.seatOf(pc)
		h.Depart(c.ID)
		alone := h.seatOf(h.queue(withTheHouse(key, game, 2, data.Live)))
		time.Sleep(10 * time.Second)
		if !h.stored(mixed) || !h.stored(alone) || h.Counts().Tables != 2 {
			t.Error("somebody with a key may come back")
		}
	})
}

// TestGuestsTablesDoNotComeBack after a restart, nor do tables where all have resigned;
// players' tables do.
func TestGuestsTablesDoNotComeBack(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		key := h.player("marlowe")
		var gone []data.MatchID
		for n := range 20 {
			gone = append(gone, h.seatOf(h.queue(withTheHouse(anonymous(n+1), "noirburg", 6, data.Live))))
		}
		a, b := h.queue(casual(anonymous(21))), h.queue(casual(anonymous(22)))
		gone = append(gone, h.seatOf(a))
		h.seatOf(b)
		stays := h.seatOf(h.queue(withTheHouse(key, game, 2, data.Live)))
		h.close()

		h = openHouse(t, dir)
		defer h.close()
		if n := h.Counts().Tables; n != 1 {
			t.Errorf("%d tables come back", n)
		}
		synctest.Wait()
		for _, id := range gone {
			if h.stored(id) {
				t.Errorf("%s is stored", id)
			}
		}
		h.sit(stays, key).frame()
	})
}

// TestATableIsBrokenOffAgain: the store fails to discard it, or discards it without an answer.
func TestATableIsBrokenOffAgain(t *testing.T) {
	for name, fail := range map[string]func(*frail){
		"not taken": func(s *frail) { s.refusesDiscard.Store(true) },
		"not told":  func(s *frail) { s.losesDiscard.Store(true) },
		"unknown":   func(s *frail) { s.losesDiscard.Store(true); s.blind.Store(true) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				h, store := openFrailHouse(t, dir)
				defer h.close()
				p := anonymous(1)
				id := h.seatOf(h.queue(withTheHouse(p, game, 2, data.Live)))
				fail(store)
				h.Depart(p.ID)
				time.Sleep(10 * time.Second)
				if h.Counts().Tables != 1 && name != "not told" {
					t.Error("it has ended though the store does not say so")
				}
				store.refusesDiscard.Store(false)
				store.blind.Store(false)
				time.Sleep(2 * time.Second)
				h.vanished(id)
			})
		})
	}
}
