package queue_test

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/queuetest"
)

// heldFor fails unless a new ticket of a player is not paired for so long.
func (h *house) heldFor(p data.Player, want time.Duration) {
	h.t.Helper()
	v := h.visit(ticket(p))
	defer v.Leave()
	if got := v.Held(); got != want {
		h.t.Errorf("%s is held for %v, not for %v", p.Name, got, want)
	}
}

// TestABlockPartsThePairAlone: of four people who are asked whether they are there one
// blocks another. The two are told why there is no table; the others keep their places and
// meet a player who comes next.
func TestABlockPartsThePairAlone(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		all := h.crowdOf(4)
		pair, others := all[:2], all[2:]
		for _, v := range all {
			v.Until(queuetest.Asked)
		}
		h.part(pair[0].Player, pair[1].Player, true)
		for _, v := range all {
			v.Answer()
		}
		for _, v := range pair {
			v.SentAway(matchmaking.ErrParted)
		}
		for _, v := range others {
			v.Until(queuetest.Waits)
		}
		late := h.visit(seek(h.player("late")))
		if d := h.dealt(append(others, late)...); len(d.seats) != 3 {
			t.Errorf("%d seats", len(d.seats))
		}
	})
}

// TestPartingAgainAndAgainTakesLonger: two accounts of one person that block each other at
// every table that they are found for are held.
func TestPartingAgainAndAgainTakesLonger(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		for _, held := range []time.Duration{0, time.Minute} {
			pair := []*visitor{h.visit(ticket(a)), h.visit(ticket(b))}
			for _, v := range pair {
				v.Until(queuetest.Asked)
			}
			h.part(a, b, true)
			for _, v := range pair {
				v.Answer()
			}
			for _, v := range pair {
				v.SentAway(matchmaking.ErrParted)
			}
			h.part(a, b, false)
			h.heldFor(a, held)
			h.heldFor(b, held)
		}
	})
}

// TestLapsesAreHeldAgainstPlayers a minute, then two, then four, up to an hour, and one step
// less after a game that was played.
func TestLapsesAreHeldAgainstPlayers(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		lapse := func(held time.Duration) {
			t.Helper()
			h.absences.Lapsed(a.ID, time.Now())
			h.heldFor(a, held)
			time.Sleep(held)
			h.heldFor(a, 0)
		}
		for held := time.Minute; held < time.Hour; held *= 2 {
			lapse(held)
		}
		for range 3 {
			lapse(time.Hour)
		}
		h.heldFor(h.player("spade"), 0)
		for range 6 { // the sixth lapse is half an hour, the first a minute
			h.absences.Finished(a.ID, time.Now())
		}
		lapse(2 * time.Minute)
		time.Sleep(24 * time.Hour)
		lapse(time.Minute) // what was a day ago is forgotten
	})
}

// TestHeldPlayersArePairedLater: others find each other meanwhile, and the player is told until when they are held, and
// that a table is looked for after that, even if nobody comes. When they go, none of their tickets is found.
func TestHeldPlayersArePairedLater(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		from := time.Now()
		h.absences.Lapsed(h.player("marlowe").ID, from)
		held := h.visit(ticket(h.player("marlowe")))
		if w := held.Until(queuetest.Waits); time.Until(w.Held) != time.Minute || w.Waiting != 1 {
			t.Errorf("told %+v", w)
		}
		h.dealt(h.visit(ticket(h.player("vera"))), h.visit(ticket(h.player("sam"))))
		if w := held.Until(func(w matchmaking.Waiting) bool { return w.Waiting == 1 }); !w.Held.Equal(from.Add(time.Minute)) {
			t.Errorf("after the others have met told %+v", w)
		}
		other := h.visit(ticket(h.player("effie")))
		held.Until(func(w matchmaking.Waiting) bool { return w.Waiting == 2 })
		other.Leave()
		held.Until(func(w matchmaking.Waiting) bool { return w.Held.IsZero() })
		if took := time.Since(from); took < time.Minute || took > time.Minute+2*time.Second {
			t.Errorf("it took %v", took)
		}
		time.Sleep(5 * time.Second)
		held.Leave()
		late := h.visit(ticket(h.player("late")))
		time.Sleep(5 * time.Second)
		if w, err := late.Next(t.Context(), 0); err != nil || queuetest.Asked(w) {
			t.Errorf("beside one who is gone told %+v, %v", w, err)
		}
		h.dealt(h.visit(ticket(held.Player)), late)
	})
}

