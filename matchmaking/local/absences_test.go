package local_test

import (
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/local"
	"noir/matchmaking/queue/queuetest"
)

// block has one player block another.
func (h *house) block(by, who data.Player) {
	h.t.Helper()
	if err := h.store.Tie(h.t.Context(), by.ID, who.ID, data.Blocked); err != nil {
		h.t.Fatal(err)
	}
	time.Sleep(3 * time.Second) // until the broker has read it
}

// TestABlockPartsThePairAlone: of four people in a ready check one blocks another. The two are
// told why there is no table; the others keep their places and meet a player who comes next.
func TestABlockPartsThePairAlone(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		all := h.crowdOf(4)
		blocker, blocked, others := all[0], all[1], all[2:]
		for _, v := range all {
			v.Until(queuetest.Asked)
		}
		h.block(blocker.Player, blocked.Player)
		for _, v := range all {
			v.Answer()
		}
		blocker.SentAway(matchmaking.ErrParted)
		blocked.SentAway(matchmaking.ErrParted)
		for _, v := range others {
			v.Until(queuetest.Waits)
		}
		late := h.visit(seek(h.player("late")))
		if m := h.dealt(append(others, late)); len(m.Seats) != 3 {
			t.Errorf("%d seats", len(m.Seats))
		}
	})
}

// heldFor fails unless a new ticket of a player is held for that time.
func (h *house) heldFor(p data.Player, want time.Duration) {
	h.t.Helper()
	v := h.visit(ticket(p))
	defer v.Leave()
	if got := v.Held(); got != want {
		h.t.Errorf("%s is held for %v, not for %v", p.Name, got, want)
	}
}

// lapse deals a game of two, and lets the time of the player who is asked second run out
// before their first move. It returns that player.
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

// judges are peers that hear how people have ended their games.
type judges struct {
	silent
	judged chan local.Conduct
}

func (j judges) Judged(c local.Conduct) { j.judged <- c }

// TestALapseIsHeldByOtherBrokers: the queue may be another broker's than the table.
func TestALapseIsHeldByOtherBrokers(t *testing.T) {
	dir, another := t.TempDir(), t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		judged := make(chan local.Conduct, 1)
		h := openHouseOf(t, dir, plainStore, local.Config{Games: games, Peers: judges{judged: judged}})
		defer h.close()
		h.lead()
		leads := openHouse(t, another)
		defer leads.close()
		people := [2]data.Player{h.player("marlowe"), h.player("spade")}
		for i, name := range []string{"marlowe", "spade"} {
			if p := leads.player(name); p.ID != people[i].ID {
				t.Fatalf("%s is %d and %d", name, p.ID, people[i].ID)
			}
		}
		looked := h.lapse(people[0], people[1])
		leads.Judge(<-judged)
		for _, p := range people {
			held := time.Duration(0)
			if p == looked {
				held = time.Minute
			}
			leads.heldFor(p, held)
		}
	})
}

// TestALapseIsHeldAgainstThePlayer, not against the opponent, and a finished game makes up for
// it.
func TestALapseIsHeldAgainstThePlayer(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		looked := h.lapse(a, b)
		for _, p := range []data.Player{a, b} {
			held := time.Duration(0)
			if p == looked {
				held = time.Minute
			}
			h.heldFor(p, held)
		}
		time.Sleep(time.Minute)
		_, seats := h.pair(a, b)
		finish(t, seats)
		for h.lapse(a, b) != looked {
			time.Sleep(time.Hour)
		}
		h.heldFor(looked, time.Minute)
	})
}
