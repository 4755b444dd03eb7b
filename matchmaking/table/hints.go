package table

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
)

// mostHint is the most that a hint is charged: its thread also waits for others, at a low priority.
const mostHint = time.Second / 2

// hints owns which seats have asked for a hint, and what they were told.
type hints struct {
	services Services
	seats    seats
	notes    *notes
	asked    []int         // by seat: the ply of the newest request
	waiting  []atomic.Bool // by seat: a request is under way. Chairs set it, in any goroutine
	given    []given       // by seat: the newest hint. It belongs to the request under way
}

// given is a hint and the view that it is for.
type given struct {
	hint matchmaking.Hint
	view json.RawMessage
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

// ponder returns what the house thinks of what a seat sees. The same question has the same answer,
// so it is thought about once. The seat's request must be under way; any goroutine may call it.
func (h *hints) ponder(ctx context.Context, critic engine.Critic, f matchmaking.Frame) (matchmaking.Hint, error) {
	last := &h.given[f.Seat]
	if last.hint.Ply == f.Turn.Ply && bytes.Equal(last.view, f.View) {
		return last.hint, nil
	}
	best, err := h.think(ctx, critic, f)
	if err != nil {
		return matchmaking.Hint{}, err
	}
	*last = given{matchmaking.Hint{Ply: f.Turn.Ply, Move: slices.Clone(best.Move), Chance: best.Chance}, f.View}
	return last.hint, nil
}

// think has the house judge what a seat sees. It waits until the payer may use the processor, and
// then in the queue of the house players. *quota.Refused, ErrNoIdea, ErrDraining, or ctx's error.
func (h *hints) think(ctx context.Context, critic engine.Critic, f matchmaking.Frame) (best engine.Judged, err error) {
	payer := cmp.Or(quota.From(ctx), h.seats[f.Seat].payer)
	if err := h.services.Quota.Pay(ctx, payer, quota.Processor, 0, quota.Patience); err != nil {
		return best, err
	}
	var j engine.Judgement
	failed := h.services.Thinking.Lend(ctx, payer.Line(), func(ctx context.Context) {
		began := time.Now()
		defer func() {
			h.services.Quota.Charge(payer, quota.Processor, min(time.Since(began), mostHint).Seconds())
		}()
		j, err = critic.Judge(ctx, f.Sight(), engine.Trial{Seed: uint64(f.Turn.Ply)})
	})
	switch err := cmp.Or(failed, err); {
	case ctx.Err() != nil:
		return best, ctx.Err()
	case errors.Is(err, matchmaking.ErrDraining):
		return best, err
	case err != nil:
		h.services.Log.Error("the house cannot judge a position", "err", err)
		return best, matchmaking.ErrNoIdea
	}
	return j.Best(), nil
}
