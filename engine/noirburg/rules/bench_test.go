package rules

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"noir/engine"
)

// BenchmarkPlayout plays random games from the deal to the end through the contract, with JSON,
// as programs do.
func BenchmarkPlayout(b *testing.B) {
	for seats := MinSeats; seats <= Hideouts; seats++ {
		b.Run(fmt.Sprintf("seats=%d", seats), func(b *testing.B) { playouts(b, seats) })
	}
}

func playouts(b *testing.B, seats int) {
	moves := 0
	for n := 0; b.Loop(); n++ {
		st := dealt(b, seats, n)
		r := rand.New(rand.NewPCG(uint64(n), 6))
		for asked := st.Prompts(); len(asked) > 0; asked = st.Prompts() {
			seat := asked[r.IntN(len(asked))].Seat
			legal := st.Legal(seat)
			body := st.View(seat).(View).complete(seat, legal[r.IntN(len(legal))], r)
			next, _, err := engine.Make(st, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
			if err != nil {
				b.Fatal(err)
			}
			st = next
			moves++
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/game")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
