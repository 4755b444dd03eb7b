package arena

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"noir/engine"
)

// Random is the name of the entrant that plays at random.
const Random = "random"

// Completer makes a move of an entry of State.Legal that stands for many, at random.
// The view is that of the seat.
type Completer func(view json.RawMessage, s engine.Seat, entry json.RawMessage, r *rand.Rand) (json.RawMessage, error)

// Drifter returns the entrant that plays any entry of State.Legal. complete may be nil
// for a game whose entries are moves.
func Drifter(complete Completer) Entrant {
	return Entrant{Random, func(seed uint64) (engine.Player, error) { return drifter{seed, complete}, nil }}
}

type drifter struct {
	seed     uint64
	complete Completer
}

// Choose implements engine.Player.
func (d drifter) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	r := rand.New(rand.NewPCG(d.seed, uint64(len(s.Log))))
	entry := s.Legal[r.IntN(len(s.Legal))]
	if d.complete == nil {
		return entry, nil
	}
	return d.complete(s.View, s.Seat, entry, r)
}

// House returns the entrant that is the house player of a level.
func House(g engine.Game, level string) Entrant {
	return Entrant{level, func(seed uint64) (engine.Player, error) { return g.House(level, seed) }}
}
