package search

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"

	"noir/engine"
)

// How many turns hard and boss play out for a decision, and for how many rounds boss plays each
// game on.
const (
	hardTurns  = 6_000
	bossTurns  = 16_000
	bossRounds = 1
)

// thinker plays the candidate moves on in worlds that its seat cannot tell from its own, and makes
// the one that wins most.
type thinker struct {
	seed   uint64
	turns  int // turns to play for a decision, in all
	rounds int // that each game is played on, before the network says who wins; 0 to its end
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
	sr := search{world: w.deal, seat: s.Seat, tries: tries, game: playout{rounds: t.rounds}}
	sr.run(ctx, t.turns, rand.New(rand.NewPCG(t.seed, uint64(len(s.Log)))))
	return sr.choice().Body(), nil
}
