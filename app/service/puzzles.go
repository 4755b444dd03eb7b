package service

import (
	"context"
	"errors"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
	"noir/matchmaking/replay"
)

// Puzzles has the use cases about the puzzle of the day.
type Puzzles struct {
	store replay.Puzzles
	games []engine.Game
}

// Today returns a visitor's puzzle of the day. The error wraps data.ErrNotFound while there is
// none.
func (p Puzzles) Today(ctx context.Context, visitor data.Player, now time.Time) (*replay.Daily, error) {
	daily, err := replay.FindDaily(ctx, p.store, p.games, visitor, now)
	if errors.Is(err, data.ErrNotFound) {
		return nil, language.Sentence(err, "there is no puzzle today; puzzles come from reviewed games")
	}
	return daily, err
}
