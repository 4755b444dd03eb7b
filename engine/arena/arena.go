// Package arena has house players of a game meet in mirrored tournaments, and rates
// them by what comes of it.
//
// A deal is played once with the challenger on each seat and the rivals on all others, so that
// nobody owes their result to the cards. Everything except the thinking times follows from the
// seed, however many games are played at once.
package arena

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"noir/engine"
)

// Entrant is a kind of player that takes part. Two that it makes of the same seed
// play alike.
type Entrant struct {
	Name   string
	Player func(seed uint64) (engine.Player, error)
}

// Contest is a challenger against a table of rivals, all of a kind.
type Contest struct {
	Game       engine.Game
	Seats      int
	Challenger Entrant
	Rival      Entrant
	Deals      int // each is played Seats times
	Seed       engine.Seed
}

// Games is how many games the contest takes.
func (c Contest) Games() int { return c.Deals * c.Seats }

// Run plays the contest, several games at once, and returns the final standing. After each game it
// calls show, one call at a time, with the standing so far. When ctx is done it returns ctx's error
// and the standing without the unfinished games.
func (c Contest) Run(ctx context.Context, workers int, show func(Standing)) (Standing, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var (
		work  sync.WaitGroup
		begun atomic.Int64
		mu    sync.Mutex
		now   Standing
	)
	count := func(g *game) {
		mu.Lock()
		defer mu.Unlock()
		now.add(g)
		show(now)
	}
	for range workers {
		work.Go(func() {
			for n := int(begun.Add(1)) - 1; n < c.Games(); n = int(begun.Add(1)) - 1 {
				g, err := c.play(ctx, n)
				if err != nil {
					stop(err)
					return
				}
				count(g)
			}
		})
	}
	work.Wait()
	return now, context.Cause(ctx)
}

// play plays the game with a number.
func (c Contest) play(ctx context.Context, n int) (*game, error) {
	g, err := c.deal(n/c.Seats, engine.Seat(n%c.Seats))
	if err == nil {
		err = g.play(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("game %d, %s on seat %d: %w", n, c.Challenger.Name, n%c.Seats, err)
	}
	return g, nil
}
