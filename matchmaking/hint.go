package matchmaking

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"noir/data"
	"noir/engine"
)

// Hint is what the house would do in a seat's place, by what the seat may know.
type Hint struct {
	Ply    int             // of the turn that it is for
	Move   json.RawMessage // in the form of engine.Game.Read
	Chance float64         // to win with it, from 0 to 1
}

// Hint implements Chair. The table does not wait for it: the house thinks where its
// players think, and whoever has asked waits.
func (c *chair) Hint(ctx context.Context) (Hint, error) {
	critic, judges := c.table.game.(engine.Critic)
	switch {
	case c.seat == engine.Spectator:
		return Hint{}, ErrWatching
	case !judges:
		return Hint{}, ErrNoHints
	case !c.table.advised[c.seat].CompareAndSwap(false, true):
		return Hint{}, ErrHinting
	}
	defer c.table.advised[c.seat].Store(false)
	var f Frame
	if err := c.act(ctx, func() error { return c.table.consult(c.seat, &f) }); err != nil {
		return Hint{}, err
	}
	return c.table.ponder(ctx, critic, f)
}

// consult fills in what a seat sees that asks for a hint, and tells the others of it,
// once for a turn.
func (t *table) consult(s engine.Seat, f *Frame) error {
	now := t.snaps[t.column(s)].Load().frame
	switch {
	case now.End != nil:
		return ErrOver
	case now.Rated:
		return ErrRated
	case now.Turn == nil || !now.Clocks[s].Asked:
		return ErrNotYourTurn
	}
	*f = now
	if t.hinted[s] != now.Turn.Ply && t.company(s) {
		t.note(Note{Code: "hinted", Seat: s})
		t.publish()
	}
	t.hinted[s] = now.Turn.Ply
	return nil
}

// company reports whether there are people on other seats than one.
func (t *table) company(s engine.Seat) bool {
	for i, seat := range t.match.Seats {
		if engine.Seat(i) != s && seat.Kind != data.Bot {
			return true
		}
	}
	return false
}

// ponder has the house judge what a seat sees. The same question has the same answer.
func (t *table) ponder(ctx context.Context, critic engine.Critic, f Frame) (Hint, error) {
	var j engine.Judgement
	var err error
	failed := t.local.thinkers.lend(ctx, t.payers[f.Seat].Line(), func(ctx context.Context) {
		j, err = critic.Judge(ctx, engine.Sight{
			Seat: f.Seat, Seats: len(f.Seats), View: f.View, Legal: f.Turn.Legal, Log: f.Log,
		}, engine.Trial{Seed: uint64(f.Turn.Ply)})
	})
	switch err := cmp.Or(failed, err); {
	case ctx.Err() != nil:
		return Hint{}, ctx.Err()
	case errors.Is(err, ErrDraining):
		return Hint{}, err
	case err != nil:
		t.log().Error("the house cannot judge a position", "err", err)
		return Hint{}, ErrNoIdea
	}
	best := j.Best()
	return Hint{Ply: f.Turn.Ply, Move: slices.Clone(best.Move), Chance: best.Chance}, nil
}
