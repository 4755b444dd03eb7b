package queue_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/queue/pairing"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/seating"
)

// TestOneWhoWaitsAloneIsAnnounced, a player with a name, who has not been for ten minutes.
func TestOneWhoWaitsAloneIsAnnounced(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		announced := func() (names []string) {
			synctest.Wait()
			h.mu.Lock()
			defer h.mu.Unlock()
			for _, e := range h.told {
				names = append(names, e.By.Name)
			}
			h.told = nil
			return names
		}
		h.visit(casual(data.Player{ID: -1, Name: "guest-0001"})).Leave()
		if got := announced(); got != nil {
			t.Errorf("%q are announced, who have no names", got)
		}
		marlowe := h.player("marlowe")
		h.visit(ticket(marlowe)).Leave()
		if got := announced(); !slices.Equal(got, []string{"marlowe"}) {
			t.Errorf("announced are %q", got)
		}
		time.Sleep(10*time.Minute - time.Second)
		h.visit(ticket(marlowe)).Leave()
		if got := announced(); got != nil {
			t.Errorf("%q are announced within ten minutes", got)
		}
		time.Sleep(time.Second)
		waits := h.visit(ticket(marlowe))
		h.visit(seek(h.player("spade")))
		h.visit(casual(h.player("vera")))
		if got := announced(); !slices.Equal(got, []string{"marlowe", "spade", "vera"}) {
			t.Errorf("one who waits alone in each pool: %q", got)
		}
		h.part(marlowe, h.player("sam"), true)
		sam := h.visit(ticket(h.player("sam")))
		if got := announced(); got != nil {
			t.Errorf("%q are announced beside another who waits", got)
		}
		waits.Leave()
		sam.Leave()
		h.absences.Lapsed(h.player("effie").ID, time.Now())
		h.visit(ticket(h.player("effie"))).Leave()
		if got := announced(); got != nil {
			t.Errorf("%q are announced, who are held", got)
		}
		time.Sleep(time.Minute)
		h.visit(ticket(h.player("effie"))).Leave()
		if got := announced(); !slices.Equal(got, []string{"effie"}) {
			t.Errorf("%q are announced, and effie is not held any more", got)
		}
		h.event = data.Tournament{ID: 7, Starts: time.Now(), Ends: time.Now().Add(time.Hour)}
		entry := ticket(h.player("gutman"))
		entry.Tournament = 7
		h.visit(entry).Leave()
		if got := announced(); got != nil {
			t.Errorf("%q are announced, who are in an event", got)
		}
	})
}

// TestStrangersMeetInPublic: their table is not private, and is for the game that they waited for.
func TestStrangersMeetInPublic(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		d := h.dealt(h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade"))))
		if want := (matchmaking.Terms{Game: game, Rated: true, Pace: data.Live}); d.private || !reflect.DeepEqual(d.terms, want) {
			t.Errorf("private %t, %+v", d.private, d.terms)
		}
	})
}

// TestAChallengeEndsWithItsHost: the challenge of a host who leaves their private table is off; that of a guest there, and
// of a stranger who waits, is not the queue's.
func TestAChallengeEndsWithItsHost(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		enter := func(wish matchmaking.Ticket, challenge string) *queue.Place {
			p := queue.NewPlace(h.Queue, wish, seating.AccountOf(wish.Player.ID))
			if !wish.Private() {
				p.JoinPool(pairing.Exactly(2), "", data.StartRating)
			}
			p.SetChallenge(challenge)
			if err := h.Enter(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			return p
		}
		hosted := casual(h.player("marlowe"))
		hosted.Host, hosted.Seats = true, 2
		dropped := enter(hosted, "dropped") // which its host takes along to another queue
		h.Drop()
		for challenge, p := range map[string]*queue.Place{"host": enter(hosted, "host"), "": enter(casual(h.player("spade")), "stranger")} {
			dropped.Leave()
			p.Leave()
			synctest.Wait()
			h.mu.Lock()
			if got := h.lapsed; len(got) != min(1, len(challenge)) || challenge != "" && got[0] != challenge {
				t.Errorf("%q lapse, want %q", got, challenge)
			}
			h.lapsed = nil
			h.mu.Unlock()
		}
	})
}

