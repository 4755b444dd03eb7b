package matchmaking

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"noir/engine"
)

// Totals is what has happened since the house was opened.
type Totals struct {
	Moves    uint64            // stored
	Finished map[string]uint64 // games, by the reason of their end
	Writes   Timing            // of openings, moves and ends to the store
	Failed   uint64            // of these, those that the store did not acknowledge
	Waits    Timing            // in the queue, of those who were seated from it
	Limits   map[string]uint64 // how often a limit was met: chairs, phrases, bot_cpu
	Untold   uint64            // events that were lost before a Herald was told of them
	Panics   map[string]uint64 // recovered, by where: house, rules
}

// Timing is how often something was done and how long it took.
type Timing struct {
	Count uint64
	Sum   time.Duration
	Steps []Step // rising
}

// Step is how often something took a time or less.
type Step struct {
	Most  time.Duration
	Count uint64
}

// The steps by which writes and waits are told.
var (
	writeSteps = [...]time.Duration{
		100 * time.Microsecond, 250 * time.Microsecond, 500 * time.Microsecond,
		time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond,
		10 * time.Millisecond, 25 * time.Millisecond, 50 * time.Millisecond,
		100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond,
		time.Second, 2500 * time.Millisecond, 5 * time.Second,
	}
	waitSteps = [...]time.Duration{
		time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 20 * time.Second, 30 * time.Second,
		time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	}
)

// add counts a time, told by the steps given.
func (t *Timing) add(d time.Duration, steps []time.Duration) {
	if t.Steps == nil {
		t.Steps = make([]Step, len(steps))
		for i, most := range steps {
			t.Steps[i].Most = most
		}
	}
	t.Count++
	t.Sum += d
	for i := range t.Steps {
		if d <= t.Steps[i].Most {
			t.Steps[i].Count++
		}
	}
}

// tally keeps the totals. It is safe for any number of goroutines.
type tally struct {
	bots     atomic.Int64 // that sit at tables
	thinking atomic.Int64 // moves and hints that the house thinks about
	idle     atomic.Int64 // and those that wait for a processor

	mu  sync.Mutex
	now Totals
}

// begin has what can happen counted from 0: what is watched for its growth must
// be there before it grows.
func (t *tally) begin() {
	t.now.Finished = map[string]uint64{engine.Aborted: 0}
	t.now.Limits = map[string]uint64{limitChairs: 0, limitPhrases: 0, limitBotCPU: 0}
	t.now.Panics = map[string]uint64{"house": 0, "rules": 0}
}

func (t *tally) moved(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Moves += uint64(n)
}

func (t *tally) finished(reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Finished[reason]++
}

// met counts that somebody has met a limit.
func (t *tally) met(limit string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Limits[limit]++
}

// panicked counts a panic that was recovered.
func (t *tally) panicked(where string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Panics[where]++
}

// writing is deferred to count a write that began then and has ended with err.
func (t *tally) writing(began time.Time, err *error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Writes.add(time.Since(began), writeSteps[:])
	if *err != nil && !errors.Is(*err, context.Canceled) {
		t.now.Failed++
	}
}

func (t *tally) waited(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Waits.add(d, waitSteps[:])
}

func (t *tally) totals() Totals {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now
	now.Finished, now.Limits, now.Panics = maps.Clone(now.Finished), maps.Clone(now.Limits), maps.Clone(now.Panics)
	now.Writes.Steps, now.Waits.Steps = slices.Clone(now.Writes.Steps), slices.Clone(now.Waits.Steps)
	return now
}
