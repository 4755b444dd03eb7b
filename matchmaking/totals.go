package matchmaking

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"
)

// Totals is what has happened since the house was opened.
type Totals struct {
	Moves    uint64            // stored
	Finished map[string]uint64 // games, by the reason of their end
	Writes   Timing            // of openings, moves and ends to the store
	Failed   uint64            // of these, those that the store did not acknowledge
	Waits    Timing            // in the queue, of those who were seated from it
}

// Timing is how often something was done and how long that took in all.
type Timing struct {
	Count uint64
	Sum   time.Duration
}

func (t *Timing) add(d time.Duration) {
	t.Count++
	t.Sum += d
}

// tally keeps the totals. It is safe for any number of goroutines.
type tally struct {
	mu  sync.Mutex
	now Totals
}

func (t *tally) moved(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Moves += uint64(n)
}

func (t *tally) finished(reason string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now.Finished == nil {
		t.now.Finished = map[string]uint64{}
	}
	t.now.Finished[reason]++
}

// writing is deferred to count a write that began then and has ended with err.
func (t *tally) writing(began time.Time, err *error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Writes.add(time.Since(began))
	if *err != nil && !errors.Is(*err, context.Canceled) {
		t.now.Failed++
	}
}

func (t *tally) waited(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Waits.add(d)
}

func (t *tally) totals() Totals {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now
	now.Finished = maps.Clone(now.Finished)
	return now
}
