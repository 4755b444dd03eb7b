package queue_test

import (
	"context"
	"testing"
	"time"

	"noir/internal/await"
	"noir/matchmaking"
	"noir/matchmaking/queue/queuetest"
)

func TestNobodyMeetsThemselves(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		places := []*visitor{h.visit(ticket(a)), h.visit(ticket(a)), h.visit(ticket(a))}
		time.Sleep(5 * time.Minute)
		for _, p := range places {
			if w, err := p.Next(t.Context(), 0); err != nil || w.Match != "" || w.Waiting != 1 {
				t.Fatalf("%+v, %v", w, err)
			}
		}
		b := h.visit(ticket(h.player("spade")))
		b.Until(queuetest.Asked)
		b.Answer()
		places[0].Answer()
		queuetest.Meet(t, append(places, b)...)
		if len(h.tables) != 1 {
			t.Errorf("%+v", h.tables)
		}
	})
}

func TestATicketThatIsTakenBack(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		h.visit(ticket(h.player("marlowe"))).Leave()
		if w, err := h.visit(ticket(h.player("spade"))).Next(t.Context(), 0); err != nil || w.Waiting != 1 {
			t.Errorf("%+v, %v", w, err)
		}
	})
}

// TestQueuesTellOnceASecond: arrivals and departures do not wake everybody.
func TestQueuesTellOnceASecond(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		place := h.visit(ticket(a))
		ctx, cancel := context.WithCancel(t.Context())
		told := make(chan int)
		go func() {
			for n, after := 0, 0; ; n++ {
				w, err := place.Next(ctx, after)
				if err != nil {
					told <- n
					return
				}
				after = w.Revision
			}
		}()
		time.Sleep(5 * time.Millisecond) // not a moment at which the queue ticks
		for range 500 {                  // a player who is gone before they can meet
			fleeting := h.visit(ticket(b))
			if w, err := fleeting.Next(t.Context(), 0); err != nil || w.Waiting != 2 {
				t.Fatalf("a new ticket is told %+v, %v", w, err)
			}
			fleeting.Leave()
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
		if n := await.One(t, told, "the number of times that the waiting one was told"); n > 8 {
			t.Errorf("told %d times in 5 s", n)
		}
		h.dealt(place, h.visit(ticket(b)))
	})
}

// TestTheOthersKeepTheirPlace: one of four was absent. The other three are found again 25
// seconds after they came.
func TestTheOthersKeepTheirPlace(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		from := time.Now()
		all := h.crowdOf(4)
		for _, v := range all[1:] {
			v.Until(queuetest.Asked)
			v.Answer()
		}
		all[0].SentAway(matchmaking.ErrNotReady)
		for _, v := range all[1:] {
			v.Until(queuetest.Waits)
		}
		all[1].Until(queuetest.Asked)
		if took := time.Since(from); took > 27*time.Second {
			t.Errorf("found again after %v", took)
		}
		if d := h.dealt(all[1:]...); len(d.seats) != 3 {
			t.Errorf("%d seats", len(d.seats))
		}
	})
}

// TestATicketHandedInAgain: what it has waited in another queue counts, and a private table has the code that it
// had there.
func TestATicketHandedInAgain(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		from := time.Now()
		var all []*visitor
		for _, name := range []string{"marlowe", "spade", "vera"} {
			again := seek(h.player(name))
			again.Before.Waited = 24 * time.Second
			all = append(all, h.visit(again))
		}
		all[0].Until(queuetest.Asked)
		if took := time.Since(from); took > 3*time.Second {
			t.Errorf("three are found after %v", took)
		}
		h.dealt(all...)
		again := ticket(h.player("sam"))
		again.Before.Code = "7j2k9m"
		if open, code := h.host(again); code != again.Before.Code {
			t.Errorf("the code is %q: %+v", code, open.Last)
		}
		another := ticket(h.player("effie"))
		another.Before.Code = again.Before.Code
		if _, code := h.host(another); code == again.Before.Code {
			t.Error("two tables have one code")
		}
	})
}

// TestADroppedQueueTakesTickets: those who waited there go, to another queue.
func TestADroppedQueueTakesTickets(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, _ := h.host(ticket(h.player("marlowe")))
		asked := []*visitor{h.visit(ticket(h.player("spade"))), h.visit(ticket(h.player("vera")))}
		for _, v := range asked {
			v.Until(queuetest.Asked)
		}
		alone := h.visit(casual(h.player("sam")))
		h.Drop()
		alone.SentAway(matchmaking.ErrDraining)
		for _, v := range append(asked, open) {
			v.SentAway(matchmaking.ErrDraining)
			v.Leave()
		}
		next := h.visit(casual(h.player("effie")))
		time.Sleep(3 * time.Second)
		if w, err := next.Next(t.Context(), 0); err != nil || w.Waiting != 1 || queuetest.Asked(w) {
			t.Errorf("beside one who was sent away told %+v, %v", w, err)
		}
		if h.dealt(h.visit(ticket(h.player("spade"))), h.visit(ticket(h.player("vera")))); len(h.tables) != 1 {
			t.Errorf("%d tables", len(h.tables))
		}
	})
}
