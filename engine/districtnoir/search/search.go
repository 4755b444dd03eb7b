package search

import (
	"context"
	"math/bits"

	"noir/engine/districtnoir/compact"
	"noir/engine/districtnoir/network"
)

// Favourite returns the move that the policy likes best on a table, by what the seat on move sees.
func Favourite(table compact.Position) compact.Move { return favourite(&table) }

// Thinker searches with the networks that it has.
type Thinker struct{ Networks *network.Weights }

// House is what house players think with.
var House = Thinker{network.Learned}

// Search plays a number of games for what a seat knows and returns the best of its
// moves. First all moves get the same part of the games, then the better half of
// them, and so on. When ctx is done it answers from what it has.
func (t Thinker) Search(ctx context.Context, s *compact.Scene, games int, c *compact.Chance) compact.Move {
	if m, clear := plain(ctx, s); clear {
		return m
	}
	among := s.Table.Moves()
	b := t.believe(s)
	defer b.forget()
	tree, fell := plant(b.worlds(s), thisRound(t.Networks, &s.Table), games)
	defer fell()
	for part := games / bits.Len(uint(among.Len()-1)); among.Rest() != 0; {
		if tree.grow(ctx, among, part, c) != nil {
			break
		}
		among = tree.chances().better(among)
	}
	return tree.chances().Best(among)
}

// Sample plays each of a number of worlds once after every move, and returns the best of the moves. When ctx is done
// it answers from what it has.
func (t Thinker) Sample(ctx context.Context, s *compact.Scene, worlds int, c *compact.Chance) compact.Move {
	if m, clear := plain(ctx, s); clear {
		return m
	}
	return t.weigh(ctx, s, s.Table.Moves(), worlds, c).Best(s.Table.Moves())
}

// weigh plays each of a number of worlds once after every one of some moves. When ctx is done the chances are those of
// the worlds so far.
func (t Thinker) weigh(ctx context.Context, s *compact.Scene, among compact.Moves, worlds int, c *compact.Chance) *Chances {
	var sum Chances
	b := t.believe(s)
	defer b.forget()
	next, end := b.worlds(s), thisRound(t.Networks, &s.Table)
	for n := range worlds {
		if n > 0 && ctx.Err() != nil {
			worlds = n
			break
		}
		world := next()
		for m := among; m != 0; m = m.Rest() {
			p := world.Position
			p.Make(m.First())
			sum[m.First()] += float64(of(end.play(&p, c), s.Table.Turn))
		}
	}
	for m := range sum {
		sum[m] /= float64(worlds)
	}
	return &sum
}

// plain returns the move that needs no thought, if there is one: the only one, the
// one that wins at once, or, when there is no time, the policy's.
func plain(ctx context.Context, s *compact.Scene) (m compact.Move, clear bool) {
	return favourite(&s.Table), ctx.Err() != nil || s.Table.Wins() || s.Table.Moves().Rest() == 0
}
