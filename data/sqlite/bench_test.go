package sqlite_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"noir/data"
	"noir/data/sqlite"
	"noir/engine"
)

// BenchmarkAppend measures acknowledged moves: each caller appends one entry to
// a match of its own, waits until it is on the disk, and goes on.
func BenchmarkAppend(b *testing.B) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			store, err := sqlite.Open(b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			for c := range callers {
				_, err := store.Open(b.Context(), data.Match{
					ID: matchID(c), Game: "district-noir", Pace: data.Live, Started: time.Now(),
					Seats: []data.Seat{{Name: "anna", Kind: data.Guest}, {Name: "bert", Kind: data.Guest}},
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ResetTimer()
			waits := make([]time.Duration, callers)
			var all sync.WaitGroup
			for c := range callers {
				moves := b.N / callers
				if c < b.N%callers {
					moves++
				}
				all.Go(func() { waits[c] = appendMoves(b, store, matchID(c), moves) })
			}
			all.Wait()
			var worst time.Duration
			for _, w := range waits {
				worst = max(worst, w)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(worst.Seconds()*1000, "worst-ms")
		})
	}
}

func matchID(n int) data.MatchID { return data.MatchID(fmt.Sprintf("match-%03d", n)) }

// appendMoves plays one caller and returns its longest wait.
func appendMoves(b *testing.B, store data.Store, id data.MatchID, moves int) (worst time.Duration) {
	play := engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: []byte(`{"type":"play","card":"harbor"}`)}}
	for ply := 1; ply <= moves; ply++ {
		asked := time.Now()
		err := store.Append(context.Background(), id, data.NewEntry(ply, play, int64(ply)))
		if err != nil {
			b.Error(err)
			return worst
		}
		worst = max(worst, time.Since(asked))
	}
	return worst
}