// TestAClosedQueueTakesNobody, and says so at once, also when its house has closed.
func TestAClosedQueueTakesNobody(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		for _, end := range []func(){h.Close, h.close} {
			end()
			if err := h.refused(ticket(h.player("marlowe"))); !errors.Is(err, matchmaking.ErrDraining) {
				t.Errorf("told %v", err)
			}
		}
	})
}

// TestChanceSeatsStrangers: the first to come has no fixed seat.
func TestChanceSeatsStrangers(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		first := map[string]bool{}
		for range 30 {
			d := h.dealt(h.visit(ticket(h.player("marlowe"))), h.visit(ticket(h.player("spade"))))
			first[d.kinds()[0]] = true
			h.over()
		}
		if len(first) != 2 {
			t.Errorf("the first seat is always that of %v", first)
		}
	})
}

// TestAGameThatRunsElsewhere: two who turn out to have a rated game with each other when a table is to be opened for them are
// not asked again and again. They wait on, and find others, and each other once it is over.
func TestAGameThatRunsElsewhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		h.meets(a, b, true)
		both := []*visitor{h.visit(ticket(a)), h.visit(ticket(b))}
		for _, v := range both {
			v.Until(queuetest.Asked)
			v.Answer()
		}
		time.Sleep(3 * time.Minute)
		for _, v := range both {
			if w, err := v.Next(t.Context(), 0); err != nil || w.Found > 0 {
				t.Fatalf("%s, who waits on: %+v, %v", v.Player.Name, w, err)
			}
		}
		third := h.visit(ticket(h.player("vera")))
		third.Until(queuetest.Asked)
		for i, v := range both {
			if w, err := v.Next(t.Context(), 0); err == nil && w.Found > 0 {
				h.dealt(third, v)
				both[1-i].Leave()
			}
		}
		h.meets(a, b, false)
		h.over()
		h.dealt(h.visit(ticket(a)), h.visit(ticket(b)))
	})
}

// TestTwoGamesThatRunElsewhere keep apart who plays in them, and not one of the first from one of the second.
func TestTwoGamesThatRunElsewhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		four := h.crowdOf(4)
		h.meets(four[0].Player, four[1].Player, true)
		h.meets(four[2].Player, four[3].Player, true)
		for _, v := range four {
			v.Until(queuetest.Asked)
			v.Answer()
		}
		time.Sleep(time.Minute)
		late := []*visitor{h.visit(seek(h.player("effie"))), h.visit(seek(h.player("gutman")))}
		time.Sleep(5 * time.Second)
		var asked []*visitor
		for _, v := range append(four, late...) {
			if w, err := v.Next(t.Context(), 0); err == nil && w.Found > 0 {
				asked = append(asked, v)
			}
		}
		if len(asked) < 4 {
			t.Errorf("of two games and two others %d are asked, in place of one of each game and the others", len(asked))
		}
	})
}

// TestWhoLeavesWhileATableIsOpenedIsNotKeptApart: what it turned out then is of no use to the queue any more. They meet
// when both come back after their game.
func TestWhoLeavesWhileATableIsOpenedIsNotKeptApart(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		h.meets(a, b, true)
		h.takes = time.Second
		both := []*visitor{h.visit(ticket(a)), h.visit(ticket(b))}
		for _, v := range both {
			v.Until(queuetest.Asked)
			v.Answer()
		}
		for _, v := range both {
			v.Leave()
		}
		time.Sleep(2 * h.takes)
		h.meets(a, b, false)
		h.dealt(h.visit(ticket(a)), h.visit(ticket(b)))
	})
}
