package queue_test

import (
	"errors"
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
)

func TestATableIsDealtWhenAllAreThere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade")))
		w := a.Until(queuetest.Asked)
		if w.Found != 2 || w.Ready != 0 || w.Answered || time.Until(w.Until) != 20*time.Second || w.Waiting != 2 {
			t.Errorf("asked with %+v", w)
		}
		if n := h.waiting(); n != 2 || len(h.tables) != 0 {
			t.Errorf("meanwhile %d wait, and there are %d tables", n, len(h.tables))
		}
		b.Until(queuetest.Asked)
		from := time.Now()
		a.Answer()
		a.Answer()
		if w := a.Until(queuetest.Asked); w.Ready != 1 || !w.Answered {
			t.Errorf("the one who has answered is told %+v", w)
		}
		if w := b.Until(queuetest.Asked); w.Ready != 1 || w.Answered {
			t.Errorf("the other one is told %+v", w)
		}
		b.Answer()
		queuetest.Meet(t, a, b)
		if took := time.Since(from); took != 0 {
			t.Errorf("it took %v", took)
		}
	})
}

// TestPlayersHaveToAnswer: an answer at the very end is in time. Without one the other player
// goes on waiting, ahead of those who came later.
func TestPlayersHaveToAnswer(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		absent, a := h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade")))
		until := a.Until(queuetest.Asked).Until
		a.Answer()
		time.Sleep(time.Until(until) - time.Nanosecond)
		synctest.Wait()
		absent.Until(queuetest.Asked)
		absent.SentAway(matchmaking.ErrNotReady)
		if late := time.Since(until); late != 0 {
			t.Errorf("sent away %v late", late)
		}
		if w := a.Until(queuetest.Waits); w.Ready != 0 || w.Answered || !w.Until.IsZero() {
			t.Errorf("the one who was there is told %+v", w)
		}
		time.Sleep(time.Second)
		if w, err := a.Next(t.Context(), 0); err != nil || w.Waiting != 1 {
			t.Errorf("then %+v, %v", w, err)
		}
		b, c := h.visit(ticket(h.player("vera"))), h.visit(ticket(h.player("sam")))
		a.Until(queuetest.Asked)
		b.Until(queuetest.Asked)
		a.Answer()
		b.Answer()
		queuetest.Meet(t, a, b)
		if w, err := c.Next(t.Context(), 0); err != nil || w.Found != 0 || w.Match != "" {
			t.Errorf("the newest: %+v, %v", w, err)
		}
	})
}

// TestLeavingEndsTheReadyCheck at once, and the player left waiting meets another player next.
func TestLeavingEndsTheReadyCheck(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, spade := h.visit(ticket(h.player("marlowe"))), h.player("spade")
		b := h.visit(ticket(spade))
		a.Until(queuetest.Asked)
		a.Answer()
		from := time.Now()
		b.Leave()
		a.Until(queuetest.Waits)
		if took := time.Since(from); took != 0 {
			t.Errorf("it took %v", took)
		}
		again := h.visit(ticket(spade))
		vera := h.visit(ticket(h.player("vera")))
		a.Until(queuetest.Asked)
		vera.Until(queuetest.Asked)
		if w, err := again.Next(t.Context(), 0); err != nil || queuetest.Asked(w) {
			t.Errorf("the one who has left is told %+v, %v", w, err)
		}
	})
}

// TestLeavingEndsAllTickets: otherwise a player could have others wait in vain for one ticket after the other, and be held
// for none.
func TestLeavingEndsAllTickets(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		leaves := h.visit(ticket(a))
		b := h.visit(ticket(h.player("spade")))
		b.Until(queuetest.Asked)
		others := []*visitor{h.visit(ticket(a)), h.visit(casual(a))}
		leaves.Leave()
		for _, p := range others {
			p.SentAway(matchmaking.ErrNotReady)
		}
		b.Until(queuetest.Waits)
	})
}

