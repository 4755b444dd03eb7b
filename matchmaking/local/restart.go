package local

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"noir/data"
)

// restart carries the running games from one house to the next: it has the store note
// where their clocks stand, and takes them up from there.
type restart struct{ dealer *dealer }

// resume takes up what the store holds unfinished. A match that cannot be taken
// up is left as it is and logged.
func (r *restart) resume(ctx context.Context) error {
	matches, err := r.dealer.store.Unfinished(ctx)
	if err != nil {
		return fmt.Errorf("read the running games: %w", err)
	}
	var abandoned []*entry
	for _, m := range matches {
		left, err := r.takeUp(ctx, m)
		switch {
		case err != nil:
			r.dealer.services.Log.Error("a running game cannot be taken up", "match", m.ID, "err", err)
		case left != nil:
			abandoned = append(abandoned, left)
		}
	}
	r.dealer.services.Go(func() { r.clearAway(abandoned) })
	return nil
}

// restartHold is how long clocks stand after a start for players who are not back.
const restartHold = 60 * time.Second

// takeUp seats a match that runs. Where nobody can come back to it, it returns the table,
// which does not run.
func (r *restart) takeUp(ctx context.Context, m data.Match) (abandoned *entry, err error) {
	defer func() {
		if v := recover(); v != nil { // or the server would never start again
			err = fmt.Errorf("the rules have panicked: %v", v)
		}
	}()
	if r.dealer.games[m.Game] == nil {
		return nil, fmt.Errorf("unknown game %q", m.Game)
	}
	players := make([]data.PlayerID, len(m.Seats))
	for i, s := range m.Seats {
		players[i] = s.Player
	}
	e, err := r.dealer.entry(ctx, m, players, accountsOf(players), time.Now().Add(restartHold))
	switch {
	case err != nil:
		return nil, err
	case e.Abandoned():
		return e, nil
	}
	r.dealer.engagements.resume(m, players, e.payers, e.Out)
	e.Doze()
	return nil, r.dealer.tables.add(e)
}

// clearedAtOnce is how many matches are discarded together at the start, with one sync of
// the disk.
const clearedAtOnce = 32

// clearAway discards matches to which nobody can come back. What the store does not
// take is discarded at the next start.
func (r *restart) clearAway(abandoned []*entry) {
	for some := range slices.Chunk(abandoned, clearedAtOnce) {
		var all sync.WaitGroup
		for _, e := range some {
			all.Go(func() {
				if err := e.Discard(); err != nil {
					r.dealer.services.Log.With("match", e.match.ID).Error("an abandoned game was not discarded", "err", err)
				}
			})
		}
		all.Wait()
	}
}

// drainTime is how long stop waits for tables that are busy, and then again for
// the store.
const drainTime = time.Second

// stop stops every clock for good, tells every table that the server is going down, and
// has the store note where the clocks stand. It waits neither for a table that is held up
// by the store nor for a store that does not answer: what was thought there since the
// last move is given back after the start.
func (r *restart) stop(ctx context.Context) {
	stood := r.halt(ctx) // before anybody is told, since redrawing would be in the way
	noted := make(chan error, 1)
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	r.dealer.services.Go(func() { noted <- r.dealer.store.Stop(ctx, stood) })
	r.each(func(e *entry) { e.TellDraining(ctx) })
	var err error
	select {
	case err = <-noted:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		r.dealer.services.Log.Error("it was not noted where the clocks stand", "err", err)
	}
}

// halt stops the clocks of all tables and returns where they stand at those that
// have a game running.
func (r *restart) halt(ctx context.Context) map[data.MatchID]time.Duration {
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	var mu sync.Mutex
	stood := map[data.MatchID]time.Duration{}
	r.each(func(e *entry) {
		if at, over, err := e.Halt(ctx); err == nil && !over {
			mu.Lock()
			defer mu.Unlock()
			stood[e.match.ID] = at
		}
	})
	mu.Lock()
	defer mu.Unlock()
	return maps.Clone(stood) // tables that are late still write
}

// each calls f for every table at once, and waits.
func (r *restart) each(f func(*entry)) {
	var all sync.WaitGroup
	for _, e := range r.dealer.tables.all() {
		all.Go(func() { f(e) })
	}
	all.Wait()
}
