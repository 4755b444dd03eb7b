package districtnoir

import (
	"context"
	"encoding/json"
	"fmt"

	"noir/engine"
	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/search"
)

const (
	levelEasy   = "easy"
	levelNormal = "normal"
	levelHard   = "hard"
	levelBoss   = "boss"
)

// House returns a player of one of the four levels. Players keep nothing between
// moves.
func (g Game) House(level string, seed uint64) (engine.Player, error) {
	switch level {
	case levelEasy:
		return engine.Drifter(g, seed), nil
	case levelNormal:
		return normal{}, nil
	case levelHard:
		return thoughtful{seed, func(ctx context.Context, s *compact.Scene, c *compact.Chance) compact.Move {
			return search.House.Sample(ctx, s, hardWorlds, c)
		}}, nil
	case levelBoss:
		return bossOf(seed, bossGames), nil
	}
	return nil, fmt.Errorf("district-noir has no house player of level %q", level)
}

// normal plays the move that the search's policy likes best: it looks one move ahead, waits for
// five good cards, does not leave them to its rival, and sees three cities coming.
type normal struct{}

// Choose implements engine.Player.
func (normal) Choose(_ context.Context, s engine.Sight) (json.RawMessage, error) {
	table, err := tableOf(s)
	if err != nil {
		return nil, err
	}
	return bodyOf(search.Favourite(table)), nil
}

// hardWorlds is how many worlds hard draws from its belief: each is played out once after every move.
const hardWorlds = 48

// bossGames is how many games boss plays for a move.
const bossGames = 4_000

// bossOf searches a tree of what both see by a number of games, in worlds from its belief.
func bossOf(seed uint64, games int) engine.Player {
	return thoughtful{seed, func(ctx context.Context, s *compact.Scene, c *compact.Chance) compact.Move {
		return search.House.Search(ctx, s, games, c)
	}}
}

// thoughtful is a player that thinks about a scene, with a random stream of its own for each decision.
type thoughtful struct {
	seed  uint64
	think func(context.Context, *compact.Scene, *compact.Chance) compact.Move
}

// Choose implements engine.Player.
func (p thoughtful) Choose(ctx context.Context, s engine.Sight) (json.RawMessage, error) {
	scene, err := sceneOf(s)
	if err != nil {
		return nil, err
	}
	return bodyOf(p.think(ctx, scene, streamOf(p.seed, s))), nil
}

// streamOf returns the random stream of one decision.
func streamOf(seed uint64, s engine.Sight) *compact.Chance {
	c := compact.Chance(seed)
	c = compact.Chance(c.Next() + uint64(len(s.Log)))
	return &c
}

// bodyOf converts a move of a search.
func bodyOf(m compact.Move) json.RawMessage {
	if m == compact.Take {
		return Take()
	}
	return Play(cardOf(compact.Kind(m)))
}
