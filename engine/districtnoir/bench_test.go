package districtnoir

import (
	"math/rand/v2"
	"testing"

	"noir/engine"
)

// BenchmarkPlayout plays random games from the deal to the end.
func BenchmarkPlayout(b *testing.B) {
	moves := 0
	for n := 0; b.Loop(); n++ {
		var st engine.State = deal(b, n)
		r := rand.New(rand.NewPCG(uint64(n), 6))
		for asked := st.Prompts(); len(asked) > 0; asked = st.Prompts() {
			legal := st.Legal(asked[0].Seat)
			next, _, err := st.Apply(engine.Move{Seat: asked[0].Seat, By: engine.ByPlayer, Body: legal[r.IntN(len(legal))]})
			if err != nil {
				b.Fatal(err)
			}
			st = next
			moves++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkLevels lets each level choose a first move.
func BenchmarkLevels(b *testing.B) {
	p := deal(b, 1)
	for _, level := range []string{levelEasy, levelNormal, levelHard, levelBoss} {
		b.Run(level, func(b *testing.B) {
			player := house(b, level, 1)
			for b.Loop() {
				if _, err := player.Choose(b.Context(), sightOf(p, nil)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
