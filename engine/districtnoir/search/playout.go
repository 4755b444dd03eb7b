package search

import (
	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// finish is how games are played on: by the network, to the end of a round.
type finish struct {
	networks *network.Weights
	at       uint8 // the number of actions at which the round ends
}

// thisRound plays to the end of the round that a position is in.
func thisRound(networks *network.Weights, p *compact.Position) finish {
	return finish{networks, p.RoundEnd()}
}

// play plays on and returns the chance of seat 0: the outcome if the game is over, otherwise what the next round is
// worth. The game may be over already.
func (f finish) play(p *compact.Position, c *compact.Chance) float32 {
	for !p.Settled() {
		if p.Actions >= f.at {
			return of(f.networks.Worth(p), p.Turn)
		}
		p.Make(Follow(f.networks, p, c))
	}
	return float32(won(p.Outcome(), 0))
}

// Follow returns a random move of the seat on move with the network's probabilities, and a winning one if there is one.
func Follow(by *network.Weights, p *compact.Position, c *compact.Chance) compact.Move {
	if p.Wins() {
		return compact.Take
	}
	return by.Draw(p, c)
}
