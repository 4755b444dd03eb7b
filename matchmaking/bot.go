package matchmaking

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"noir/data"
	"noir/engine"
)

// A bot at a table that is not fast waits this long before it plays, more or
// less, so that a person can follow.
const (
	botPause  = 600 * time.Millisecond
	botSpread = 1200 * time.Millisecond
)

// bot is a house player on a chair like everybody else's. It sees what its seat
// sees. It runs until the table is closed or ctx ends.
type bot struct {
	chair  Chair
	player engine.Player
	chance *rand.Rand // for the pauses only
	log    *slog.Logger
}

func (b *bot) run(ctx context.Context) {
	defer b.rescue()
	defer b.chair.Leave()
	for after := 0; ; {
		f, err := b.chair.Next(ctx, after)
		if err != nil {
			return
		}
		after = f.Revision
		switch {
		case f.Next != "":
			return
		case f.End != nil && len(f.Rematch) > 0:
			_ = b.chair.Rematch(ctx) // nothing to do when somebody has left meanwhile
		case f.Turn != nil:
			if err := b.move(ctx, f); errors.Is(err, data.ErrUnavailable) {
				after-- // the same frame again
				b.pause(ctx, storeRetry)
			}
		}
	}
}

// rescue has a bot whose thinking has panicked give up its chair; its clock ends
// the game.
func (b *bot) rescue() {
	if v := recover(); v != nil {
		b.log.Error("a house player has panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
	}
}

// move plays. A move that came too late is no matter: another frame follows.
func (b *bot) move(ctx context.Context, f Frame) error {
	if f.Pace != data.Fast {
		b.pause(ctx, botPause+time.Duration(b.chance.Int64N(int64(botSpread))))
	}
	move, err := b.player.Choose(ctx, engine.Sight{
		Seat: f.Seat, Seats: len(f.Seats), View: f.View, Legal: f.Turn.Legal, Log: f.Log,
	})
	if err != nil {
		return err
	}
	return b.chair.Play(ctx, f.Turn.Ply, move)
}

func (b *bot) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
