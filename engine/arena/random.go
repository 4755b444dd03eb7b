package arena

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"noir/engine"
)

// Random is the name of the entrant that plays at random.
const Random = "random"

// Drifter returns the entrant that plays any entry of State.Legal.
func Drifter(g engine.Game) Entrant {
	return Entrant{Random, func(seed uint64) (engine.Player, error) { return drifter{g, seed}, nil }}
}

type drifter struct {
	game engine.Game
	seed uint64
}

// Choose implements engine.Player.
func (d drifter) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	r := rand.New(rand.NewPCG(d.seed, uint64(len(s.Log))))
	return engine.Complete(d.game, s.View, s.Seat, s.Legal[r.IntN(len(s.Legal))], r)
}

// House returns the entrant that is the house player of a level.
func House(g engine.Game, level string) Entrant {
	return Entrant{level, func(seed uint64) (engine.Player, error) { return g.House(level, seed) }}
}
