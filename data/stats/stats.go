// Package stats computes figures from past games: how a player plays, counted from the logs of
// their games, and at what hours people are here.
package stats

import (
	"context"
	"time"

	"noir/data"
	"noir/engine"
)

const (
	span  = 200       // how many of a player's latest games are counted
	fresh = time.Hour // how long busy hours are kept
	room  = 200       // how many tallies are kept, of up to 20 kB; beyond that all are counted again
)

// store has the methods of data.Store that a Keeper needs.
type store interface {
	Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error)
	Match(ctx context.Context, id data.MatchID) (data.Match, error)
	Busy(ctx context.Context) ([7][24]float64, error)
}

// Keeper caches what it has counted. It is safe for concurrent use; one goroutine at a time reads
// logs, the others wait for it.
type Keeper struct {
	store store
	games map[string]engine.Statistics // those that count anything, by name

	turn    chan struct{} // holds a token while a goroutine reads; guards what follows
	tallies map[subject]tally
	busy    Week
	read    time.Time // when busy was read; zero: never
}

// New returns a Keeper for the matches of a store.
func New(store store, games []engine.Game) *Keeper {
	k := &Keeper{
		store: store, games: map[string]engine.Statistics{},
		turn: make(chan struct{}, 1), tallies: map[subject]tally{},
	}
	for _, g := range games {
		if s, ok := g.(engine.Statistics); ok {
			k.games[g.Info().Name] = s
		}
	}
	return k
}

// begin waits for the turn to read; end gives it up.
func (k *Keeper) begin(ctx context.Context) error {
	select {
	case k.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *Keeper) end() { <-k.turn }
