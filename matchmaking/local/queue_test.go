package local_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/matchmaking"
)

func TestNobodyMeetsHimself(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		defer h.close()
		a := h.player("marlowe")
		places := []matchmaking.Place{h.queue(ticket(a)), h.queue(ticket(a)), h.queue(ticket(a))}
		time.Sleep(5 * time.Minute)
		for _, p := range places {
			if w, err := p.Next(t.Context(), 0); err != nil || w.Match != "" || w.Waiting != 1 {
				t.Fatalf("%+v, %v", w, err)
			}
		}
		b := h.queue(ticket(h.player("spade")))
		id := h.seatOf(b)
		for i, p := range places {
			if got := h.seatOf(p); got != id {
				t.Errorf("ticket %d leads to %s", i, got)
			}
		}
		if n := h.Counts(); n.Tables != 1 || n.Playing != 2 {
			t.Errorf("%+v", n)
		}
	})
}

func TestOneLiveGameAtATime(t *testing.T) {
	h := openHouse(t, t.TempDir())
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
}

func TestATicketThatIsTakenBack(t *testing.T) {
	h := openHouse(t, t.TempDir())
	p := h.queue(ticket(h.player("marlowe")))
	p.Leave()
	q := h.queue(ticket(h.player("spade")))
	if w, err := q.Next(t.Context(), 0); err != nil || w.Waiting != 1 {
		t.Errorf("%+v, %v", w, err)
	}
	q.Leave()
}

func TestGuestsPlayCasually(t *testing.T) {
	h := openHouse(t, t.TempDir())
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
	h := openHouse(t, t.TempDir())
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
}

func TestPrivateTable(t *testing.T) {
	h := openHouse(t, t.TempDir())
	a, b := h.player("marlowe"), h.player("spade")
	host := matchmaking.Ticket{Player: a, Host: true, Terms: matchmaking.Terms{Game: game, Rated: true}}
	open := h.queue(host)
	w, err := open.Next(t.Context(), 0)
	if err != nil || w.Code == "" || w.Seated != 1 || w.Seats != 2 {
		t.Fatalf("%+v, %v", w, err)
	}
	var terms *matchmaking.BadTerms
	join := func(p data.Player, code string) (matchmaking.Place, error) {
		return h.Queue(t.Context(), matchmaking.Ticket{Player: p, Join: code, Terms: matchmaking.Terms{Game: game}})
	}
	if _, err := join(b, "nobody"); !errors.Is(err, matchmaking.ErrNoCode) {
		t.Errorf("a wrong code: %v", err)
	}
	if _, err := join(a, w.Code); !errors.As(err, &terms) {
		t.Errorf("the host joins himself: %v", err)
	}
	if _, err := join(data.Player{ID: -1, Name: "guest-0001"}, w.Code); !errors.As(err, &terms) {
		t.Errorf("a guest at a rated table: %v", err)
	}
	shown := " " + strings.ToUpper(strings.Join(strings.Split(w.Code, ""), "  ")) + " "
	read := strings.NewReplacer("0", "O", "1", "l").Replace(w.Code[:3]) + "–" + strings.NewReplacer("0", "o", "1", "I").Replace(w.Code[3:])
	for _, typed := range []string{shown, read, "║" + shown + "║", w.Code[:3] + "-" + w.Code[3:]} {
		if _, err := join(a, typed); !errors.As(err, &terms) {
			t.Errorf("the host joins by %q: %v", typed, err)
		}
	}
	p, err := join(b, shown)
	if err != nil {
		t.Fatal(err)
	}
	h.crew.Go(func() { h.answer(p) })
	id := h.seatOf(p)
	if h.seatOf(open) != id {
		t.Error("two tables")
	}
	f := h.sit(id, b).frame()
	if !f.Rated || !f.Private {
		t.Errorf("not the host's terms: %+v", f)
	}
	if rows, _ := h.Live(t.Context(), 0); len(rows) != 0 {
		t.Errorf("a private table is listed: %+v", rows)
	}
}

func TestAPrivateTableGoesWithItsHost(t *testing.T) {
	h := openHouse(t, t.TempDir())
	open := h.queue(matchmaking.Ticket{Player: h.player("marlowe"), Host: true, Terms: matchmaking.Terms{Game: game}})
	w, err := open.Next(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	open.Leave()
	_, err = h.Queue(t.Context(), matchmaking.Ticket{Player: h.player("spade"), Join: w.Code, Terms: matchmaking.Terms{Game: game}})
	if !errors.Is(err, matchmaking.ErrNoCode) {
		t.Errorf("joined a table that is gone: %v", err)
	}
}

// delete has an operator delete a player.
func (h *house) delete(p data.Player) {
	h.t.Helper()
	if _, err := h.store.(data.Operator).Delete(h.t.Context(), "olga", p.ID); err != nil {
		h.t.Fatal(err)
	}
}

// refusedFor waits until a place is told why it leads nowhere.
func (h *house) refusedFor(place matchmaking.Place) error {
	h.t.Helper()
	for after := 0; ; {
		w, err := place.Next(h.t.Context(), after)
		if err != nil {
			return err
		}
		if w.Match != "" {
			h.t.Fatalf("seated: %+v", w)
		}
		after = w.Revision
	}
}

// TestADeletedPlayerIsNobodysLoss: a player who was to play with them keeps their place.
func TestADeletedPlayerIsNobodysLoss(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		h := openHouse(t, dir)
		defer h.close()
		gone := h.player("marlowe")
		lost := h.queue(ticket(gone))
		h.delete(gone)
		place := h.queue(ticket(h.player("spade")))
		if told := h.refusedFor(lost); !strings.Contains(told.Error(), "deleted your player") {
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
	h := openHouse(t, t.TempDir())
	gone := h.player("marlowe")
	open := h.queue(matchmaking.Ticket{Player: gone, Host: true, Terms: matchmaking.Terms{Game: game}})
	w, err := open.Next(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	h.delete(gone)
	joins := h.queue(matchmaking.Ticket{Player: h.player("spade"), Join: w.Code, Terms: matchmaking.Terms{Game: game}})
	if told := h.refusedFor(joins); !errors.Is(told, matchmaking.ErrHostLeft) {
		t.Errorf("who joined is told %q", told)
	}
	if told := h.refusedFor(open); !strings.Contains(told.Error(), "deleted your player") {
		t.Errorf("the deleted one is told %q", told)
	}
}

func TestDraining(t *testing.T) {
	h := openHouse(t, t.TempDir())
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
}

func TestReplay(t *testing.T) {
	h := openHouse(t, t.TempDir())
	id, seats := h.pair(h.player("marlowe"), h.player("spade"))
	running, err := h.store.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := matchmaking.NewReplay(districtNoir, running); !errors.Is(err, matchmaking.ErrRunning) {
		t.Errorf("a running game is replayed: %v", err)
	}
	end := finish(t, seats)
	m, err := h.store.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	r, err := matchmaking.NewReplay(districtNoir, m)
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
}
