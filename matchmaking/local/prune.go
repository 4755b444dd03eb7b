package local

import (
	"context"
	"log/slog"
	"time"

	"noir/data"
)

// Games that are kept only for a time are looked at every pruneEvery. They are removed in
// pieces. Between two there is a pause as long as the last piece took, at least prunePause.
const (
	pruneEvery = time.Hour
	prunePause = 20 * time.Millisecond
)

// prune removes games whose time is over from the store now and then, until ctx ends.
func prune(ctx context.Context, s store, log *slog.Logger) {
	timer := time.NewTimer(pruneEvery)
	defer timer.Stop()
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
