package search

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// PlayOn plays a game to its end, all seats by reflexes, and returns each seat's part of the victory. At the beginning
// of each turn it calls told with the position and the number of turns that each seat is expected to have after that
// one; told must not keep either.
func PlayOn(from rules.Position, told func(p *rules.Position, turns *[rules.Hideouts]int)) (won [rules.Hideouts]float32) {
	var p playout
	p.begin(&from)
	for !p.Over() {
		turn := p.Turn
		p.step()
		if p.Turn != turn {
			told(&p.Position, &p.turns)
		}
	}
	for s := range engine.Seat(p.Seats()) {
		won[s] = float32(p.share(s))
	}
	return won
}
