package local_test

import (
	"context"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
)

// block has one player block another.
func (h *house) block(by, who data.Player) {
	h.t.Helper()
	if err := h.store.Tie(h.t.Context(), by.ID, who.ID, data.Blocked); err != nil {
		h.t.Fatal(err)
	}
	time.Sleep(3 * time.Second) // until the house has heard of it
}

// TestABlockPartsThePairAlone: of four people who are asked whether they are there one
// blocks another. The two are told why there is no table; the others keep their places and
// meet whoever comes next.
func TestABlockPartsThePairAlone(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		all := h.crowdOf(4)
		blocker, blocked, others := all[0], all[1], all[2:]
		for _, v := range all {
			v.until(asked)
		}
		h.block(blocker.player, blocked.player)
		for _, v := range all {
			v.ready()
		}
		blocker.sentAway(matchmaking.ErrParted)
		blocked.sentAway(matchmaking.ErrParted)
		for _, v := range others {
			v.until(waits)
		}
		late := h.visit(seek(h.player("late")))
		if m := h.dealt(append(others, late)); len(m.Seats) != 3 {
			t.Errorf("%d seats", len(m.Seats))
		}
	})
}

// TestABlockAtAPrivateTable: the two go, the host and the others stay where they are.
func TestABlockAtAPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(seek(h.player("marlowe")))
		spade, vera := h.player("spade"), h.player("vera")
		pair, sam := []*visitor{h.join(spade, code), h.join(vera, code)}, h.join(h.player("sam"), code)
		open.until(asked)
		h.block(spade, vera)
		for _, v := range append(pair, open, sam) {
			v.until(asked)
			v.ready()
		}
		for _, v := range pair {
			v.sentAway(matchmaking.ErrParted)
		}
		sam.until(waits)
		if w := open.until(func(w matchmaking.Waiting) bool { return w.Seated == 2 }); w.Code != code || w.Found != 0 {
			t.Errorf("the host is told %+v", w)
		}
	})
}

// TestPartingAgainAndAgainTakesLonger: two accounts of one person that block each other at
// every table that they are found for are held.
func TestPartingAgainAndAgainTakesLonger(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		part := func() {
			pair := []*visitor{h.visit(ticket(a)), h.visit(ticket(b))}
			for _, v := range pair {
				v.until(asked)
			}
			h.block(a, b)
			for _, v := range pair {
				v.ready()
			}
			for _, v := range pair {
				v.sentAway(matchmaking.ErrParted)
			}
			if err := h.store.Tie(t.Context(), a.ID, b.ID, ""); err != nil {
				t.Fatal(err)
			}
			time.Sleep(3 * time.Second)
		}
		part()
		h.heldFor(a, 0)
		part()
		h.heldFor(a, time.Minute-3*time.Second)
		h.heldFor(b, time.Minute-3*time.Second)
	})
}

// heldFor fails unless a new ticket of a player is not paired for so long.
func (h *house) heldFor(p data.Player, want time.Duration) {
	h.t.Helper()
	place := h.silent(ticket(p))
	defer place.Leave()
	w, err := place.Next(h.t.Context(), 0)
	if err != nil {
		h.t.Fatal(err)
	}
	var got time.Duration
	if !w.Held.IsZero() {
		got = time.Until(w.Held)
	}
	if got != want {
		h.t.Errorf("%s is held for %v, not for %v", p.Name, got, want)
	}
}

// lapse deals a game of two whom only one can meet, and lets the time of who is asked
// second run out before their first move. It returns that player.
func (h *house) lapse(a, b data.Player) data.Player {
	h.t.Helper()
	_, seats := h.pair(a, b)
	asked, waits := mover(seats)
	asked.move(0)
	seat := waits.frame().Seat
	if end := waits.await(over).End; end.Result.Reason != engine.Aborted {
		h.t.Fatalf("it ended as %+v", end.Result)
	}
	if waits.last.Seats[seat].Name == a.Name {
		return a
	}
	return b
}

// TestWhoLetsGamesLapseWaits a minute, then two, then four, up to an hour, and one step
// less after a game that was played. Those who were left sitting do not wait.
func TestWhoLetsGamesLapseWaits(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		held := map[data.PlayerID]time.Duration{a.ID: 0, b.ID: 0}
		next := func(p data.Player) time.Duration { return min(max(time.Minute, 2*held[p.ID]), time.Hour) }
		for held[a.ID] < time.Hour && held[b.ID] < time.Hour {
			looked := h.lapse(a, b)
			other := a
			if looked == a {
				other = b
			}
			held[looked.ID] = next(looked)
			h.heldFor(looked, held[looked.ID])
			h.heldFor(other, 0)
			time.Sleep(held[looked.ID])
			h.heldFor(looked, 0)
		}
		if held[a.ID] < time.Hour {
			a, b = b, a
		}
		_, seats := h.pair(a, b)
		finish(t, seats)
		for h.lapse(a, b) != a {
			time.Sleep(time.Hour)
		}
		h.heldFor(a, time.Hour)
		time.Sleep(time.Hour)
		for range 6 { // the sixth lapse is half an hour, the first a minute
			_, seats := h.pair(a, b)
			finish(t, seats)
		}
		for h.lapse(a, b) != a {
			time.Sleep(time.Hour)
		}
		h.heldFor(a, 2*time.Minute)
		time.Sleep(24 * time.Hour)
		for h.lapse(a, b) != a {
			time.Sleep(24 * time.Hour)
		}
		h.heldFor(a, time.Minute) // what was a day ago is forgotten
	})
}

