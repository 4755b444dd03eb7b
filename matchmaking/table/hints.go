package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"noir/engine"
	"noir/matchmaking"
)

// hints owns which seats have asked for a hint.
type hints struct {
	house   Services
	seats   seats
	notes   *notes
	asked   []int         // by seat: the ply of the newest request
	waiting []atomic.Bool // by seat: a request is under way. Chairs set it, in any goroutine
}

// consult records that a seat asks for a hint. told reports whether the others get a note of
// it, once for each turn. ErrOver, ErrRated, ErrNotYourTurn.
func (h *hints) consult(s engine.Seat, f matchmaking.Frame) (told bool, err error) {
	switch {
	case f.End != nil:
		return false, matchmaking.ErrOver
	case f.Rated:
		return false, matchmaking.ErrRated
	case f.Turn == nil || !f.Clocks[s].Asked:
		return false, matchmaking.ErrNotYourTurn
	}
	told = h.asked[s] != f.Turn.Ply && h.seats.company(s)
	if told {
		h.notes.tell(matchmaking.Note{Code: "hinted", Seat: s})
	}
	h.asked[s] = f.Turn.Ply
	return told, nil
}

// ponder has the house judge what a seat sees. The same question has the same answer. It waits
// in the queue of the house players; any goroutine may call it.
func (h *hints) ponder(ctx context.Context, critic engine.Critic, f matchmaking.Frame) (matchmaking.Hint, error) {
	var j engine.Judgement
	var err error
	failed := h.house.Thinking.Lend(ctx, h.seats[f.Seat].payer.Line(), func(ctx context.Context) {
		j, err = critic.Judge(ctx, f.Sight(), engine.Trial{Seed: uint64(f.Turn.Ply)})
	})
	switch err := cmp.Or(failed, err); {
	case ctx.Err() != nil:
		return matchmaking.Hint{}, ctx.Err()
	case errors.Is(err, matchmaking.ErrDraining):
		return matchmaking.Hint{}, err
	case err != nil:
		h.house.Log.Error("the house cannot judge a position", "err", err)
		return matchmaking.Hint{}, matchmaking.ErrNoIdea
	}
	best := j.Best()
	return matchmaking.Hint{Ply: f.Turn.Ply, Move: slices.Clone(best.Move), Chance: best.Chance}, nil
}
