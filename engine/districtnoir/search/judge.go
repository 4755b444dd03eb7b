package search

import (
	"context"
	"math"

	"noir/engine/districtnoir/compact"
)

// Judge returns the chances of all moves of a seat, by what it knows, when all play on as the network does: each world
// is played out once after every move. It fails with ctx's error when ctx is done before.
func (t Thinker) Judge(ctx context.Context, s *compact.Scene, worlds int, c *compact.Chance) (*Chances, error) {
	chances := t.weigh(ctx, s, s.Table.Moves(), worlds, c)
	return chances, ctx.Err()
}

// The loss of chance that makes a move a bad one; the standard error of a chance from one world, and within how many
// standard errors a verdict is unclear.
var verdicts = [...]float64{0.05, 0.15}

const (
	spread  = 0.35
	unclear = 3
)

// Settle plays more worlds for the best move and for those of some moves whose loss is unclear after the given number
// of worlds. It updates the chances to those of all worlds.
func (t Thinker) Settle(ctx context.Context, s *compact.Scene, chances *Chances, made compact.Moves, worlds, more int, c *compact.Chance) error {
	best := chances.Best(s.Table.Moves())
	among := compact.Moves(0).With(best)
	for m := made.Without(best); m != 0; m = m.Rest() {
		loss, doubt := chances[best]-chances[m.First()], unclear*spread*math.Sqrt2/math.Sqrt(float64(worlds))
		for _, v := range verdicts {
			if math.Abs(loss-v) < doubt {
				among = among.With(m.First())
			}
		}
	}
	if among.Rest() == 0 {
		return nil
	}
	again := t.weigh(ctx, s, among, more, c)
	for m := among; m != 0; m = m.Rest() {
		k := m.First()
		chances[k] = (chances[k]*float64(worlds) + again[k]*float64(more)) / float64(worlds+more)
	}
	return ctx.Err()
}

// JudgeOpen judges the moves of a running game with all present and future cards as they are. All seats play on as the
// network does, which sees what they see. The last round is solved exactly, with both knowing all cards.
func (t Thinker) JudgeOpen(ctx context.Context, p compact.Position, games int, c *compact.Chance) (*Chances, error) {
	var chances Chances
	end := finish{t.Networks, compact.GameEnd}
	for m := p.Moves(); m != 0; m = m.Rest() {
		if p.LastRound() {
			chances[m.First()] = solved(world{p, thinks}, m.First())
			continue
		}
		sum := 0.0
		for range games {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			next := p
			next.Make(m.First())
			sum += float64(of(end.play(&next, c), p.Turn))
		}
		chances[m.First()] = sum / float64(games)
	}
	return &chances, ctx.Err()
}