// TestLeavingWhileTheTableIsDealt is too late: the others have their table, and the seat is
// kept.
func TestLeavingWhileTheTableIsDealt(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		spade := h.player("spade")
		a, b := h.visit(ticket(h.player("marlowe"))), h.visit(ticket(spade))
		a.Until(queuetest.Asked)
		h.takes = 5 * time.Second
		a.Answer()
		b.Answer()
		synctest.Wait()
		b.Leave()
		if w, err := a.Next(t.Context(), 0); err != nil || w.Found != 2 || w.Ready != 2 {
			t.Errorf("while the table is dealt the other sees %+v, %v", w, err)
		}
		id := a.Until(queuetest.Seated).Match
		if all := h.table(id).kinds(); !slices.Contains(all, spade.Name) {
			t.Errorf("at the table are %q", all)
		}
		time.Sleep(2 * time.Second) // a tick counts who waits
		if n := h.waiting(); n != 0 {
			t.Errorf("%d wait still", n)
		}
	})
}

// TestAnyConnectionAnswers for its player, and none of their places finds another table
// meanwhile.
func TestAnyConnectionAnswers(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		first, second, other := h.visit(ticket(a)), h.visit(ticket(a)), h.visit(casual(a))
		b := h.visit(ticket(h.player("spade")))
		b.Until(queuetest.Asked)
		c := h.visit(casual(h.player("vera")))
		late := h.visit(ticket(a))
		for _, p := range []*visitor{first, second, other, late} {
			p.Until(queuetest.Asked)
		}
		time.Sleep(5 * time.Second)
		if w := c.Until(queuetest.Waits); w.Match != "" {
			t.Errorf("a stranger has found somebody who is asked elsewhere: %+v", w)
		}
		late.Answer()
		for _, p := range []*visitor{first, second, other, late} {
			if w := p.Until(queuetest.Asked); !w.Answered || w.Ready != 1 {
				t.Errorf("told %+v", w)
			}
		}
		b.Answer()
		queuetest.Meet(t, b, first, second, other, late)
	})
}

// TestTheAddressPays with its guest: the opened table knows it.
func TestTheAddressPays(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		from := netip.MustParseAddr("192.0.2.1")
		guest := h.visitFrom(casual(data.Player{ID: -1, Name: "guest"}), from)
		d := h.dealt(guest, h.visit(casual(h.player("marlowe"))))
		if !slices.ContainsFunc(d.seats, func(o seating.Occupant) bool { return o.Payer.Guest && o.Payer.Address == from }) {
			t.Errorf("at the table are %+v", d.seats)
		}
	})
}

// TestLeavingElsewhereAnswersNothing: a player in a ready check may give up another place.
func TestLeavingElsewhereAnswersNothing(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		first, other := h.visit(ticket(a)), h.visit(casual(a))
		b := h.visit(ticket(h.player("spade")))
		b.Until(queuetest.Asked)
		other.Leave()
		first.Answer()
		b.Answer()
		queuetest.Meet(t, b, first)
	})
}

// TestReleasedPlayersFindAnotherTable in the other queue that they wait in.
func TestReleasedPlayersFindAnotherTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		rated, other := h.visit(ticket(a)), h.visit(casual(a))
		b := h.visit(ticket(h.player("spade")))
		b.Until(queuetest.Asked)
		c := h.visit(casual(h.player("vera")))
		b.Leave()
		c.Until(queuetest.Asked)
		rated.Until(queuetest.Asked)
		rated.Answer()
		c.Answer()
		queuetest.Meet(t, c, other)
	})
}

// TestAbsentPlayersAreOutEverywhere: on all their connections.
func TestAbsentPlayersAreOutEverywhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		host := matchmaking.Ticket{Player: a, Host: true, Terms: matchmaking.Terms{Game: game}}
		places := []*visitor{h.visit(ticket(a)), h.visit(ticket(a)), h.visit(casual(a)), h.visit(host)}
		b := h.visit(ticket(h.player("spade")))
		b.Until(queuetest.Asked)
		b.Answer()
		for _, p := range places {
			p.SentAway(matchmaking.ErrNotReady)
		}
		b.Until(queuetest.Waits)
	})
}

