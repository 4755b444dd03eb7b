package districtnoir

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"noir/engine"
)

const (
	levelEasy   = "easy"
	levelNormal = "normal"
)

// House returns a player of level easy or normal. Players keep nothing between
// moves.
func (Game) House(level string, seed uint64) (engine.Player, error) {
	switch level {
	case levelEasy:
		return easy{seed}, nil
	case levelNormal:
		return normal{}, nil
	}
	return nil, fmt.Errorf("district-noir has no house player of level %q", level)
}

// easy plays whatever comes to hand.
type easy struct{ seed uint64 }

func (e easy) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	r := rand.New(rand.NewPCG(e.seed, uint64(len(s.Log))))
	return s.Legal[r.IntN(len(s.Legal))], nil
}
