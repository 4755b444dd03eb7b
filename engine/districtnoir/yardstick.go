package districtnoir

import (
	"context"
	"fmt"
	"slices"

	"noir/engine"
	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/exploiter"
	"noir/engine/districtnoir/sampler"
)

// effort is a player and its number of worlds or games for a move, for about the given time of one core.
type effort struct {
	name   string
	amount int
}

// samplers have a number of worlds, the yardstick first. bosses have a number of games, to measure how boss grows with
// it.
var (
	samplers = []effort{{"sampler", sampler.Worlds}, {"sampler-3ms", 4 * sampler.Worlds}}
	bosses   = []effort{{"boss-3ms", 250}, {"boss-100ms", 12_000}, {"boss-300ms", 36_000}, {"boss-1s", 120_000}}
)

var _ engine.Gauged = Game{}

// Yardsticks implements engine.Gauged.
func (Game) Yardsticks() []string {
	var names []string
	for _, e := range slices.Concat(samplers, bosses) {
		names = append(names, e.name)
	}
	return append(names, exploiter.Names()...)
}

// Yardstick implements engine.Gauged.
func (Game) Yardstick(name string, seed uint64) (engine.Player, error) {
	for _, e := range samplers {
		if e.name == name {
			return thoughtful{seed, func(ctx context.Context, s *compact.Scene, c *compact.Chance) compact.Move {
				return sampler.Choose(ctx, s, e.amount, c)
			}}, nil
		}
	}
	for _, e := range bosses {
		if e.name == name {
			return bossOf(seed, e.amount), nil
		}
	}
	if slices.Contains(exploiter.Names(), name) {
		return thoughtful{seed, func(_ context.Context, s *compact.Scene, c *compact.Chance) compact.Move {
			return exploiter.Choose(name, s, c)
		}}, nil
	}
	return nil, fmt.Errorf("district-noir has no yardstick %q", name)
}
