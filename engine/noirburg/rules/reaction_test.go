package rules

import (
	"testing"

	"noir/engine"
)

// TestBribeChain: Police works unless the number of Bribes is odd, and no seat may bribe its
// own card.
func TestBribeChain(t *testing.T) {
	for bribes := range 5 {
		p := armed(t)
		bribe := func(seat engine.Seat) Card { return card(t, "BRIBE.0") + Card(seat) }
		for seat := range engine.Seat(4) {
			p.Of(seat).Hand.Add(bribe(seat))
		}
		p, _ = do(t, p, 0, Attack([]Card{card(t, "G3.0")}, 1, At(card(t, "B2.0"))))
		p, _ = do(t, p, 1, Stop(card(t, "POLICE.0")))
		refused(t, p, 1, PlayBribe(bribe(1)), OwnCard)
		for seat := range engine.Seat(bribes) {
			p, _ = do(t, p, seat, PlayBribe(bribe(seat)))
		}
		for p.Window() != nil && p.Window().Kind == WindowPolice {
			next, _, err := engine.Make(p, engine.Move{Seat: p.Prompts()[0].Seat, By: engine.ByPlayer, Body: Pass()})
			if err != nil {
				t.Fatal(err)
			}
			p = next.(*Position)
		}
		if void := p.Attack() != nil; void != (bribes%2 == 1) {
			t.Errorf("%d Bribes: Police is void: %t", bribes, void)
		}
	}
}