// TestWhoIsHeldIsPairedThen: others find each other meanwhile, and the player is told that
// a table is looked for once it is.
func TestWhoIsHeldIsPairedThen(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		looked := h.lapse(a, b)
		from := time.Now()
		held := h.visit(ticket(looked))
		if w := held.until(waits); time.Until(w.Held) != time.Minute || w.Waiting != 1 {
			t.Errorf("told %+v", w)
		}
		pair := []*visitor{h.visit(ticket(h.player("vera"))), h.visit(ticket(h.player("sam")))}
		for _, v := range pair {
			v.until(asked)
			v.ready()
		}
		meet(t, pair...)
		late := h.visit(ticket(h.player("late")))
		if w := held.until(func(w matchmaking.Waiting) bool { return w.Held.IsZero() }); !asked(w) {
			held.until(asked)
		}
		if took := time.Since(from); took < time.Minute || took > time.Minute+2*time.Second {
			t.Errorf("it took %v", took)
		}
		late.ready()
		held.ready()
		meet(t, held, late)
	})
}

// TestWhoNeverComesWaits: the first time costs nothing, then it is longer each time, until
// the player has come. Private tables do not count.
func TestWhoNeverComesWaits(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		absent := h.player("marlowe")
		there := h.visit(ticket(h.player("spade")))
		miss := func() {
			v := h.visit(ticket(absent))
			there.until(asked)
			there.ready()
			v.sentAway(matchmaking.ErrNotReady)
			there.until(waits)
		}
		for _, held := range []time.Duration{0, time.Minute, 2 * time.Minute, 4 * time.Minute} {
			miss()
			h.heldFor(absent, held)
			time.Sleep(held + 30*time.Second)
		}
		v := h.visit(ticket(absent))
		v.until(asked)
		v.ready()
		there.ready()
		meet(t, v, there)
		open, code := h.host(ticket(h.player("vera")))
		v = h.join(h.player("sam"), code)
		open.until(asked)
		open.ready()
		v.sentAway(matchmaking.ErrNotReady)
		synctest.Wait()
		h.heldFor(v.player, 0)
	})
}

// TestWhoDoesNotComeMeetsOthers: who was left waiting is not asked for the same player
// again while there is anybody else.
func TestWhoDoesNotComeMeetsOthers(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		absent := h.player("marlowe")
		a, b := h.visit(ticket(absent)), h.visit(ticket(h.player("spade")))
		b.until(asked)
		b.ready()
		a.sentAway(matchmaking.ErrNotReady)
		b.until(waits)
		again, c := h.visit(ticket(absent)), h.visit(ticket(h.player("vera")))
		b.until(asked)
		c.until(asked)
		if w, err := again.Next(t.Context(), 0); err != nil || asked(w) {
			t.Errorf("who did not come is told %+v, %v", w, err)
		}
	})
}

// TestAGuestWhoComesAgainIsHeld: guests count by address, and at loopback each alone.
func TestAGuestWhoComesAgainIsHeld(t *testing.T) {
	for address, held := range map[string]bool{"192.0.2.1": true, "127.0.0.1": false} {
		inHouse(t, func(t *testing.T, h *house) {
			guest := func(id data.PlayerID) (context.Context, matchmaking.Ticket) {
				payer := quota.Payer{Address: netip.MustParseAddr(address), ID: quota.Guest(int64(id)), Guest: true}
				return quota.With(t.Context(), payer), casual(data.Player{ID: id, Name: "guest"})
			}
			queue := func(id data.PlayerID) *visitor {
				ctx, wish := guest(id)
				place, err := h.Queue(ctx, wish)
				if err != nil {
					t.Fatal(err)
				}
				return &visitor{Place: place, h: h, player: wish.Player}
			}
			there := h.visit(casual(h.player("spade")))
			for id := range data.PlayerID(2) {
				absent := queue(-1 - id)
				there.until(asked)
				absent.Leave()
				there.until(waits)
			}
			w, err := queue(-3).Next(t.Context(), 0)
			if err != nil || !w.Held.IsZero() != held {
				t.Errorf("from %s told %+v, %v", address, w, err)
			}
		})
	}
}
