package queue_test

import (
	"errors"
	"testing"
	"time"

	"noir/matchmaking"
	"noir/matchmaking/queue/queuetest"
)

// TestThreeBegin: a table of three opens at once when three have begun, and no sooner.
func TestThreeBegin(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		var all []*visitor
		for _, name := range []string{"marlowe", "vera", "sam"} {
			all = append(all, h.visit(seek(h.player(name))))
		}
		begin := func(v *visitor) {
			t.Helper()
			if err := v.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		begin(all[0])
		begin(all[0])
		begin(all[1])
		w := all[0].Until(func(w matchmaking.Waiting) bool { return w.Eager == 2 })
		if !w.Begun || w.Found > 0 || w.Waiting != 3 {
			t.Errorf("two of three have begun: %+v", w)
		}
		if w := all[2].Until(func(w matchmaking.Waiting) bool { return w.Eager == 2 }); w.Begun {
			t.Errorf("the third has not begun: %+v", w)
		}
		time.Sleep(5 * time.Second)
		from := time.Now()
		begin(all[2])
		if w := all[0].Until(queuetest.Asked); w.Found != 3 || time.Since(from) > time.Second {
			t.Errorf("a table of %d is found %v after the third has begun", w.Found, time.Since(from))
		}
		h.dealt(all...)
		begin(all[0]) // a moment too late
		one := h.visit(casual(h.player("spade")))
		var refused *matchmaking.BadTerms
		if err := one.Begin(t.Context()); !errors.As(err, &refused) {
			t.Errorf("a place at a table of two begins with %v", err)
		}
	})
}

// TestWhoLeavesHasNotBegun any more, which the others are told.
func TestWhoLeavesHasNotBegun(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		stays, leaves := h.visit(seek(h.player("marlowe"))), h.visit(seek(h.player("vera")))
		if err := leaves.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		stays.Until(func(w matchmaking.Waiting) bool { return w.Eager == 1 })
		leaves.Leave()
		stays.Until(func(w matchmaking.Waiting) bool { return w.Eager == 0 && w.Waiting == 1 })
	})
}

// TestWhoHasBegunSitsAtALargerTableToo, if there is one.
func TestWhoHasBegunSitsAtALargerTableToo(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		waits := h.visit(seek(h.player("marlowe")))
		var three []*visitor
		for _, name := range []string{"vera", "sam", "spade"} {
			ticket := seek(h.player(name))
			ticket.Before.Begun = name == "vera" // at another queue
			v := h.visit(ticket)
			three = append(three, v)
		}
		if w := three[0].Until(queuetest.Asked); w.Found != 4 {
			t.Errorf("four who take a table of four get one of %d", w.Found)
		}
		waits.Leave()
		for _, v := range three {
			if err := v.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if w := three[0].Until(func(w matchmaking.Waiting) bool { return w.Found == 3 }); w.Eager != 3 {
			t.Errorf("of the three %d have begun", w.Eager)
		}
		h.dealt(three...)
	})
}

// TestWhoHasBegunAtAnotherQueueIsToldSo at once; a player with two places counts once.
func TestWhoHasBegunAtAnotherQueueIsToldSo(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		again := seek(h.player("marlowe"))
		again.Before.Begun = true
		v := h.visit(again)
		if w := v.Until(func(matchmaking.Waiting) bool { return true }); !w.Begun || w.Eager != 1 {
			t.Errorf("a ticket that has begun elsewhere starts with %+v", w)
		}
		other := h.visit(again)
		if w := other.Until(func(matchmaking.Waiting) bool { return true }); w.Waiting != 1 || w.Eager != 1 {
			t.Errorf("one player with two places is %d, of whom %d have begun", w.Waiting, w.Eager)
		}
		other.Leave()
		h.visit(seek(h.player("vera")))
		if w := v.Until(func(w matchmaking.Waiting) bool { return w.Waiting == 2 }); !w.Begun || w.Eager != 1 {
			t.Errorf("after one of the places is left stands %+v", w)
		}
	})
}

// TestWhoIsAskedMayBegin: it changes nothing, for their table is found already.
func TestWhoIsAskedMayBegin(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		all := h.crowdOf(4)
		asked := all[0].Until(queuetest.Asked)
		for _, v := range all {
			if err := v.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(5 * time.Second) // in which four others would be found a table
		if w, err := all[0].Next(t.Context(), 0); err != nil || w.Found != 4 || !w.Until.Equal(asked.Until) {
			t.Errorf("asked about %+v, and having begun about %+v, %v", asked, w, err)
		}
		h.dealt(all...)
		if len(h.tables) != 1 {
			t.Errorf("there are %d tables", len(h.tables))
		}
	})
}