// TestFoundTwiceAtOnce: a player found twice in one tick is asked for one table, and nobody for
// the other.
func TestFoundTwiceAtOnce(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		both := []*visitor{h.visit(ticket(a)), h.visit(ticket(a))}
		found, left := h.visit(ticket(h.player("spade"))), h.visit(ticket(h.player("vera")))
		both[0].Until(queuetest.Asked)
		synctest.Wait() // until the first ready check is complete
		if w, err := found.Next(t.Context(), 0); err != nil || !queuetest.Asked(w) {
			found, left = left, found
		}
		if w, err := left.Next(t.Context(), 0); err != nil || queuetest.Asked(w) {
			t.Errorf("the one who has nobody to play with is told %+v, %v", w, err)
		}
		both[1].Answer()
		found.Answer()
		queuetest.Meet(t, found, both[0])
		h.visit(ticket(h.player("sam")))
		left.Until(queuetest.Asked)
	})
}

// TestPlayersOfTheSameGameMeetOthersNext if possible.
func TestPlayersOfTheSameGameMeetOthersNext(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := data.Player{ID: -1, Name: "guest-0001"}, data.Player{ID: -2, Name: "guest-0002"}
		h.dealt(h.visit(ticket(a)), h.visit(ticket(b)))
		h.over()
		again := []*visitor{h.visit(ticket(a)), h.visit(ticket(b))}
		h.visit(ticket(data.Player{ID: -3, Name: "guest-0003"})).Until(queuetest.Asked)
		synctest.Wait()
		for _, v := range again {
			if w, err := v.Next(t.Context(), 0); err == nil && queuetest.Asked(w) {
				return
			}
		}
		t.Error("neither of them")
	})
}

func TestDrainingDuringAReadyCheck(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade")))
		a.Until(queuetest.Asked)
		a.Answer()
		h.Close()
		a.SentAway(matchmaking.ErrDraining)
		b.SentAway(matchmaking.ErrDraining)
		time.Sleep(time.Minute)
		if err := b.Ready(t.Context()); err != nil {
			t.Errorf("answering then: %v", err)
		}
		if len(h.tables) != 0 {
			t.Errorf("%+v", h.tables)
		}
	})
}

// TestReadyIsHarmless when nothing waits for it.
func TestReadyIsHarmless(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.visit(ticket(h.player("marlowe")))
		a.Answer()
		b := h.visit(ticket(h.player("spade")))
		if w := a.Until(queuetest.Asked); w.Ready != 0 {
			t.Errorf("an answer from before counts: %+v", w)
		}
		a.Leave()
		a.Answer() // after leaving, an answer counts for nothing
		b.Until(queuetest.Waits)
		seated := queue.NewPlace(h.Queue, casual(h.player("effie")), quota.Payer{})
		seated.Settle("practice", nil)
		if err := seated.Ready(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// TestAFailingDealLeavesEverybodyInPlace, except those who caused the failure.
func TestAFailingDealLeavesEverybodyInPlace(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		gone := h.player("marlowe")
		a, b := h.visit(ticket(gone)), h.visit(ticket(h.player("spade")))
		a.Until(queuetest.Asked)
		h.gone[gone.ID] = true
		a.Answer()
		b.Answer()
		b.Until(queuetest.Waits)
		a.SentAway(seating.ErrGone)
		c := h.visit(ticket(h.player("vera")))
		c.Until(queuetest.Asked)
		b.Until(queuetest.Asked)
	})
}

func TestAnAbsentGuestLeavesAPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(ticket(h.player("marlowe")))
		time.Sleep(300 * time.Millisecond) // not a moment at which the queue ticks
		absent := h.join(h.player("spade"), code)
		w := open.Until(queuetest.Asked)
		if w.Found != 2 || w.Code != code || w.Guests != (matchmaking.Guests{"marlowe", "spade"}) {
			t.Errorf("asked with %+v", w)
		}
		var refused *matchmaking.BadTerms
		if err := h.refused(matchmaking.Ticket{Player: h.player("vera"), Join: code}); !errors.As(err, &refused) {
			t.Errorf("joined a table that begins: %v", err)
		}
		open.Answer()
		absent.SentAway(matchmaking.ErrNotReady)
		if late := time.Since(w.Until); late != 0 {
			t.Errorf("sent away %v late", late)
		}
		if w := open.Until(func(w matchmaking.Waiting) bool { return w.Seated == 1 }); w.Code != code || w.Found != 0 {
			t.Errorf("it waits again with %+v", w)
		}
		b := h.join(h.player("vera"), code)
		open.Until(queuetest.Asked)
		open.Answer()
		b.Answer()
		queuetest.Meet(t, open, b)
	})
}

func TestAPrivateTableGoesWithAnAbsentHost(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(ticket(h.player("marlowe")))
		b := h.join(h.player("spade"), code)
		b.Until(queuetest.Asked)
		b.Answer()
		open.SentAway(matchmaking.ErrNotReady)
		b.SentAway(matchmaking.ErrHostLeft)
		if err := h.refused(matchmaking.Ticket{Player: h.player("vera"), Join: code}); !errors.Is(err, matchmaking.ErrNoCode) {
			t.Errorf("joined a table that is gone: %v", err)
		}
	})
}

// TestAFullPrivateTableWaitsForPlayersAskedElsewhere, then begins.
func TestAFullPrivateTableWaitsForPlayersAskedElsewhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		open, code := h.host(ticket(a))
		stranger := h.visit(ticket(a))
		b := h.visit(ticket(h.player("spade")))
		b.Until(queuetest.Asked)
		c := h.join(h.player("vera"), code)
		if w := c.Until(queuetest.Waits); w.Seated != 2 {
			t.Errorf("%+v", w)
		}
		b.Leave()
		c.Until(queuetest.Asked)
		c.Answer()
		stranger.Answer()
		queuetest.Meet(t, c, open)
	})
}

// TestTheHostBegins before the table is full: at once with the house.
func TestTheHostBegins(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		var refused *matchmaking.BadTerms
		a := h.player("marlowe")
		alone, code := h.host(ticket(a))
		if err := alone.Begin(t.Context()); !errors.As(err, &refused) {
			t.Errorf("alone: %v", err)
		}
		b := h.join(h.player("spade"), code)
		if err := b.Begin(t.Context()); !errors.As(err, &refused) {
			t.Errorf("a guest: %v", err)
		}
		alone.Leave()

		filled := casual(a)
		filled.Fill = "easy"
		waiting := h.visit(ticket(a))
		open, _ := h.host(filled)
		if err := open.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		d := h.table(open.Until(queuetest.Seated).Match)
		if d.terms.Rated || !d.private || !slices.Equal(d.kinds(), []string{"marlowe", "easy"}) {
			t.Errorf("%+v", d)
		}
		h.visit(ticket(h.player("vera"))) // a ticket stays in place while its owner plays the house
		waiting.Until(queuetest.Asked)
	})
}

// TestAnEventEndsDuringAReadyCheck: those who are asked still get their table, the others are sent away.
func TestAnEventEndsDuringAReadyCheck(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		h.event = data.Tournament{ID: 7, Starts: time.Now(), Ends: time.Now().Add(time.Minute)}
		enter := func(name string) *visitor {
			entry := ticket(h.player(name))
			entry.Tournament = h.event.ID
			return h.visit(entry)
		}
		time.Sleep(50 * time.Second)
		a, b := enter("marlowe"), enter("spade")
		a.Until(queuetest.Asked)
		b.Until(queuetest.Asked)
		alone := enter("vera")
		time.Sleep(15 * time.Second)
		alone.SentAway(matchmaking.ErrTournamentOver)
		h.dealt(a, b)
	})
}
