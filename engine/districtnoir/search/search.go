package search

import (
	"context"
	"math/bits"

	"noir/engine/districtnoir/compact"
)

// Favourite returns the move that the policy likes best on a table, of which it
// looks at what the seat on move sees.
func Favourite(table compact.Position) compact.Move { return favourite(&table) }

// Search plays a number of games for what a seat knows and returns the best of its
// moves. First all moves get the same part of the games, then the better half of
// them, and so on. When ctx is done it answers from what it has.
func Search(ctx context.Context, s *compact.Scene, games int, c *compact.Chance) compact.Move {
	if m, clear := plain(ctx, s); clear {
		return m
	}
	among := s.Table.Moves()
	b := believe(s)
	defer b.forget()
	if s.Table.LastRound() {
		if among = b.sound(s, among); among.Rest() == 0 {
			return among.First()
		}
	}
	t, fell := plant(b.worlds(s, c), s.Table.RoundEnd(), games)
	defer fell()
	for part := games / bits.Len(uint(among.Len()-1)); among.Rest() != 0; {
		if t.grow(ctx, among, part, c) != nil {
			break
		}
		among = t.chances().better(among)
	}
	return t.chances().Best(among)
}

// Sample plays each of a number of worlds once after every move, by the policy, and
// returns the best of the moves. When ctx is done it answers from what it has.
func Sample(ctx context.Context, s *compact.Scene, worlds int, c *compact.Chance) compact.Move {
	if m, clear := plain(ctx, s); clear {
		return m
	}
	moves := s.Table.Moves()
	var sum Chances
	b := believe(s)
	defer b.forget()
	next := b.worlds(s, c)
	for range worlds {
		if ctx.Err() != nil {
			break
		}
		world := next()
		for m := moves; m != 0; m = m.Rest() {
			p := world.Position
			p.Make(m.First())
			sum[m.First()] += won(playout(&p, c), s.Table.Turn)
		}
	}
	return sum.Best(moves)
}

// plain returns the move that needs no thought, if there is one: the only one, the
// one that wins at once, or, when there is no time, the policy's.
func plain(ctx context.Context, s *compact.Scene) (m compact.Move, clear bool) {
	return favourite(&s.Table), ctx.Err() != nil || s.Table.Wins() || s.Table.Moves().Rest() == 0
}
