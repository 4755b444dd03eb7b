package local

import (
	"context"
	"log/slog"
	"time"

	"noir/data"
)

// prune looks for expired games every pruneEvery and removes them in pieces. After each piece
// it pauses as long as the piece took, at least prunePause.
const (
	pruneEvery = time.Hour
	prunePause = 20 * time.Millisecond
)

// prune removes expired games from the store at intervals until ctx ends.
func prune(ctx context.Context, s store, log *slog.Logger) {
	timer := time.NewTimer(pruneEvery)
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		from := time.Now()
		_, more, err := s.Prune(ctx, from.Add(-data.KeptFor))
		if err != nil && ctx.Err() == nil {
			log.Warn("games whose time is over are not removed", "err", err)
		}
		next := pruneEvery
		if more && err == nil {
			next = max(prunePause, time.Since(from))
		}
		timer.Reset(next)
	}
}
