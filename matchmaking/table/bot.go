package table

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/tally"
	"noir/matchmaking/thinking"
)

// thinkingTime is the most that a bot thinks, including the wait for its turn: it answers
// within three seconds however many others think.
const thinkingTime = 2500 * time.Millisecond

// bot is a house player in an ordinary chair. It sees what its seat sees, and moves when asked.
// It runs until the table closes, its chair is taken away or ctx ends.
type bot struct {
	chair    *chair
	player   engine.Player
	temper   engine.Temper
	chance   *rand.Rand // for the temper only
	thinkers *thinking.Pool
	asker    string // whose queue it waits in for a processor
	tally    *tally.Tally
	log      *slog.Logger
}

// newBot seats a house player of a level.
func newBot(c *chair, level string) (*bot, error) {
	t, seed := c.table, rand.Uint64()
	player, err := t.rules.House(level, seed)
	if err != nil {
		return nil, err
	}
	known, _ := t.rules.Info().Opponent(level)
	return &bot{
		chair: c, player: player, temper: known.Temper, chance: rand.New(rand.NewPCG(seed, uint64(c.seat))),
		thinkers: t.services.Thinking, asker: t.game.seats.asker(t.match.ID), tally: t.services.Tally, log: t.services.Log,
	}, nil
}

func (b *bot) run(ctx context.Context) {
	b.tally.Bots.Add(1)
	defer b.tally.Bots.Add(-1)
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
			_ = b.chair.Rematch(ctx) // the player has left meanwhile
		case f.Turn != nil && f.Clocks[f.Seat].Asked:
			switch err := b.move(ctx, f); {
			case errors.Is(err, data.ErrUnavailable):
				after-- // same frame as before
				b.pause(ctx, storeRetry)
			case err == nil, ctx.Err() != nil, overtaken(err):
			default:
				b.log.Error("a house player cannot answer, and its time is over", "seat", f.Seat, "err", err)
				if err := b.chair.lapse(ctx, f.Turn.Ply); err != nil && ctx.Err() == nil && !overtaken(err) {
					b.log.Error("its time is not over either", "seat", f.Seat, "err", err)
				}
			}
		}
	}
}

// overtaken reports whether a move was refused because something else has happened at the table.
// Another frame follows, or none.
func overtaken(err error) bool {
	for _, known := range []error{matchmaking.ErrStale, matchmaking.ErrNotYourTurn, matchmaking.ErrOver, matchmaking.ErrDraining} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// move plays a move.
func (b *bot) move(ctx context.Context, f matchmaking.Frame) error {
	answer := time.Now()
	if f.Pace != data.Fast {
		answer = answer.Add(b.mood())
	}
	within, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	move, err := b.thinkers.Choose(ctx, within, b.asker, b.player, f.Sight())
	if err != nil {
		return err
	}
	b.pause(ctx, time.Until(answer))
	return b.chair.Play(ctx, f.Turn.Ply, move)
}

// mood returns how long the next answer takes, by the player's temper.
func (b *bot) mood() time.Duration {
	return b.temper.Least + time.Duration(b.chance.Int64N(int64(b.temper.Most-b.temper.Least)+1))
}

func (b *bot) pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
