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

// yardstick is the name of the sampler.
const yardstick = "sampler"

// efforts are how many games boss plays for a move in about a time of one core, by which its growth is measured.
var efforts = []struct {
	name  string
	games int
}{{"boss-3ms", 100}, {"boss-100ms", 4_000}, {"boss-300ms", 12_000}, {"boss-1s", 40_000}}

var _ engine.Gauged = Game{}

// Yardsticks implements engine.Gauged.
func (Game) Yardsticks() []string {
	names := []string{yardstick}
	for _, e := range efforts {
		names = append(names, e.name)
	}
	return append(names, exploiter.Names()...)
}

// Yardstick implements engine.Gauged.
func (Game) Yardstick(name string, seed uint64) (engine.Player, error) {
	if name == yardstick {
		return thoughtful{seed, func(ctx context.Context, s *compact.Scene, c *compact.Chance) compact.Move {
			return sampler.Choose(ctx, s, sampler.Worlds, c)
		}}, nil
	}
	for _, e := range efforts {
		if e.name == name {
			return bossOf(seed, e.games), nil
		}
	}
	if slices.Contains(exploiter.Names(), name) {
		return thoughtful{seed, func(_ context.Context, s *compact.Scene, c *compact.Chance) compact.Move {
			return exploiter.Choose(name, s, c)
		}}, nil
	}
	return nil, fmt.Errorf("district-noir has no yardstick %q", name)
}
