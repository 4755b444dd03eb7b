package local

import (
	"context"
	"maps"
	"sync"
	"time"

	"noir/data"
)

// drainTime is how long Drain waits for tables that are busy, and then again for
// the store.
const drainTime = time.Second

// Drain closes the queue, opens no more tables, stops every clock for good, tells
// every table that the server is going down, and has the store note where the
// clocks stand: from there a game goes on when it is taken up. A move that is made
// after that is stored as ever, at the time that stands. Drain waits neither for
// a table that is held up by the store nor for a store that does not answer: what
// was thought there since the last move is given back after the start.
func (l *Broker) Drain(ctx context.Context) {
	l.mu.Lock()
	l.draining = true
	l.mu.Unlock()
	l.queue.Close()
	l.board.Shut()
	stood := l.halt(ctx) // before anybody is told: whoever redraws is in the way
	noted := make(chan error, 1)
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	l.work.Go(func() { noted <- l.store.Stop(ctx, stood) })
	l.each(func(t *entry) { t.TellDraining(ctx) })
	var err error
	select {
	case err = <-noted:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		l.log.Error("it was not noted where the clocks stand", "err", err)
	}
}

// halt stops the clocks of all tables and returns where they stand at those that
// have a game running.
func (l *Broker) halt(ctx context.Context) map[data.MatchID]time.Duration {
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	var mu sync.Mutex
	stood := map[data.MatchID]time.Duration{}
	l.each(func(t *entry) {
		if at, over, err := t.Halt(ctx); err == nil && !over {
			mu.Lock()
			defer mu.Unlock()
			stood[t.match.ID] = at
		}
	})
	mu.Lock()
	defer mu.Unlock()
	return maps.Clone(stood) // tables that are late still write
}

// each calls f for every table at once, and waits.
func (l *Broker) each(f func(*entry)) {
	var all sync.WaitGroup
	for _, t := range l.all() {
		all.Go(func() { f(t) })
	}
	all.Wait()
}
