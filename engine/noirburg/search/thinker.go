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
	return imagining(ctx, s, func(p planner, w worlds) (json.RawMessage, error) {
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
	})
}

// imagining chooses a move by the worlds that a seat may be in, or that of normal where the log does not lead to what the
// seat sees.
func imagining(ctx context.Context, s engine.Sight, choose func(planner, worlds) (json.RawMessage, error)) (json.RawMessage, error) {
	p, w, err := ponder(s)
	switch {
	case errors.Is(err, errUnlike):
		return normal{}.Choose(ctx, s)
	case err != nil:
		return nil, err
	}
	return choose(p, w)
}
