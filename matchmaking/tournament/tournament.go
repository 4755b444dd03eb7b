// Package tournament caches the events and their standings.
package tournament

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/internal/cached"
	"noir/matchmaking"
	"noir/matchmaking/queue/pairing"
)

const (
	tournamentsAge    = 500 * time.Millisecond // how often the events are read while somebody asks for them
	tournamentsWanted = 5 * time.Second        // how long after a question somebody counts as asking
	tournamentsRest   = 5 * time.Minute        // how often events are checked when nobody asks
	tournamentsLast   = 12 * time.Hour         // how long after its end an event is listed
	standingsAge      = time.Second            // greatest age of standings
)

// Store has the methods of data.Store for events.
type Store interface {
	Settle(ctx context.Context) error
	Tournaments(ctx context.Context, since time.Time) ([]data.Tournament, error)
	Tournament(ctx context.Context, id int64) (data.Tournament, error)
	Standings(ctx context.Context, tournament int64, limit, offset int) ([]data.Score, int, error)
}

// Calendar has the running, coming and latest events. It is safe for concurrent use.
type Calendar struct {
	known  *cached.Value[[]data.Tournament]
	reader cached.Reader
	store  Store
	asked  atomic.Int64  // when somebody last asked, in nanoseconds since 1970
	wake   chan struct{} // has Run look at once: somebody asks again

	mu        sync.Mutex
	standings map[int64]*cached.Value[[]data.Score] // by event
}

// New returns the calendar of a store, which r reads in the background.
func New(r cached.Reader, store Store) *Calendar {
	c := &Calendar{reader: r, store: store, wake: make(chan struct{}, 1), standings: map[int64]*cached.Value[[]data.Score]{}}
	c.known = cached.New(r, "what events there are", tournamentsAge/2, c.look)
	return c
}

// look has the store open and close what is due, and reads the events.
func (c *Calendar) look(ctx context.Context) ([]data.Tournament, error) {
	if err := c.store.Settle(ctx); err != nil {
		return nil, err
	}
	return c.store.Tournaments(ctx, time.Now().Add(-tournamentsLast))
}

// Run reads the events for all who ask until ctx ends: twice a second while somebody does, and now and
// then when nobody does.
func (c *Calendar) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		case <-timer.C:
		}
		c.known.Refresh()
		rest := tournamentsRest
		if c.wanted() {
			rest = tournamentsAge
		}
		timer.Reset(rest)
	}
}

// wanted reports whether somebody asks for the events.
func (c *Calendar) wanted() bool { return time.Since(time.Unix(0, c.asked.Load())) < tournamentsWanted }

// Find returns a listed event. It does not block.
func (c *Calendar) Find(id int64) (data.Tournament, bool) {
	return data.TournamentByID(c.known.Get(), id)
}

// LookFor returns an event that has not ended, even one that was just opened. It blocks on the
// store. ErrNoTournament, ErrTournamentOver.
func (c *Calendar) LookFor(ctx context.Context, id int64) (data.Tournament, error) {
	if _, err := c.known.Read(ctx); err != nil {
		return data.Tournament{}, err
	}
	one, ok := c.Find(id)
	if !ok {
		var err error
		if one, err = c.store.Tournament(ctx, id); errors.Is(err, data.ErrNotFound) {
			return one, matchmaking.ErrNoTournament
		} else if err != nil {
			return one, data.Unavailable(err)
		}
		c.known.Invalidate()
		if _, err := c.known.Read(ctx); err != nil {
			return one, err
		}
	}
	if !time.Now().Before(one.Ends) {
		return one, matchmaking.ErrTournamentOver
	}
	return one, nil
}

// List returns running, coming and recent events, half a second old for somebody who asks every few
// seconds. It is shared and never changes. It does not block.
func (c *Calendar) List() []data.Tournament {
	known := c.wanted()
	if c.asked.Store(time.Now().UnixNano()); !known {
		select {
		case c.wake <- struct{}{}:
		default: // Run is about to look
		}
	}
	return c.known.Get()
}

// Standings returns the table of an event, best first, at most a second old. It is shared and
// never changes. It blocks on the store. matchmaking.ErrNoTournament.
func (c *Calendar) Standings(ctx context.Context, tournament int64) ([]data.Score, error) {
	rows, err := c.table(tournament).Read(ctx)
	if errors.Is(err, data.ErrNotFound) {
		err = matchmaking.ErrNoTournament
	}
	return rows, err
}

// table returns the standings of an event. It forgets those that nobody has asked for in a while.
func (c *Calendar) table(tournament int64) *cached.Value[[]data.Score] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known := c.standings[tournament]; known != nil {
		return known
	}
	maps.DeleteFunc(c.standings, func(_ int64, known *cached.Value[[]data.Score]) bool { return known.Idle() })
	known := cached.New(c.reader, "who stands where in an event", standingsAge, func(ctx context.Context) ([]data.Score, error) {
		rows, _, err := c.store.Standings(ctx, tournament, math.MaxInt, 0)
		return rows, err
	})
	c.standings[tournament] = known
	return known
}

// Form returns the value by which an event's players are paired: their points, within one window
// of the pairing, so that nobody waits for an equal. It blocks on the store.
// matchmaking.ErrNoTournament.
func (c *Calendar) Form(ctx context.Context, tournament int64, player data.PlayerID) (float64, error) {
	rows, err := c.Standings(ctx, tournament)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(rows, func(row data.Score) bool { return row.Player.ID == player })
	if i < 0 {
		return 0, nil
	}
	return min(float64(rows[i].Points), pairing.Window(0)), nil
}
