package compact

import "testing"

// BenchmarkPlayout shuffles, deals and plays random games to the end, a kind of
// card being chosen once however many copies there are.
func BenchmarkPlayout(b *testing.B) {
	var deck [DeckSize]Kind
	Deck.List(&deck)
	chance := Chance(1)
	b.ReportAllocs()
	for b.Loop() {
		chance.Shuffle(deck[:])
		p := New(&deck, uint8(chance.Below(Seats)))
		for !p.Over() {
			moves := p.Moves()
			p.Make(moves.At(chance.Below(moves.Len())))
		}
		p.Outcome()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
