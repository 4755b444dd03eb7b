package search

import (
	"testing"

	"noir/engine"
)

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
	g := dealt(t, seats, 1)
	for asked := g.Prompts(); len(asked) > 0; asked = g.Prompts() {
		s := g.sight(asked[0].Seat)
		sights = append(sights, s)
		g.plays(t, s.Seat, choose(t, levelNormal, s))
	}
	return sights
}
