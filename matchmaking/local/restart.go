package local

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"noir/data"
	"noir/internal/quota"
	"noir/internal/workers"
)

// restart carries the running games across a restart: it stores where their clocks stand, and
// resumes them from there.
type restart struct {
	store       store
	games       games
	players     players
	guests      *guests
	engagements *engagements
	retirements *retirements
	tables      *registry
	dealer      *dealer
	group       *workers.Group
	log         *slog.Logger

	mu sync.Mutex // held while a match is taken up: it may be found in two ways
}

// resume resumes unfinished matches. A match that cannot be resumed stays in the store and is logged.
func (r *restart) resume(ctx context.Context, matches []data.Match) {
	var abandoned []*entry
	known := r.known(ctx, matches)
	for _, m := range matches {
		left, err := r.takeUp(m, accountsOf(m.Players()), known[m.Game], time.Now().Add(restartHold))
		switch {
		case err != nil:
			r.log.Error("a running game cannot be taken up", "match", m.ID, "err", err)
		case left != nil:
			abandoned = append(abandoned, left)
		}
	}
	r.group.Go(func() { r.clearAway(abandoned) })
}

// restartHold is how long clocks stand after a start for players who are not back yet.
const restartHold = 60 * time.Second

// takeOn begins matches that another broker has stored.
func (r *restart) takeOn(ctx context.Context, matches []data.Match, payers []quota.Payer) {
	var abandoned []*entry
	known := r.known(ctx, matches)
	for _, m := range matches {
		var heldUntil time.Time
		if len(m.Moves) > 0 {
			heldUntil = time.Now().Add(restartHold)
		}
		paid := payers
		if len(paid) != len(m.Seats) {
			paid = accountsOf(m.Players())
		}
		left, err := r.takeUp(m, paid, known[m.Game], heldUntil)
		switch {
		case err != nil:
			r.log.Error("a new game cannot be taken on", "match", m.ID, "err", err)
		case left != nil:
			abandoned = append(abandoned, left)
		}
	}
	r.clearAway(abandoned)
}

// known returns what the tables of some matches have to know about their players, by game. If the store fails they show
// no ratings.
func (r *restart) known(ctx context.Context, matches []data.Match) map[string]map[data.PlayerID]data.Person {
	players := map[string][]data.PlayerID{}
	for _, m := range matches {
		players[m.Game] = append(players[m.Game], m.Players()...)
	}
	known := make(map[string]map[data.PlayerID]data.Person, len(players))
	for game, ids := range players {
		known[game], _ = r.players.people(ctx, game, ids)
	}
	return known
}

// takeUp runs a stored match, unless it runs here already. If nobody can come back it returns the table without running
// it.
func (r *restart) takeUp(m data.Match, payers []quota.Payer, known map[data.PlayerID]data.Person, heldUntil time.Time) (abandoned *entry, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		if v := recover(); v != nil { // otherwise the server could never start again
			err = fmt.Errorf("the rules have panicked: %v", v)
		}
	}()
	if r.games[m.Game] == nil {
		return nil, fmt.Errorf("unknown game %q", m.Game)
	}
	if r.engagements.knows(m.ID) {
		return nil, nil
	}
	players := m.Players()
	for _, p := range players {
		r.guests.arrive(p)
	}
	m.Seats = named(m.Seats)
	e, err := r.dealer.entry(m, players, payers, known, heldUntil)
	switch {
	case err != nil:
		return nil, err
	case e.Abandoned():
		return e, nil
	}
	r.engagements.resume(m, players, e.payers, e.Out)
	if out := slices.DeleteFunc(e.gone(), data.PlayerID.Guest); len(out) > 0 && exclusive(players, m.Pace) {
		r.retirements.add(m.ID, out)
	}
	e.Doze()
	return nil, r.tables.add(e)
}

// clearedAtOnce is how many matches are discarded in one transaction at the start.
const clearedAtOnce = 32

// clearAway discards matches to which nobody can come back. If the store fails, the next start
// discards them.
func (r *restart) clearAway(abandoned []*entry) {
	for some := range slices.Chunk(abandoned, clearedAtOnce) {
		var all sync.WaitGroup
		for _, e := range some {
			all.Go(func() {
				if err := e.Discard(); err != nil {
					r.log.With("match", e.match.ID).Error("an abandoned game was not discarded", "err", err)
				}
			})
		}
		all.Wait()
	}
}

// drainTime is how long stop waits for busy tables, and then again for the store.
const drainTime = time.Second

// stop stops every clock for good, tells every table that the server is going down, and stores
// where the clocks stand. It gives up on tables that hang in a write and on a store that does
// not answer: their thinking time since the last move is given back after the start.
func (r *restart) stop(ctx context.Context) {
	stood := r.halt(ctx) // before viewers get the news, since redrawing takes time
	noted := make(chan error, 1)
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	r.group.Go(func() { noted <- r.store.Stop(ctx, stood) })
	r.each(func(e *entry) { e.TellDraining(ctx) })
	var err error
	select {
	case err = <-noted:
	case <-ctx.Done():
		err = ctx.Err()
	}
	r.noted(err)
}

func (r *restart) noted(err error) {
	if err != nil {
		r.log.Error("it was not noted where the clocks stand", "err", err)
	}
}

// handOver stops every clock for good, stores where the clocks stand, releases the running matches and drops their
// tables. Tables that are not released within twice drainTime are told that the server is going down. A released table
// that hangs in a write is not waited for longer than drainTime: the write is refused, and ends it.
func (r *restart) handOver(ctx context.Context, release func(ctx context.Context, matches []data.MatchID) error) {
	stood := r.halt(ctx)
	limited, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	r.noted(r.store.Stop(limited, stood))
	released := slices.Collect(maps.Keys(stood))
	if err := release(limited, released); err != nil {
		r.log.Error("the running games were not handed over", "err", err)
	} else {
		limited, cancel := context.WithTimeout(ctx, drainTime)
		defer cancel()
		r.drop(limited, r.tables.these(released))
	}
	limited, cancel = context.WithTimeout(ctx, drainTime)
	defer cancel()
	r.each(func(e *entry) { e.TellDraining(limited) })
}

// drop ends tables as they stand, without a word.
func (r *restart) drop(ctx context.Context, tables []*entry) {
	var all sync.WaitGroup
	for _, e := range tables {
		all.Go(func() { e.Drop(ctx) })
	}
	all.Wait()
}

// halt stops the clocks of all tables and returns those of running games.
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
	return maps.Clone(stood) // late tables are still writing
}

// each calls f for every table concurrently, and waits.
func (r *restart) each(f func(*entry)) {
	var all sync.WaitGroup
	for _, e := range r.tables.all() {
		all.Go(func() { f(e) })
	}
	all.Wait()
}
