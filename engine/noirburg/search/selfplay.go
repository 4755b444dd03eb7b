package search

import (
	"noir/engine"
	"noir/engine/noirburg/rules"
)

// PlayOn plays a game to its end, all seats by reflexes, and returns what part of the victory each has. At the beginning
// of each turn it tells where the game stands and how many turns the seats are expected to have after that one; told must
// keep neither.
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
