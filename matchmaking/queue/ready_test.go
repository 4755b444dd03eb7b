package local_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// visitor is somebody who waits and whom the test has answer, or not.
type visitor struct {
	matchmaking.Place
	h      *house
	player data.Player
	last   matchmaking.Waiting // as they know it
}

// visit hands a ticket in for whose holder the test answers.
func (h *house) visit(t matchmaking.Ticket) *visitor {
	h.t.Helper()
	return &visitor{Place: h.silent(t), h: h, player: t.Player}
}

// news returns how things stand next, or why there is nothing, if there is news
// within two minutes.
func (v *visitor) news() (matchmaking.Waiting, error) {
	ctx, stop := context.WithTimeout(v.h.t.Context(), 2*time.Minute)
	defer stop()
	w, err := v.Next(ctx, v.last.Revision)
	if err == nil && w.Revision <= v.last.Revision {
		v.h.t.Fatalf("revision %d comes after %d", w.Revision, v.last.Revision)
	}
	v.last = w
	return w, err
}

// until returns the first news that will do.
func (v *visitor) until(ok func(matchmaking.Waiting) bool) matchmaking.Waiting {
	v.h.t.Helper()
	for {
		w, err := v.news()
		if err != nil {
			v.h.t.Fatal(err)
		}
		if ok(w) {
			return w
		}
	}
}

func (v *visitor) ready() {
	v.h.t.Helper()
	if err := v.Ready(v.h.t.Context()); err != nil {
		v.h.t.Fatal(err)
	}
}

// sentAway fails unless the place leads nowhere, for this reason.
func (v *visitor) sentAway(want error) {
	v.h.t.Helper()
	if err := v.h.refusedFor(v); !errors.Is(err, want) {
		v.h.t.Errorf("sent away with %v, not %v", err, want)
	}
}

// meet returns the one table that all are led to.
func meet(t testing.TB, all ...*visitor) data.MatchID {
	t.Helper()
	id := all[0].until(seated).Match
	for i, v := range all[1:] {
		if got := v.until(seated).Match; got != id {
			t.Errorf("visitor %d is led to %s, the first to %s", i+2, got, id)
		}
	}
	return id
}

func asked(w matchmaking.Waiting) bool  { return w.Found > 0 }
func waits(w matchmaking.Waiting) bool  { return w.Found == 0 }
func seated(w matchmaking.Waiting) bool { return w.Match != "" }

// inHouse opens a house in a bubble of its own.
func inHouse(t *testing.T, f func(*testing.T, *house)) {
	t.Helper()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		defer h.close()
		f(t, h)
	})
}

func TestATableIsDealtWhenAllAreThere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade")))
		w := a.until(asked)
		if w.Found != 2 || w.Ready != 0 || w.Answered || time.Until(w.Until) != 20*time.Second || w.Waiting != 2 {
			t.Errorf("asked with %+v", w)
		}
		if n := h.Counts(); n.Waiting[game] != 2 || n.Tables != 0 {
			t.Errorf("meanwhile %+v", n)
		}
		b.until(asked)
		from := time.Now()
		a.ready()
		a.ready()
		if w := a.until(asked); w.Ready != 1 || !w.Answered {
			t.Errorf("who has answered is told %+v", w)
		}
		if w := b.until(asked); w.Ready != 1 || w.Answered {
			t.Errorf("the other one is told %+v", w)
		}
		b.ready()
		meet(t, a, b)
		if took := time.Since(from); took != 0 {
			t.Errorf("it took %v", took)
		}
	})
}

// TestWhoDoesNotAnswerIsOut: at the very end of the time, and the other goes on
// waiting, before those who came later.
func TestWhoDoesNotAnswerIsOut(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		absent, a := h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade")))
		until := a.until(asked).Until
		a.ready()
		time.Sleep(time.Until(until) - time.Nanosecond)
		synctest.Wait()
		absent.until(asked)
		absent.sentAway(matchmaking.ErrNotReady)
		if late := time.Since(until); late != 0 {
			t.Errorf("sent away %v late", late)
		}
		if w := a.until(waits); w.Ready != 0 || w.Answered || !w.Until.IsZero() {
			t.Errorf("who was there is told %+v", w)
		}
		time.Sleep(time.Second)
		if w, err := a.Next(t.Context(), 0); err != nil || w.Waiting != 1 {
			t.Errorf("then %+v, %v", w, err)
		}
		b, c := h.visit(ticket(h.player("vera"))), h.visit(ticket(h.player("sam")))
		a.until(asked)
		b.until(asked)
		a.ready()
		b.ready()
		meet(t, a, b)
		if w, err := c.Next(t.Context(), 0); err != nil || w.Found != 0 || w.Match != "" {
			t.Errorf("the newest: %+v, %v", w, err)
		}
	})
}

