package thinking_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noir/engine"
	"noir/matchmaking/thinking"
)

// deep thinks for as long as it may.
type deep struct{}

func (deep) Choose(ctx context.Context, _ engine.Sight) (json.RawMessage, error) {
	ponder(ctx)
	return json.RawMessage(`1`), nil
}

func ponder(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(100 * time.Millisecond)
	}
}

// TestAThoughtGivesWayToOthers: a house player has all of its time while nobody waits but its own asker, and a second
// once another asker waits; other thoughts are never cut short.
func TestAThoughtGivesWayToOthers(t *testing.T) {
	t.Parallel()
	const lent = "lent" // what this asker has done is no house player's move
	for _, c := range []struct {
		name   string
		askers []string // one after the other, a moment apart
		ends   []time.Duration
		late   uint64
	}{
		{"alone", []string{"a"}, []time.Duration{3 * time.Second}, 0},
		{"another waits", []string{"a", "b"}, []time.Duration{time.Second, 3 * time.Second}, 0},
		{"two others wait", []string{"a", "b", "c"}, []time.Duration{time.Second, 2 * time.Second, 3 * time.Second}, 0},
		{"the same asker waits", []string{"a", "a"}, []time.Duration{3 * time.Second, 3 * time.Second}, 1},
		{"a review is under way", []string{lent, "b"}, []time.Duration{3 * time.Second, 3 * time.Second}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pool := thinking.New(1, slog.New(slog.DiscardHandler))
				defer pool.Close()
				within, cancel := context.WithTimeout(t.Context(), 3*time.Second)
				defer cancel()
				began, ends := time.Now(), make([]time.Duration, len(c.askers))
				var all sync.WaitGroup
				for i, asker := range c.askers {
					all.Go(func() {
						var err error
						if asker == lent {
							err = pool.Lend(t.Context(), asker, func(context.Context) { ponder(within) })
						} else {
							_, err = pool.Choose(t.Context(), within, asker, deep{}, engine.Sight{})
						}
						if err != nil {
							t.Errorf("%s: %v", asker, err)
						}
						ends[i] = time.Since(began).Round(time.Second)
					})
					synctest.Wait()
				}
				all.Wait()
				if late := pool.Figures().Late; !slices.Equal(ends, c.ends) || late != c.late {
					t.Errorf("they ended after %v, %d without time", ends, late)
				}
			})
		})
	}
}