// TestAbsentPlayersAreHeld: the first time costs nothing, then it is longer each time,
// until the player has come. Private tables do not count.
func TestAbsentPlayersAreHeld(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		absent := h.player("marlowe")
		there := h.visit(ticket(h.player("spade")))
		for _, held := range []time.Duration{0, time.Minute, 2 * time.Minute, 4 * time.Minute} {
			v := h.visit(ticket(absent))
			there.Until(queuetest.Asked)
			there.Answer()
			v.SentAway(matchmaking.ErrNotReady)
			there.Until(queuetest.Waits)
			h.heldFor(absent, held)
			time.Sleep(held + 30*time.Second)
		}
		h.dealt(h.visit(ticket(absent)), there)
		open, code := h.host(ticket(h.player("vera")))
		v := h.join(h.player("sam"), code)
		open.Until(queuetest.Asked)
		open.Answer()
		v.SentAway(matchmaking.ErrNotReady)
		synctest.Wait()
		h.heldFor(v.Player, 0)
	})
}

// TestWhoCannotBeAskedIsNotAbsent: whoever else was asked goes on waiting at once, and the player is held for nothing, as
// they would be if they had left.
func TestWhoCannotBeAskedIsNotAbsent(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		there := h.visit(ticket(h.player("spade")))
		for range 3 {
			v := h.visit(ticket(a))
			there.Until(queuetest.Asked)
			from := time.Now()
			v.Place.(*queue.Place).Forsake()
			there.Until(queuetest.Waits)
			if took := time.Since(from); took != 0 {
				t.Errorf("the other one waited for %v", took)
			}
			h.heldFor(a, 0)
		}
		for _, held := range []time.Duration{0, time.Minute} {
			v := h.visit(ticket(a))
			there.Until(queuetest.Asked)
			v.Leave()
			there.Until(queuetest.Waits)
			h.heldFor(a, held)
		}
	})
}

// TestAComingMakesUpForAnAbsence: for one. What a player has finished makes up for none.
func TestAComingMakesUpForAnAbsence(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, there := h.player("marlowe"), h.player("spade")
		miss := func(held time.Duration) {
			t.Helper()
			v, other := h.visit(ticket(a)), h.visit(ticket(there))
			other.Until(queuetest.Asked)
			other.Answer()
			v.SentAway(matchmaking.ErrNotReady)
			other.Until(queuetest.Waits)
			other.Leave()
			h.heldFor(a, held)
			time.Sleep(held + 30*time.Second)
		}
		miss(0)
		h.dealt(h.visit(ticket(a)), h.visit(ticket(there)))
		h.over()
		miss(0)
		miss(time.Minute)
		h.absences.Finished(a.ID, time.Now())
		miss(2 * time.Minute)
	})
}

// TestTheLongerHoldCounts, and however often a player does not come, it is no longer than an hour.
func TestTheLongerHoldCounts(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		for n := range 40 {
			v, there := h.visit(ticket(a)), h.visit(ticket(h.player("spade")))
			there.Until(queuetest.Asked)
			there.Answer()
			if n == 1 { // the first time counts for nothing, the second for a minute
				for range 3 {
					h.absences.Lapsed(a.ID, time.Now())
				}
			}
			from := time.Now()
			v.SentAway(matchmaking.ErrNotReady)
			if took := time.Since(from); n == 1 {
				h.heldFor(a, 4*time.Minute-took)
			}
			there.Leave()
			if n > 7 {
				h.heldFor(a, time.Hour)
			}
			time.Sleep(time.Hour)
		}
	})
}

