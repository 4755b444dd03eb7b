// Package stats computes figures from past games: how a player plays, counted from the logs of
// their games, and at what hours people are here.
package stats

import (
	"context"
	"sync"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
)

const (
	span  = 200       // how many of a player's latest games are counted
	fresh = time.Hour // how long busy hours are kept
	room  = 200       // how many tallies are kept, of up to 20 kB; beyond that the one longest unused is counted again
)

// store has the methods of data.Store that a Keeper needs.
type store interface {
	Games(ctx context.Context, id data.PlayerID, before data.MatchID, limit int) ([]data.Match, error)
	Match(ctx context.Context, id data.MatchID) (data.Match, error)
	Busy(ctx context.Context) ([7][24]float64, error)
}

// Keeper caches what it has counted. It is safe for concurrent use. Logs are read one at a time,
// whoever wants them.
type Keeper struct {
	store store
	games map[string]engine.Statistics // those that count anything, by name
	quota *quota.Ledger

	logs turn // to read a log

	mu      sync.Mutex
	tallies map[subject]*tally
	uses    int // of tallies

	weeks turn // guards what follows
	busy  Week
	read  time.Time // when busy was read; zero: never
}

// New returns a Keeper for the matches of a store. The payer of a context pays for the logs that
// are read for it.
func New(store store, games []engine.Game, ledger *quota.Ledger) *Keeper {
	k := &Keeper{
		store: store, games: map[string]engine.Statistics{}, quota: ledger,
		logs: newTurn(), tallies: map[subject]*tally{}, weeks: newTurn(),
	}
	for _, g := range games {
		if s, ok := g.(engine.Statistics); ok {
			k.games[g.Info().Name] = s
		}
	}
	return k
}

// turn is had by one goroutine at a time, in the order in which they ask.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// begin waits for the turn; end gives it up.
func (t turn) begin(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t turn) end() { <-t }