// TestWhoLeavesIsNotThere: nobody waits for the end of the time, and who was left waiting
// meets somebody else next.
func TestWhoLeavesIsNotThere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, spade := h.visit(ticket(h.player("marlowe"))), h.player("spade")
		b := h.visit(ticket(spade))
		a.until(asked)
		a.ready()
		from := time.Now()
		b.Leave()
		a.until(waits)
		if took := time.Since(from); took != 0 {
			t.Errorf("it took %v", took)
		}
		again := h.visit(ticket(spade))
		vera := h.visit(ticket(h.player("vera")))
		a.until(asked)
		vera.until(asked)
		if w, err := again.Next(t.Context(), 0); err != nil || asked(w) {
			t.Errorf("who has left is told %+v, %v", w, err)
		}
	})
}

// TestLeavingWhileTheTableIsDealt comes too late: the others have their table, and the seat
// is kept.
func TestLeavingWhileTheTableIsDealt(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h, store := openFrailHouse(t, dir)
		defer h.close()
		spade := h.player("spade")
		a, b := h.visit(ticket(h.player("marlowe"))), h.visit(ticket(spade))
		a.until(asked)
		store.opens.Store(int64(5 * time.Second))
		a.ready()
		b.ready()
		synctest.Wait()
		b.Leave()
		if w, err := a.Next(t.Context(), 0); err != nil || w.Found != 2 || w.Ready != 2 {
			t.Errorf("while the table is dealt the other sees %+v, %v", w, err)
		}
		id := a.until(seated).Match
		if f := h.sit(id, spade).frame(); f.Match != id || f.End != nil {
			t.Errorf("who has left finds %+v", f)
		}
		time.Sleep(2 * time.Second) // a tick counts who waits
		if n := h.Counts().Waiting[game]; n != 0 {
			t.Errorf("%d wait still", n)
		}
	})
}

// TestAnyConnectionAnswers for its player, and none of their places finds another
// table meanwhile.
func TestAnyConnectionAnswers(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		first, second, other := h.visit(ticket(a)), h.visit(ticket(a)), h.visit(casual(a))
		b := h.visit(ticket(h.player("spade")))
		b.until(asked)
		c := h.visit(casual(h.player("vera")))
		late := h.visit(ticket(a))
		for _, p := range []*visitor{first, second, other, late} {
			p.until(asked)
		}
		time.Sleep(5 * time.Second)
		if w := c.until(waits); w.Match != "" {
			t.Errorf("a stranger has found somebody who is asked elsewhere: %+v", w)
		}
		late.ready()
		for _, p := range []*visitor{first, second, other, late} {
			if w := p.until(asked); !w.Answered || w.Ready != 1 {
				t.Errorf("told %+v", w)
			}
		}
		b.ready()
		meet(t, b, first, second, other, late)
	})
}

// TestWhoIsReleasedFindsAnotherTable in the other queue that they wait in.
func TestWhoIsReleasedFindsAnotherTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		rated, other := h.visit(ticket(a)), h.visit(casual(a))
		b := h.visit(ticket(h.player("spade")))
		b.until(asked)
		c := h.visit(casual(h.player("vera")))
		b.Leave()
		c.until(asked)
		rated.until(asked)
		rated.ready()
		c.ready()
		meet(t, c, other)
	})
}

// TestWhoIsNotThereIsOutEverywhere: they have answered on no connection.
func TestWhoIsNotThereIsOutEverywhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		host := matchmaking.Ticket{Player: a, Host: true, Terms: matchmaking.Terms{Game: game}}
		places := []*visitor{h.visit(ticket(a)), h.visit(ticket(a)), h.visit(casual(a)), h.visit(host)}
		b := h.visit(ticket(h.player("spade")))
		b.until(asked)
		b.ready()
		for _, p := range places {
			p.sentAway(matchmaking.ErrNotReady)
		}
		b.until(waits)
	})
}

// TestWhoIsFoundTwice at once is asked for one table, and nobody for the other.
func TestWhoIsFoundTwice(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		both := []*visitor{h.visit(ticket(a)), h.visit(ticket(a))}
		found, left := h.visit(ticket(h.player("spade"))), h.visit(ticket(h.player("vera")))
		both[0].until(asked)
		synctest.Wait() // until everybody has been asked who is
		if w, err := found.Next(t.Context(), 0); err != nil || !asked(w) {
			found, left = left, found
		}
		if w, err := left.Next(t.Context(), 0); err != nil || asked(w) {
			t.Errorf("who has nobody to play with is told %+v, %v", w, err)
		}
		both[1].ready()
		found.ready()
		meet(t, found, both[0])
		h.visit(ticket(h.player("sam")))
		left.until(asked)
	})
}

// TestWhoHaveJustPlayedMeetOthers when there are any.
func TestWhoHaveJustPlayedMeetOthers(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := data.Player{ID: -1, Name: "guest-0001"}, data.Player{ID: -2, Name: "guest-0002"}
		_, seats := h.pair(a, b)
		if err := seats[0].Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		again := []*visitor{h.visit(ticket(a)), h.visit(ticket(b))}
		h.visit(ticket(data.Player{ID: -3, Name: "guest-0003"})).until(asked)
		synctest.Wait()
		for _, v := range again {
			if w, err := v.Next(t.Context(), 0); err == nil && asked(w) {
				return
			}
		}
		t.Error("neither of them")
	})
}

