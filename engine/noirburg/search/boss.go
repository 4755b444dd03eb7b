package search

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"noir/engine"
	"noir/engine/noirburg/network"
	"noir/engine/noirburg/rules"
)

// How much boss thinks about a decision: how many of its moves it plays on, about how often it asks the network for that,
// and by how much less a move may win at first sight than the best.
const (
	bossMoves   = 12
	bossAsks    = 8_000
	unpromising = 0.3
)

// boss looks at its moves by a network, plays the best of them on in worlds that its seat cannot tell from its own, all
// seats by the network, and makes the one after which the network then gives it the best chance.
type boss struct{ seed uint64 }

// Choose implements engine.Player.
func (b boss) Choose(ctx context.Context, s engine.Sight) (json.RawMessage, error) {
	return imagining(ctx, s, func(p planner, w worlds) (json.RawMessage, error) {
		if !slices.ContainsFunc([]string{rules.TypeMulligan, rules.TypePass, rules.TypeEndTurn, rules.TypeArrange}, p.may) {
			return nil, fmt.Errorf("nothing is asked of seat %d", s.Seat)
		}
		r := rand.New(rand.NewPCG(b.seed, uint64(len(s.Log))))
		world := w.deal(r)
		m := mind{net: network.Learned}
		tries := promising(m.ponder(&world, s.Seat))
		if len(tries) == 1 {
			return tries[0].Body(), nil
		}
		sr := search{world: w.deal, tries: tries, play: byNetwork(network.Learned, s.Seat)}
		sr.run(ctx, bossAsks, r)
		return sr.best().Body(), nil
	})
}

// promising returns those of some options that are played on, the best at first sight first.
func promising(options []option) (tries []*try) {
	slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(b.chance, a.chance) })
	for _, o := range options[:min(bossMoves, len(options))] {
		if o.chance >= options[0].chance-unpromising {
			tries = append(tries, &try{Move: o.Move})
		}
	}
	return tries
}
