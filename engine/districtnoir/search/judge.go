package search

import (
	"context"

	"noir/engine/districtnoir/compact"
)

// Judge plays games for what a seat knows, as many after each of its moves, and
// returns the chances of all. It fails with ctx's error when ctx is done before.
func (t Thinker) Judge(ctx context.Context, s *compact.Scene, games int, c *compact.Chance) (*Chances, error) {
	b := t.believe(s)
	defer b.forget()
	tree, fell := plant(b.worlds(s), thisRound(t.Networks, &s.Table), games)
	defer fell()
	if err := tree.grow(ctx, s.Table.Moves(), games, c); err != nil {
		return nil, err
	}
	return tree.chances(), nil
}

// JudgeOpen judges the moves of a running game in which both know all cards, those
// to come too. The last round it plays exactly, without games.
func JudgeOpen(ctx context.Context, p compact.Position, games int, c *compact.Chance) (*Chances, error) {
	if p.LastRound() {
		var chances Chances
		for m := p.Moves(); m != 0; m = m.Rest() {
			chances[m.First()] = solved(world{p, thinks}, m.First())
		}
		return &chances, ctx.Err()
	}
	t, fell := plant(func() world { return world{p, thinks} }, finish{at: compact.GameEnd}, games)
	defer fell()
	if err := t.grow(ctx, p.Moves(), games, c); err != nil {
		return nil, err
	}
	return t.chances(), nil
}
