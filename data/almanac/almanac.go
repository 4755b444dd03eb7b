// Package almanac tells what the games of the past say: how a player plays, counted
// from the logs of his games, and at what hours people are here.
package almanac

import (
	"context"
	"time"

	"noir/data"
	"noir/engine"
)

const (
	span  = 200       // of a player's latest games are counted
	fresh = time.Hour // busy hours are read again after that
	room  = 200       // tallies are kept, of 20 kB at most; when there are more, all are counted anew
)

// Almanac keeps what it has counted. Any number of goroutines may ask it; one at a
// time reads logs, and the others wait for it.
type Almanac struct {
	store data.Store
	games map[string]engine.Statistics // that count anything, by name

	turn    chan struct{} // holds a token while somebody reads, and guards what follows
	tallies map[subject]tally
	busy    Week
	read    time.Time // when busy was read; zero: never
}

// New returns an almanac of what a store keeps of some games.
func New(store data.Store, games []engine.Game) *Almanac {
	a := &Almanac{
		store: store, games: map[string]engine.Statistics{},
		turn: make(chan struct{}, 1), tallies: map[subject]tally{},
	}
	for _, g := range games {
		if s, ok := g.(engine.Statistics); ok {
			a.games[g.Info().Name] = s
		}
	}
	return a
}

// begin waits for the turn to read; end gives it up.
func (a *Almanac) begin(ctx context.Context) error {
	select {
	case a.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (a *Almanac) end() { <-a.turn }
