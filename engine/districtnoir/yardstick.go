package districtnoir

import (
	"context"
	"encoding/json"
	"fmt"

	"noir/engine"
	"noir/engine/districtnoir/sampler"
)

// yardstick is the name of the sampler.
const yardstick = "sampler"

var _ engine.Gauged = Game{}

// Yardsticks implements engine.Gauged.
func (Game) Yardsticks() []string { return []string{yardstick} }

// Yardstick implements engine.Gauged.
func (Game) Yardstick(name string, seed uint64) (engine.Player, error) {
	if name != yardstick {
		return nil, fmt.Errorf("district-noir has no yardstick %q", name)
	}
	return plainSampler{seed}, nil
}

// plainSampler is the player of plain sampling.
type plainSampler struct{ seed uint64 }

// Choose implements engine.Player.
func (p plainSampler) Choose(ctx context.Context, s engine.Sight) (json.RawMessage, error) {
	scene, err := sceneOf(s)
	if err != nil {
		return nil, err
	}
	return bodyOf(sampler.Choose(ctx, scene, sampler.Worlds, streamOf(p.seed, s))), nil
}
