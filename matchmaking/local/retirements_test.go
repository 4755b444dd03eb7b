package local

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/data"
	"noir/internal/workers"
)

// unwilling refuses some matches, each so many times.
type unwilling struct {
	refuses map[data.MatchID]int
	with    error

	mu    sync.Mutex
	tried map[data.MatchID]int
}

func (u *unwilling) Retire(_ context.Context, id data.MatchID, _ ...data.PlayerID) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.tried[id]++; u.tried[id] <= u.refuses[id] {
		return u.with
	}
	return nil
}

// TestRetirementsAreTriedAgain: each once a second until it succeeds, also when others do not, and the log says so now and
// then. A match that another process runs is left to it.
func TestRetirementsAreTriedAgain(t *testing.T) {
	for _, c := range []struct {
		with  error
		tried string // after four seconds
		lines int    // in the log after ten minutes and a half
	}{
		{errors.New("no room"), "map[fine:1 late:4 never:5]", 11},
		{fmt.Errorf("not mine: %w", data.ErrFenced), "map[fine:1 late:1 never:1]", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			var log strings.Builder
			store := &unwilling{refuses: map[data.MatchID]int{"never": 1 << 30, "late": 3}, with: c.with, tried: map[data.MatchID]int{}}
			rs := &retirements{store: store, group: workers.NewGroup(t.Context()), log: slog.New(slog.NewTextHandler(&log, nil))}
			for _, id := range []data.MatchID{"never", "late", "fine"} {
				rs.add(id, []data.PlayerID{1})
			}
			time.Sleep(4 * time.Second)
			synctest.Wait()
			store.mu.Lock()
			if got := fmt.Sprint(store.tried); got != c.tried {
				t.Errorf("%v: %s were tried, want %s", c.with, got, c.tried)
			}
			store.mu.Unlock()
			time.Sleep(10*time.Minute + 30*time.Second)
			rs.group.Close()
			if lines := strings.Count(log.String(), "no room"); lines != c.lines {
				t.Errorf("%v: the log has %d lines:\n%s", c.with, lines, log.String())
			}
		})
	}
}
