package search

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"

	"noir/engine"
)

// hardTurns is how many turns hard plays out for a decision.
const hardTurns = 6_000

// thinker plays the candidate moves on in worlds that its seat cannot tell from its own, and makes
// the one that wins most.
type thinker struct {
	seed  uint64
	turns int // turns to play for a decision, in all
}

// Choose implements engine.Player.
func (t thinker) Choose(ctx context.Context, s engine.Sight) (json.RawMessage, error) {
	if ctx.Err() != nil {
		return normal{}.Choose(ctx, s)
	}
	p, w, err := ponder(s)
	if errors.Is(err, errUnlike) {
		return normal{}.Choose(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	tries, err := p.candidates()
	if err != nil {
		return nil, err
	}
	if len(tries) == 1 {
		return tries[0].Body(), nil
	}
	sr := search{world: w.deal, tries: tries, play: byReflexes(s.Seat)}
	sr.run(ctx, t.turns, rand.New(rand.NewPCG(t.seed, uint64(len(s.Log)))))
	return sr.choice().Body(), nil
}
