package local_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/data/sqlite/sqlitetest"
	"noir/engine"
	"noir/engine/districtnoir"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// houseTicket is a ticket for a table with the house.
func houseTicket(p data.Player) matchmaking.Ticket {
	return matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: game}, Bot: "easy"}
}

func TestHouseTablesAreCountedWhileTheyAreOpened(t *testing.T) {
	h := openHouse(t, t.TempDir())
	a := h.player("marlowe")
	const tries = 40
	opened := make(chan error, tries)
	for range tries {
		go func() {
			_, err := h.Queue(context.Background(), houseTicket(a))
			opened <- err
		}()
	}
	n := 0
	for range tries {
		if await.One(t, opened, "answer to a ticket") == nil {
			n++
		}
	}
	if n != 8 || h.Counts().Tables != 8 {
		t.Errorf("%d tables were opened, %d run", n, h.Counts().Tables)
	}
}

// TestTablesAreOpenedAtAHumanPace: the store keeps each of them for ever.
func TestTablesAreOpenedAtAHumanPace(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		opened := 0
		var refused *matchmaking.BadTerms
		for range 100 {
			place, err := h.Queue(t.Context(), houseTicket(a))
			if errors.As(err, &refused) {
				continue
			}
			opened++
			if err := h.sit(h.seatOf(place), a).Resign(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if opened != 20 {
			t.Errorf("%d tables were opened at once", opened)
		}
		time.Sleep(time.Second)
		if _, err := h.Queue(t.Context(), houseTicket(a)); err != nil {
			t.Errorf("a second later: %v", err)
		}
	})
}

// TestTermsThatCannotBeHad are refused, each with what is wrong about them.
func TestTermsThatCannotBeHad(t *testing.T) {
	h := openHouse(t, t.TempDir())
	a, b := h.player("marlowe"), h.player("spade")
	guest := data.Player{ID: -1, Name: "guest-1"}
	seat := engine.Seat(0)
	terms := matchmaking.Terms{Game: game}
	of := func(change func(*matchmaking.Terms)) matchmaking.Terms {
		changed := terms
		change(&changed)
		return changed
	}
	rated := of(func(t *matchmaking.Terms) { t.Rated = true })
	day := of(func(t *matchmaking.Terms) { t.Pace = data.Day })
	fast := of(func(t *matchmaking.Terms) { t.Pace = data.Fast })
	for name, c := range map[string]struct {
		matchmaking.Ticket
		why string
	}{
		"nobody":                 {matchmaking.Ticket{Terms: terms}, "no name yet"},
		"nobody with a bot":      {matchmaking.Ticket{Terms: terms, Bot: "easy"}, "no name yet"},
		"the house and join":     {matchmaking.Ticket{Player: a, Terms: terms, Bot: "easy", Join: "abcdef"}, "one of three"},
		"the house and host":     {matchmaking.Ticket{Player: a, Terms: terms, Bot: "easy", Host: true}, "one of three"},
		"host and join":          {matchmaking.Ticket{Player: a, Terms: terms, Host: true, Join: "abcdef"}, "one of three"},
		"called to no table":     {matchmaking.Ticket{Player: a, Terms: terms, To: b}, "a private table of your own"},
		"called by a guest":      {matchmaking.Ticket{Player: guest, Terms: terms, Host: true, To: b}, "you need a key"},
		"called by themselves":   {matchmaking.Ticket{Player: a, Terms: terms, Host: true, To: a}, "to challenge somebody"},
		"a seat":                 {matchmaking.Ticket{Player: a, Terms: terms, Bot: "easy", Seat: &seat}, "go on from another game"},
		"public among strangers": {matchmaking.Ticket{Player: a, Terms: of(func(t *matchmaking.Terms) { t.Public = true })}, "opened to those who watch"},
		"filled among strangers": {matchmaking.Ticket{Player: a, Terms: terms, Fill: "easy"}, "the house fills only"},
		"no game":                {matchmaking.Ticket{Player: a}, "there is no game"},
		"three at a table":       {matchmaking.Ticket{Player: a, Terms: of(func(t *matchmaking.Terms) { t.Seats = 3 })}, "is for 2 players"},
		"options there aren't":   {matchmaking.Ticket{Player: a, Terms: of(func(t *matchmaking.Terms) { t.Options = json.RawMessage(`{"x":1}`) })}, ""},
		"a level there isn't":    {matchmaking.Ticket{Player: a, Terms: terms, Bot: "perfect"}, "the house plays at the levels"},
		"filled at such a level": {matchmaking.Ticket{Player: a, Terms: terms, Host: true, Fill: "perfect"}, "the house plays at the levels"},
		"rated with the house":   {matchmaking.Ticket{Player: a, Terms: rated, Bot: "easy"}, "is casual"},
		"rated, filled":          {matchmaking.Ticket{Player: a, Terms: rated, Host: true, Fill: "easy"}, "is casual"},
		"rated, a guest":         {matchmaking.Ticket{Player: guest, Terms: rated}, "guests play unrated"},
		"fast among strangers":   {matchmaking.Ticket{Player: a, Terms: fast}, "can have pace fast"},
		"a pace there isn't":     {matchmaking.Ticket{Player: a, Terms: of(func(t *matchmaking.Terms) { t.Pace = "slow" })}, "the paces are"},
		"by the day, a guest":    {matchmaking.Ticket{Player: guest, Terms: day}, matchmaking.ErrNoDay.Error()},
	} {
		_, err := h.Queue(t.Context(), c.Ticket)
		refusedFor(t, name, err, c.why)
	}
	if matches, err := h.store.Unfinished(t.Context()); err != nil || len(matches) != 0 {
		t.Errorf("stored all the same: %+v, %v", matches, err)
	}
}

