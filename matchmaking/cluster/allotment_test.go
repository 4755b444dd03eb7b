package cluster_test

import (
	"maps"
	"slices"
	"testing"

	"noir/data"
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
