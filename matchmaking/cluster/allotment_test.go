package cluster_test

import (
	"maps"
	"slices"
	"testing"

	"noir/data"
	"noir/matchmaking"
)

// generation is a player who does not exist, by whose name all know who is connected where.
const generation data.PlayerID = 1 << 40

// connect has players be connected to one node alone, and waits until all know.
func (w *town) connect(at *node, people ...data.Player) {
	w.Helper()
	for i, n := range w.nodes {
		here := maps.Clone(*n.connected.Load())
		maps.DeleteFunc(here, func(id data.PlayerID, _ string) bool {
			return slices.ContainsFunc(people, func(p data.Player) bool { return p.ID == id })
		})
		if n == at {
			for _, p := range people {
				here[p.ID] = p.Name
			}
		}
		here[generation+data.PlayerID(i)] += "+"
		n.connected.Store(&here)
	}
	for i, n := range w.nodes {
		name := (*n.connected.Load())[generation+data.PlayerID(i)]
		for _, other := range w.nodes {
			w.until("all know who is where", func() bool { return other.Here()[generation+data.PlayerID(i)] == name })
		}
	}
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

// TestGamesThatNobodySpokeOf: the leader has stored games for a node, and goes before it says so. The first run when
// somebody sits down, wherever; the second when there is another leader; the third, for a node that drains by now, at
// another one.
func TestGamesThatNobodySpokeOf(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 6)
	leads, others := w.byRole()
	stored := func(by *node, id data.MatchID, people ...data.Player) {
		t.Helper()
		m := others[0].game(id, people...)
		for _, p := range people {
			m.Live = append(m.Live, p.ID)
		}
		if _, err := by.store.Open(w.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	stored(leads, "one", w.players[:2]...)
	w.move(w.sit(others[1], "one", w.players[0]), w.sit(others[0], "one", w.players[1]))
	if n := others[0].Own().Tables; n != 1 || w.owner("one") != others[0].id() {
		t.Errorf("%d has %d tables", others[0].id(), n)
	}
	stored(leads, "two", w.players[2:4]...)
	w.fence(leads.id())
	w.until("it runs", func() bool { return others[0].Own().Tables == 2 })
	w.move(w.sit(others[0], "two", w.players[2]), w.sit(others[1], "two", w.players[3]))
	others[0].Drain(w.limited())
	stored(others[1], "three", w.players[4:]...)
	w.move(w.sit(others[0], "three", w.players[4]), w.sit(others[1], "three", w.players[5]))
	if owner := w.owner("three"); owner == others[0].id() {
		t.Errorf("a node that drains has kept it")
	}
}

// TestARematchThatNobodySpokeOf: a node that does not lead has stored a rematch for another one, and goes before it says so.
func TestARematchThatNobodySpokeOf(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3, 2)
	_, others := w.byRole()
	if _, err := others[1].store.Open(w.Context(), others[0].game("again", w.players...)); err != nil {
		t.Fatal(err)
	}
	gone := others[1].id()
	w.until("its owner knows who has opened it", func() bool { return others[0].Knows(gone) })
	w.fence(gone)
	w.until("it runs", func() bool { return others[0].Own().Tables == 1 })
}

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