// TestAbsentPlayersMeetOthers: a player who was left waiting is not paired with the same player again while there is
// another one.
func TestAbsentPlayersMeetOthers(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		absent := h.player("marlowe")
		a, b := h.visit(ticket(absent)), h.visit(ticket(h.player("spade")))
		b.Until(queuetest.Asked)
		b.Answer()
		a.SentAway(matchmaking.ErrNotReady)
		b.Until(queuetest.Waits)
		again, c := h.visit(ticket(absent)), h.visit(ticket(h.player("vera")))
		b.Until(queuetest.Asked)
		c.Until(queuetest.Asked)
		if w, err := again.Next(t.Context(), 0); err != nil || queuetest.Asked(w) {
			t.Errorf("the one who did not come is told %+v, %v", w, err)
		}
	})
}

// TestAGuestWhoComesAgainIsHeld: guests count by address, at loopback each alone, and players alone everywhere.
func TestAGuestWhoComesAgainIsHeld(t *testing.T) {
	for _, c := range []struct {
		address string
		sign    data.PlayerID // of the ids of those who come
		held    bool
	}{{"192.0.2.1", -1, true}, {"127.0.0.1", -1, false}, {"192.0.2.1", 1, false}} {
		inHouse(t, func(t *testing.T, h *house) {
			come := func(n data.PlayerID) *visitor {
				return h.visitFrom(casual(data.Player{ID: c.sign * (100 + n), Name: "absent"}), netip.MustParseAddr(c.address))
			}
			there := h.visit(casual(h.player("spade")))
			for n := range data.PlayerID(2) {
				absent := come(n)
				there.Until(queuetest.Asked)
				absent.Leave()
				there.Until(queuetest.Waits)
			}
			w, err := come(3).Next(t.Context(), 0)
			if err != nil || !w.Held.IsZero() != c.held {
				t.Errorf("of %+v the third is told %+v, %v", c, w, err)
			}
		})
	}
}

// TestNobodyWhoIsHeldIsForgotten for others, however many they are; nor is the address of a guest who looks for a table.
func TestNobodyWhoIsHeldIsForgotten(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		from, now := netip.MustParseAddr("192.0.2.1"), time.Now()
		guest := func(n data.PlayerID) matchmaking.Ticket { return casual(data.Player{ID: -n, Name: "guest"}) }
		a := h.player("marlowe")
		h.absences.Lapsed(a.ID, now)
		h.visitFrom(guest(100), from).Leave()
		for n := range data.PlayerID(2000) {
			h.absences.Lapsed(1000+n, now)
		}
		h.heldFor(a, time.Minute)
		h.absences.Lapsed(-100, now)
		if held := h.visitFrom(guest(200), from).Held(); held != time.Minute {
			t.Errorf("the next guest of the address is held for %v", held)
		}
	})
}

// TestAGameThatIsFinishedEndsNoHold that counts already.
func TestAGameThatIsFinishedEndsNoHold(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		h.absences.Lapsed(a.ID, time.Now())
		h.absences.Finished(a.ID, time.Now())
		h.heldFor(a, time.Minute)
		time.Sleep(time.Minute)
		h.heldFor(a, 0)
	})
}

// TestTheWaitOfThoseWhoAreHeldBeginsThen: three find each other when one of them has waited
// for 25 seconds, without the minute for which one was held.
func TestTheWaitOfThoseWhoAreHeldBeginsThen(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		held := h.player("marlowe")
		h.absences.Lapsed(held.ID, time.Now())
		all := []*visitor{h.visit(seek(held))}
		time.Sleep(50 * time.Second)
		from := time.Now()
		for _, name := range []string{"vera", "sam"} {
			all = append(all, h.visit(seek(h.player(name))))
		}
		all[1].Until(queuetest.Asked)
		if took := time.Since(from); took < 25*time.Second || took > 27*time.Second {
			t.Errorf("found after %v", took)
		}
		h.dealt(all...)
	})
}
