// Package tally counts what happens at tables and in the queue, for the operator.
package tally

import (
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"noir/engine"
	"noir/matchmaking"
)

// The limits counted here, by their names in Totals.
const (
	Chairs  = "chairs"  // connections that show one seat
	Phrases = "phrases" // said at a table, free text included
)

// Tally has the counters. It is safe for concurrent use.
type Tally struct {
	Bots atomic.Int64 // at tables now

	writes prometheus.Histogram // of openings, moves and ends in the store
	waits  prometheus.Histogram // in the queue, of players who were seated

	mu  sync.Mutex
	now matchmaking.Totals
}

// New returns a tally in which every counter exists at 0: a monitor must see a counter before
// it grows.
func New() *Tally {
	t := &Tally{
		writes: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "noir_store_write_seconds",
			Help:    "Time that openings, moves and ends took to be stored.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
		}),
		waits: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name:    "noir_queue_wait_seconds",
			Help:    "Time that those who were seated had waited in the queue.",
			Buckets: []float64{1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800},
		}),
	}
	t.now.Finished = map[string]uint64{engine.Aborted: 0}
	t.now.Limits = map[string]uint64{Chairs: 0, Phrases: 0}
	t.now.Panics = map[string]uint64{"rules": 0}
	return t
}

// Moved counts moves that were stored.
func (t *Tally) Moved(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Moves += uint64(n)
}

// Finished counts a finished game by the reason of its end.
func (t *Tally) Finished(reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Finished[reason]++
}

// Met counts that a limit was met.
func (t *Tally) Met(limit string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Limits[limit]++
}

// Lost counts an event that the notifier did not get.
func (t *Tally) Lost() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Untold++
}

// Panicked counts a panic that was recovered.
func (t *Tally) Panicked(where string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Panics[where]++
}

// Writing is deferred to count a write that began then and ended with err.
func (t *Tally) Writing(began time.Time, err *error) {
	t.writes.Observe(time.Since(began).Seconds())
	if *err == nil || errors.Is(*err, context.Canceled) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Failed++
}

// Waited counts how long a player who was seated waited in the queue.
func (t *Tally) Waited(d time.Duration) { t.waits.Observe(d.Seconds()) }

// Figures returns the histograms of how long players wait for the store and in the queue.
func (t *Tally) Figures() []prometheus.Collector { return []prometheus.Collector{t.writes, t.waits} }

// Totals returns a copy of what was counted so far.
func (t *Tally) Totals() matchmaking.Totals {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now
	now.Finished, now.Limits, now.Panics = maps.Clone(now.Finished), maps.Clone(now.Limits), maps.Clone(now.Panics)
	return now
}