// TestTheSameOptionsInOtherWords: strangers with equivalent options meet.
func TestTheSameOptionsInOtherWords(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		var places []matchmaking.Place
		for i, options := range []string{``, `null`, `{}`, ` { } `} {
			t1 := ticket(h.player(fmt.Sprintf("player%d", i)))
			t1.Options = json.RawMessage(options)
			places = append(places, h.queue(t1))
		}
		for _, p := range places {
			h.seatOf(p)
		}
	})
}

func TestCounts(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a := h.player("marlowe")
		_, seats := h.pair(a, h.player("spade"))
		h.queue(houseTicket(a))
		h.queue(houseTicket(h.player("vera")))
		if n := h.Counts(); n.Tables != 3 || n.Public != 1 || n.Playing != 3 {
			t.Errorf("%+v", n)
		}
		finish(t, seats)
		if n := h.Counts(); n.Tables != 2 || n.Public != 0 || n.Playing != 2 {
			t.Errorf("after the end: %+v", n)
		}
	})
}

// TestARematchWithSomebodySeatedElsewhere is declined, and may be offered again some seconds later.
func TestARematchWithSomebodySeatedElsewhere(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b, c := h.player("marlowe"), h.player("spade"), h.player("vera")
		_, seats := h.pair(a, b)
		finish(t, seats)
		_, others := h.pair(a, c)
		want := func() matchmaking.Frame {
			for _, g := range seats {
				if err := g.Rematch(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			return seats[0].frame()
		}
		if f := want(); f.Next != "" || len(f.Rematch) != 0 || f.Notes[len(f.Notes)-1].Code != "rematch_declined" {
			t.Fatalf("next %q, wanted by %v, %+v", f.Next, f.Rematch, f.Notes)
		}
		finish(t, others)
		time.Sleep(5 * time.Second) // until it may be asked for again
		if f := want(); f.Next == "" {
			t.Error("it is declined although both are free")
		}
	})
}

// TestARematchEndsTheSearch: players of a rematch leave the queue.
func TestARematchEndsTheSearch(t *testing.T) {
	inHouse(t, func(t *testing.T, h *house) {
		a, b := h.player("marlowe"), h.player("spade")
		_, seats := h.pair(a, b)
		finish(t, seats)
		place := h.queue(ticket(a))
		for _, g := range seats {
			if err := g.Rematch(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		next := seats[0].frame().Next
		if id := h.seatOf(place); next == "" || id != next {
			t.Errorf("the search leads to %q, the rematch to %q", id, next)
		}
	})
}

// broken is a game whose house players and takes panic.
type broken struct{ districtnoir.Game }

func (broken) House(string, uint64) (engine.Player, error) { return brokenPlayer{}, nil }

func (g broken) Start(from engine.Setup) (engine.State, error) {
	s, err := g.Game.Start(from)
	return brokenState{s}, err
}

type brokenPlayer struct{}

func (brokenPlayer) Choose(context.Context, engine.Sight) (json.RawMessage, error) {
	panic("a broken player")
}

type brokenState struct{ engine.State }

func (s brokenState) Apply(m engine.Move) (engine.State, []engine.Ply, error) {
	if string(m.Body) == string(take) {
		panic("broken rules")
	}
	next, plies, err := s.State.Apply(m)
	return brokenState{next}, plies, err
}

// TestBrokenRulesEndOneTable: the server survives, also a restart.
func TestBrokenRulesEndOneTable(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		db := sqlitetest.Open(t, dir)
		defer db.Close()
		start := func() *house {
			t.Helper()
			return startHouse(t, local.Config{Store: db, Games: []engine.Game{broken{}}})
		}
		h := start()
		practice := h.sit(h.seatOf(h.queue(houseTicket(h.player("effie")))), h.player("effie"))
		if f := practice.await(myTurn); f.End == nil {
			practice.move(0) // no time limit of their own
		}
		if f := practice.await(over); f.End.Result.Reason == "" {
			t.Error("the table of the broken player did not end")
		}
		a, b := h.player("marlowe"), h.player("spade")
		id, seats := h.pair(a, b)
		_, others := h.pair(h.player("vera"), h.player("sam"))
		synctest.Wait() // until the first table has told how many watch
		asked, _ := mover(seats)
		if err := asked.Play(t.Context(), asked.last.Turn.Ply, take); !errors.Is(err, matchmaking.ErrDraining) {
			t.Errorf("told %v", err)
		}
		if _, err := seats[0].Next(t.Context(), seats[0].last.Revision); !isEOF(err) {
			t.Errorf("its chairs: %v", err)
		}
		if rows, _ := h.Mine(t.Context(), a.ID); len(rows) != 0 {
			t.Errorf("the player has %+v", rows)
		}
		place, err := h.Queue(t.Context(), ticket(a))
		if err != nil {
			t.Fatalf("the player cannot play again: %v", err)
		}
		place.Leave()
		for range 2 {
			next, _ := mover(others)
			next.move(0)
		}
		h.close()

		m, err := db.Match(t.Context(), id)
		if err != nil || m.Result != nil {
			t.Fatalf("%+v, %v", m, err)
		}
		last := data.Entry{Ply: len(m.Moves) + 1, Seat: asked.last.Seat, Move: take, By: engine.ByPlayer}
		if err := db.Append(t.Context(), id, last); err != nil {
			t.Fatal(err)
		}
		h = start() // and replays a take
		defer h.close()
		if rows, _ := h.Live(t.Context(), 0); len(rows) != 1 {
			t.Errorf("taken up: %+v", rows)
		}
	})
}
