package local_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"noir/data"
	"noir/matchmaking"
	"noir/matchmaking/queue/queuetest"
	"noir/matchmaking/replay"
)

func TestOneLiveGameAtATime(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		_, seats := h.pair(a, b)
		if _, err := h.Queue(t.Context(), ticket(a)); !errors.Is(err, matchmaking.ErrSeated) {
			t.Errorf("queued during a game: %v", err)
		}
		finish(t, seats)
		p, err := h.Queue(t.Context(), ticket(a))
		if err != nil {
			t.Fatal(err)
		}
		p.Leave()
	})
}

func TestGuestsPlayCasually(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := data.Player{ID: -1, Name: "guest-0001"}, data.Player{ID: -2, Name: "guest-0002"}
		rated := ticket(a)
		rated.Rated = true
		var terms *matchmaking.BadTerms
		if _, err := h.Queue(t.Context(), rated); !errors.As(err, &terms) {
			t.Errorf("a rated guest: %v", err)
		}
		id, seats := h.pair(a, b)
		end := finish(t, seats)
		if end.Rated || len(end.End.Changes) != 0 {
			t.Errorf("%+v", end.End)
		}
		m, err := h.store.Match(t.Context(), id)
		if err != nil || m.Seats[0].Kind != data.Guest || m.Seats[0].Player != 0 {
			t.Errorf("%+v, %v", m.Seats, err)
		}
	})
}

func TestATableWithTheHouse(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		for _, level := range []string{"easy", "normal"} {
			h := openHouse(t, dir)
			bot := ticket(h.player("marlowe"))
			bot.Rated, bot.Bot = false, level
			id := h.seatOf(h.queue(bot))
			g := h.sit(id, bot.Player)
			f, err := g.playOut(3)
			if err != nil {
				t.Fatal(err)
			}
			if f.Rated || len(f.End.Changes) != 0 {
				t.Errorf("%+v", f.End)
			}
			if err := g.Rematch(t.Context()); err != nil {
				t.Fatal(err)
			}
			next := g.await(func(f matchmaking.Frame) bool { return f.Next != "" }).Next
			if _, err := h.sit(next, bot.Player).playOut(4); err != nil {
				t.Fatal(err)
			}
			h.close()
		}
	})
}

func TestAStrangerEndsTheWaitWithTheHouse(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		place := h.queue(ticket(a))
		bot := ticket(a)
		bot.Rated, bot.Bot = false, "easy"
		practice := h.sit(h.seatOf(h.queue(bot)), a)
		h.queue(ticket(h.player("spade")))
		h.sit(h.seatOf(place), a)
		if f := practice.await(over); f.End.Result.Reason != "aborted" {
			t.Errorf("the house game ended as %+v", f.End.Result)
		}
	})
}

// TestPrivateTable: those who join play under the host's terms, and no list shows it.
func TestPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		open, code := h.host(ticket(h.player("marlowe")))
		b := h.join(h.player("spade"), code)
		open.Answer()
		b.Answer()
		f := h.sit(queuetest.Meet(t, open, b), b.Player).frame()
		if !f.Rated || !f.Private {
			t.Errorf("not the host's terms: %+v", f)
		}
		if rows, _ := h.Live(t.Context(), 0); len(rows) != 0 {
			t.Errorf("a private table is listed: %+v", rows)
		}
	})
}

// delete has an operator delete a player.
func (h *house) delete(p data.Player) {
	h.t.Helper()
	if _, err := h.store.(data.Operator).Delete(h.t.Context(), "olga", p.ID); err != nil {
		h.t.Fatal(err)
	}
}

// TestADeletedPlayerIsNobodysLoss: the opponent found for a deleted player keeps their place.
func TestADeletedPlayerIsNobodysLoss(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		gone := h.player("marlowe")
		lost := h.visit(ticket(gone))
		h.crew.Go(func() { h.answer(lost) })
		h.delete(gone)
		place := h.queue(ticket(h.player("spade")))
		if told := lost.Refused(); !strings.Contains(told.Error(), "deleted your player") {
			t.Errorf("the deleted one is told %q", told)
		}
		second := h.queue(ticket(h.player("vera")))
		id := h.seatOf(place)
		if other := h.seatOf(second); other != id {
			t.Errorf("seated at %s and %s", id, other)
		}
		if n := h.Counts(); n.Tables != 1 || n.Playing != 2 {
			t.Errorf("%+v", n)
		}
	})
}

func TestADeletedPlayerAtAPrivateTable(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		gone := h.player("marlowe")
		open, code := h.host(casual(gone))
		h.delete(gone)
		joins := h.join(h.player("spade"), code)
		open.Answer()
		joins.Answer()
		joins.SentAway(matchmaking.ErrHostLeft)
		if told := open.Refused(); !strings.Contains(told.Error(), "deleted your player") {
			t.Errorf("the deleted one is told %q", told)
		}
	})
}

func TestDraining(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		_, seats := h.pair(h.player("marlowe"), h.player("spade"))
		waits := h.queue(ticket(h.player("vera")))
		h.Drain(t.Context())
		for after := 0; ; {
			w, err := waits.Next(t.Context(), after)
			if errors.Is(err, matchmaking.ErrDraining) {
				break
			}
			if err != nil || w.Match != "" {
				t.Fatalf("%+v, %v", w, err)
			}
			after = w.Revision
		}
		if _, err := h.Queue(t.Context(), ticket(h.player("sam"))); !errors.Is(err, matchmaking.ErrDraining) {
			t.Errorf("queued while going down: %v", err)
		}
		f := seats[0].await(func(f matchmaking.Frame) bool { return len(f.Notes) > 0 })
		if f.Notes[0].Code != "draining" {
			t.Errorf("told %+v", f.Notes)
		}
	})
}

func TestReplay(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		id, seats := h.pair(h.player("marlowe"), h.player("spade"))
		running, err := h.store.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replay.New(districtNoir, running); !errors.Is(err, matchmaking.ErrRunning) {
			t.Errorf("a running game is replayed: %v", err)
		}
		end := finish(t, seats)
		m, err := h.store.Match(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		r, err := replay.New(districtNoir, m)
		if err != nil {
			t.Fatal(err)
		}
		if r.Len() != end.Ply()+1 {
			t.Errorf("%d moments of %d plies", r.Len(), end.Ply())
		}
		g := &guest{Seat: onlooker{Viewer: r}, t: t}
		if f := g.frame(); f.Ply() != 0 || len(f.Open) != 2 || f.End != nil {
			t.Errorf("it begins with %+v", f)
		}
		r.Seek(r.Len())
		if f := g.frame(); f.Ply() != end.Ply() || f.End == nil || len(f.End.Changes) != 2 {
			t.Errorf("it ends with %+v", f)
		}
		g.Leave()
		if _, err := g.Next(t.Context(), 0); !isEOF(err) {
			t.Errorf("after leaving: %v", err)
		}
	})
}
