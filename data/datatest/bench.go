package datatest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/data"
	"noir/engine"
)

// BenchmarkAppend measures acknowledged moves: each caller appends one entry to a match of its own, waits
// until it is on the disk, and goes on. commits returns how many commits there have been.
func BenchmarkAppend(b *testing.B, open func(*testing.B) Store, commits func() float64) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			store := open(b)
			defer store.Close()
			plies := make([]int, callers)
			for c := range callers {
				opened(b, store, data.Match{ID: matchID(c), Pace: data.Live})
			}
			play := engine.Ply{Move: engine.Move{By: engine.ByPlayer, Body: []byte(`{"type":"play","card":"harbor"}`)}}
			measure(b, callers, "moves", commits, func(c, _ int) error {
				plies[c]++
				return store.Append(context.Background(), matchID(c), data.NewEntry(plies[c], play, int64(plies[c])))
			})
		})
	}
}

// BenchmarkFinish measures ends of rated games with forty plies.
func BenchmarkFinish(b *testing.B, open func(*testing.B) Store, commits func() float64) {
	for _, callers := range []int{1, 8} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			store := open(b)
			defer store.Close()
			var people []data.Seat
			for n := range 100 {
				p, err := store.CreatePlayer(b.Context(), fmt.Sprintf("player-%d", n), fmt.Sprintf("SHA256:%d", n), "")
				if err != nil {
					b.Fatal(err)
				}
				people = append(people, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
			}
			for n := range b.N {
				var log []data.Entry
				for ply := 1; ply <= 40; ply++ {
					log = append(log, entry(ply))
				}
				m := data.Match{ID: matchID(n), Rated: true, Pace: data.Day, Seats: []data.Seat{people[n%100], people[(n*7+1)%100]}}
				if m.Seats[0] == m.Seats[1] {
					m.Seats[1] = people[(n+1)%100]
				}
				opened(b, store, m)
				if err := store.Append(b.Context(), m.ID, log...); err != nil {
					b.Fatal(err)
				}
			}
			measure(b, callers, "ends", commits, func(_, n int) error {
				_, err := store.Finish(context.Background(), matchID(n), time.Now(), won(1, 2), entry(41))
				return err
			})
		})
	}
}

func opened(b *testing.B, store data.Store, m data.Match) {
	b.Helper()
	m.Game, m.Started = game, time.Now()
	if m.Seats == nil {
		m.Seats = []data.Seat{{Name: "anna", Kind: data.Guest}, {Name: "bert", Kind: data.Guest}}
	}
	if _, err := store.Open(b.Context(), m); err != nil {
		b.Fatal(err)
	}
}

func matchID(n int) data.MatchID { return data.MatchID(fmt.Sprintf("match-%06d", n)) }

// measure has callers do something b.N times in all. It reports the rate, how long a caller waited, and how many
// changes shared a commit.
func measure(b *testing.B, callers int, things string, commits func() float64, do func(caller, n int) error) {
	before := commits()
	waits := make([]time.Duration, b.N)
	var next atomic.Int64
	var all sync.WaitGroup
	b.ResetTimer()
	for c := range callers {
		all.Go(func() {
			for n := int(next.Add(1)) - 1; n < b.N; n = int(next.Add(1)) - 1 {
				asked := time.Now()
				if err := do(c, n); err != nil {
					b.Error(err)
					return
				}
				waits[n] = time.Since(asked)
			}
		})
	}
	all.Wait()
	b.StopTimer()
	slices.Sort(waits)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), things+"/s")
	b.ReportMetric(waits[b.N/2].Seconds()*1000, "p50-ms")
	b.ReportMetric(waits[b.N*99/100].Seconds()*1000, "p99-ms")
	b.ReportMetric(float64(b.N)/max(commits()-before, 1), things+"/commit")
}

// Commits is how many transactions a store has committed by its figures.
func Commits(b *testing.B, figures []prometheus.Collector) float64 {
	b.Helper()
	known := prometheus.NewRegistry()
	known.MustRegister(figures...)
	all, err := known.Gather()
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range all {
		if f.GetName() == "noir_store_commit_seconds" {
			return float64(f.GetMetric()[0].GetHistogram().GetSampleCount())
		}
	}
	b.Fatal("transactions are not counted")
	return 0
}
