package table

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"noir/engine"
	"noir/matchmaking"
)

// Hint implements Seat. The table does not wait for it: the house thinks where its
// players think, and whoever has asked waits.
func (c *chair) Hint(ctx context.Context) (matchmaking.Hint, error) {
	critic, judges := c.table.game.(engine.Critic)
	switch {
	case !judges:
		return matchmaking.Hint{}, matchmaking.ErrNoHints
	case !c.table.seats[c.seat].advised.CompareAndSwap(false, true):
		return matchmaking.Hint{}, matchmaking.ErrHinting
	}
	defer c.table.seats[c.seat].advised.Store(false)
	var f matchmaking.Frame
	if err := c.act(ctx, func() error { return c.table.consult(c.seat, &f) }); err != nil {
		return matchmaking.Hint{}, err
	}
	return c.table.ponder(ctx, critic, f)
}

// consult fills in what a seat sees that asks for a hint, and tells the others of it,
// once for a turn.
func (t *Table) consult(s engine.Seat, f *matchmaking.Frame) error {
	now := t.snaps[t.column(s)].Load().frame
	switch {
	case now.End != nil:
		return matchmaking.ErrOver
	case now.Rated:
		return matchmaking.ErrRated
	case now.Turn == nil || !now.Clocks[s].Asked:
		return matchmaking.ErrNotYourTurn
	}
	*f = now
	if t.seats[s].hinted != now.Turn.Ply && t.seats.company(s) {
		t.notes.tell(matchmaking.Note{Code: "hinted", Seat: s})
		t.publish()
	}
	t.seats[s].hinted = now.Turn.Ply
	return nil
}

// ponder has the house judge what a seat sees. The same question has the same answer.
func (t *Table) ponder(ctx context.Context, critic engine.Critic, f matchmaking.Frame) (matchmaking.Hint, error) {
	var j engine.Judgement
	var err error
	failed := t.house.Thinking.Lend(ctx, t.seats[f.Seat].payer.Line(), func(ctx context.Context) {
		j, err = critic.Judge(ctx, f.Sight(), engine.Trial{Seed: uint64(f.Turn.Ply)})
	})
	switch err := cmp.Or(failed, err); {
	case ctx.Err() != nil:
		return matchmaking.Hint{}, ctx.Err()
	case errors.Is(err, matchmaking.ErrDraining):
		return matchmaking.Hint{}, err
	case err != nil:
		t.log().Error("the house cannot judge a position", "err", err)
		return matchmaking.Hint{}, matchmaking.ErrNoIdea
	}
	best := j.Best()
	return matchmaking.Hint{Ply: f.Turn.Ply, Move: slices.Clone(best.Move), Chance: best.Chance}, nil
}
