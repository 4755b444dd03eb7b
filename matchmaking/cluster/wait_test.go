package cluster_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"noir/data"
	"noir/matchmaking"
)

// What takes many seconds, most of which are waited for. Go starts the parallel tests of the last file first, so these do
// not begin when all others are done.

// TestAGameThatNobodyKnowsOf: the node that has stored it does not know it, and is still there. Its owner finds it.
func TestAGameThatNobodyKnowsOf(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 2)
	leads, others := w.byRole()
	if _, err := leads.store.Open(w.Context(), others[0].game("lost", w.players...)); err != nil {
		t.Fatal(err)
	}
	w.until("it runs", func() bool { return others[0].Own().Tables == 1 })
}

// TestAPlaceThatHasLedToATable is given up by its leader when it is not asked for any more: the node of its holder says
// nothing. Of a holder who has found none it says that they leave.
func TestAPlaceThatHasLedToATable(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 3)
	leads, others := w.byRole()
	far := others[0]
	near, seated, leaves := w.wants(leads, w.players[0]), w.wants(far, w.players[1]), w.wants(far, w.players[2])
	leaves.Leave()
	w.until("who leaves has no place", func() bool { return leads.Places() == 1 && far.Asked("quit") == 1 })
	var both sync.WaitGroup
	for _, p := range []matchmaking.Place{near, seated} {
		both.Go(func() {
			if w.waits(p) == "" {
				t.Error("they find no table")
			}
		})
	}
	both.Wait()
	seated.Leave()
	w.until("who sits has no place", func() bool { return leads.Places() == 0 })
	if n := far.Asked("quit"); n != 1 {
		t.Errorf("it says %d times that somebody leaves", n)
	}
}

// TestGuestsOfAnyNode: guests have one live game at a time, wherever it runs, and keep their seats when the table moves to another node, until their connection or
// their node is gone; a table whose guests are all gone ends.
func TestGuestsOfAnyNode(t *testing.T) {
	t.Parallel()
	w := newTown(t, 4, 0)
	ctx := w.limited()
	leads, others := w.byRole()
	guests := []data.Player{others[0].arrives(), others[1].arrives()}
	id := w.match(others[0], others[1], guests[0], guests[1])
	one, other := w.sit(others[0], id, guests[0]), w.sit(others[1], id, guests[1])
	w.move(one, other)
	for i, p := range guests {
		if _, err := others[i].Queue(ctx, casual(p)); !errors.Is(err, matchmaking.ErrSeated) {
			t.Errorf("%s, who plays already, looks for another game: %v", p.Name, err)
		}
	}
	at := w.owner(id)
	for _, n := range w.nodes {
		if n.id() == at {
			n.Drain(ctx)
		}
	}
	w.until("another node has the table", func() bool { now := w.owner(id); return now != 0 && now != at })
	for range 2 {
		w.move(one, other)
	}
	if again := w.sit(others[0], id, guests[0]); again == nil {
		t.Error("a guest who comes back to the table has no seat")
	}
	others[0].leaves(guests[0])
	if _, err := leads.store.Match(ctx, id); err != nil {
		t.Errorf("one of two guests is there: %v", err)
	}
	w.close(others[1])
	w.until("the match is gone", func() bool {
		_, err := leads.store.Match(ctx, id)
		return errors.Is(err, data.ErrNotFound)
	})
}

// TestGuestsWhoLeaveAtTheDeal are not waited for: they have left when the node of their table hears of it.
func TestGuestsWhoLeaveAtTheDeal(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2, 0)
	leads, others := w.byRole()
	one, other := leads.arrives(), leads.arrives()
	leads.leaves(one)
	leads.leaves(other)
	m := others[0].game("left", one, other)
	if _, err := leads.store.Open(w.Context(), m); err != nil {
		t.Fatal(err)
	}
	v, err := leads.Watch(w.limited(), m.ID) // so that its node hears of it
	if err != nil {
		t.Fatal(err)
	}
	defer v.Leave()
	w.until("the match is gone", func() bool {
		_, err := leads.store.Match(w.Context(), m.ID)
		return errors.Is(err, data.ErrNotFound)
	})
}

// TestGamesRunWhereTheirPlayersAre: the leader has a game of people run where most of them are connected, otherwise at
// the node with the fewest tables, and never at one that drains. A third node's people see it like all others.
func TestGamesRunWhereTheirPlayersAre(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 6)
	leads, others := w.byRole()
	w.connect(others[0], w.players[:2]...)
	id := w.pair(others[0], others[1], w.players[0], w.players[1])
	if owner := w.owner(id); owner != others[0].id() {
		t.Errorf("%d owns a game of people at %d", owner, others[0].id())
	}
	w.until("the table is counted", func() bool { return leads.Counts().Tables == 1 && others[0].Own().Tables == 1 })
	if n := leads.Own(); n.Tables != 0 || n.Playing != 0 {
		t.Errorf("the leader counts %d tables and %d players of its own", n.Tables, n.Playing)
	}
	seats := []string{w.players[0].Name, w.players[1].Name}
	v, err := others[1].Watch(w.limited(), id)
	if err != nil {
		t.Fatal(err)
	}
	w.move(w.sit(leads, id, w.players[0]), w.sit(others[1], id, w.players[1]))
	f := w.sees(v, "a move", func(f matchmaking.Frame) bool { return len(f.Log) > 0 })
	for _, s := range f.Seats {
		if !slices.Contains(seats, s.Name) {
			t.Errorf("%q sits there", s.Name)
		}
	}
	w.connect(others[1]) // they are nowhere
	w.connect(others[0], w.players[2])
	w.connect(others[1], w.players[3])
	id = w.pair(others[0], others[1], w.players[2], w.players[3])
	if owner := w.owner(id); owner != others[1].id() {
		t.Errorf("%d owns the second game, and %d has none", owner, others[1].id())
	}
	w.connect(others[0], w.players[4:]...)
	others[0].Drain(w.limited())
	w.connect(others[0], w.players[4:]...) // all have heard of it
	id = w.pair(leads, others[1], w.players[4], w.players[5])
	if owner := w.owner(id); owner == others[0].id() {
		t.Error("a node that drains owns a new game")
	}
	w.move(w.sit(leads, id, w.players[4]), w.sit(others[1], id, w.players[5]))
}
