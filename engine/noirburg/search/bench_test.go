package search

import (
	"encoding/binary"
	"slices"
	"testing"

	"noir/engine"
)

// dealt starts game n.
func dealt(t testing.TB, seats, n int) engine.State {
	setup := engine.Setup{Seats: seats}
	binary.LittleEndian.PutUint64(setup.Seed[:], uint64(n))
	st, err := Game{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// BenchmarkHouse has house players of each level decide at a table of three, at every moment of
// a game at which a seat is asked.
func BenchmarkHouse(b *testing.B) {
	sights := sightsOf(b, 3)
	for _, level := range allLevels() {
		player, err := House(level, 1)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(level, func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				if _, err := player.Choose(b.Context(), sights[n%len(sights)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// sightsOf returns the sights in a game of normal house players.
func sightsOf(t testing.TB, seats int) (sights []engine.Sight) {
	st := dealt(t, seats, 1)
	logs := make([][]engine.Line, seats)
	for asked := st.Prompts(); len(asked) > 0; asked = st.Prompts() {
		seat := asked[0].Seat
		s := engine.Sight{Seat: seat, Seats: seats, View: asJSON(st.View(seat)), Legal: st.Legal(seat), Log: slices.Clone(logs[seat])}
		body, err := normal{}.Choose(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		next, plies, err := engine.Make(st, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		for _, ply := range plies {
			for s := range logs {
				logs[s] = append(logs[s], ply.Line(len(logs[s])+1, engine.Seat(s), 0))
			}
		}
		sights, st = append(sights, s), next
	}
	return sights
}