func TestDrainingDuringAReadyCheck(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade")))
		a.until(asked)
		a.ready()
		h.Drain(t.Context())
		a.sentAway(matchmaking.ErrDraining)
		b.sentAway(matchmaking.ErrDraining)
		time.Sleep(time.Minute)
		if err := b.Ready(t.Context()); err != nil {
			t.Errorf("answering then: %v", err)
		}
		if n := h.Counts(); n.Tables != 0 {
			t.Errorf("%+v", n)
		}
	})
}

// TestReadyIsHarmless when nothing waits for it.
func TestReadyIsHarmless(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.visit(ticket(h.player("marlowe")))
		a.ready()
		b := h.visit(ticket(h.player("spade")))
		if w := a.until(asked); w.Ready != 0 {
			t.Errorf("an answer from before counts: %+v", w)
		}
		a.Leave()
		a.ready() // who has left is not there
		b.until(waits)
		table := h.silent(houseTicket(h.player("effie")))
		if err := table.Ready(t.Context()); err != nil || h.seatOf(table) == "" {
			t.Error(err)
		}
	})
}

// TestAFailingDealLeavesEverybodyInPlace who is not to blame for it.
func TestAFailingDealLeavesEverybodyInPlace(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		gone := h.player("marlowe")
		a, b := h.visit(ticket(gone)), h.visit(ticket(h.player("spade")))
		a.until(asked)
		h.delete(gone)
		a.ready()
		b.ready()
		b.until(waits)
		var refused *matchmaking.BadTerms
		if err := h.refusedFor(a); !errors.As(err, &refused) {
			t.Error(err)
		}
		c := h.visit(ticket(h.player("vera")))
		c.until(asked)
		b.until(asked)
	})
}

// host opens a private table and returns its code.
func (h *house) host(t matchmaking.Ticket) (*visitor, string) {
	h.t.Helper()
	t.Host = true
	v := h.visit(t)
	return v, v.until(func(w matchmaking.Waiting) bool { return w.Code != "" }).Code
}

func (h *house) join(p data.Player, code string) *visitor {
	h.t.Helper()
	return h.visit(matchmaking.Ticket{Player: p, Join: code})
}

func TestAnAbsentGuestLeavesAPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(ticket(h.player("marlowe")))
		time.Sleep(300 * time.Millisecond) // not when the queue looks by itself
		absent := h.join(h.player("spade"), code)
		w := open.until(asked)
		if w.Found != 2 || w.Code != code || w.Guests != (matchmaking.Guests{"marlowe", "spade"}) {
			t.Errorf("asked with %+v", w)
		}
		var refused *matchmaking.BadTerms
		if _, err := h.Queue(t.Context(), matchmaking.Ticket{Player: h.player("vera"), Join: code}); !errors.As(err, &refused) {
			t.Errorf("joined a table that begins: %v", err)
		}
		open.ready()
		absent.sentAway(matchmaking.ErrNotReady)
		if late := time.Since(w.Until); late != 0 {
			t.Errorf("sent away %v late", late)
		}
		if w := open.until(func(w matchmaking.Waiting) bool { return w.Seated == 1 }); w.Code != code || w.Found != 0 {
			t.Errorf("it waits again with %+v", w)
		}
		b := h.join(h.player("vera"), code)
		open.until(asked)
		open.ready()
		b.ready()
		meet(t, open, b)
	})
}

func TestAnAbsentHostTakesHisTableAlong(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(ticket(h.player("marlowe")))
		b := h.join(h.player("spade"), code)
		b.until(asked)
		b.ready()
		open.sentAway(matchmaking.ErrNotReady)
		b.sentAway(matchmaking.ErrHostLeft)
		if _, err := h.Queue(t.Context(), matchmaking.Ticket{Player: h.player("vera"), Join: code}); !errors.Is(err, matchmaking.ErrNoCode) {
			t.Errorf("joined a table that is gone: %v", err)
		}
	})
}

// TestAFullPrivateTableWaitsForWhoIsAskedElsewhere and then begins.
func TestAFullPrivateTableWaitsForWhoIsAskedElsewhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		open, code := h.host(ticket(a))
		stranger := h.visit(ticket(a))
		b := h.visit(ticket(h.player("spade")))
		b.until(asked)
		c := h.join(h.player("vera"), code)
		if w := c.until(waits); w.Seated != 2 {
			t.Errorf("%+v", w)
		}
		b.Leave()
		c.until(asked)
		c.ready()
		stranger.ready()
		meet(t, c, open)
	})
}

// TestTheHostBegins before the table is full: with the house at once.
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

		filled := houseTicket(a)
		filled.Bot, filled.Fill = "", "easy"
		waiting := h.visit(ticket(a))
		open, _ := h.host(filled)
		if err := open.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		f := h.sit(open.until(seated).Match, a).frame()
		if f.Rated || !f.Private || f.Seats[1].Kind != data.Bot || f.Seats[1].Level != "easy" {
			t.Errorf("%+v", f)
		}
		h.visit(ticket(h.player("vera"))) // a ticket keeps its place while its owner plays the house
		waiting.until(asked)
	})
}
