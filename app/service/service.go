// Package service holds the use cases of the server, each of them once: what a player
// can do, and what they can ask, apart from sitting at a table. Screens, commands and
// plain text call it and see no store. What goes in and comes out is typed; an error that
// is for a player is put into words by Explain.
package service

import (
	"context"

	"noir/data/review"
	"noir/data/stats"
	"noir/engine"
	"noir/internal/quota"
)

// Store is what the use cases read and write (data.Store). Each of them sees its own part.
type Store interface {
	namesStore
	settingsStore
	lettersStore
	circleStore
	matchesStore
	rankingsStore
	puzzlesStore
	eventsStore
	publicStore
}

// Broker is what they ask of matchmaking.Broker.
type Broker interface {
	complaints
	standings
}

// Config is what Services are made of. Hooks and Feeds are nil where there are none.
type Config struct {
	Store    Store
	Broker   Broker
	Games    []engine.Game
	Stats    *stats.Keeper
	Reviewer *review.Reviewer
	Quota    *quota.Ledger
	Hooks    Hooks
	Feeds    Feeds
}

// Services are all use cases, by noun. They are made once and shared by everybody; their
// methods may be called from any number of goroutines, and block on the store. Keys are
// missing: they depend on the connection that somebody has come by (NewKeys).
type Services struct {
	Names    Names
	Settings Settings
	Letters  Letters
	Circle   Circle
	Matches  Matches
	Rankings Rankings
	Public   Public
	Puzzles  Puzzles
	Events   Events
	Webhooks Webhooks
	NewsFeed NewsFeed

	quota *quota.Ledger
}

// New makes the services.
func New(c Config) *Services {
	settings := Settings{c.Store}
	return &Services{
		Names:    Names{c.Store},
		Settings: settings,
		Letters:  Letters{c.Store},
		Circle:   Circle{c.Store, c.Broker},
		Matches:  Matches{store: c.Store, games: c.Games, reviewer: c.Reviewer, quota: c.Quota},
		Rankings: Rankings{c.Store, c.Stats},
		Public:   Public{c.Store, Rankings{c.Store, c.Stats}},
		Puzzles:  Puzzles{c.Store, c.Games},
		Events:   Events{c.Store, c.Broker},
		Webhooks: Webhooks{c.Hooks, settings},
		NewsFeed: NewsFeed{c.Feeds, settings},
		quota:    c.Quota,
	}
}

// Work waits until ctx's payer may have more done. It returns what is to be called when
// that is done, or why it is not: *quota.Refused, or ctx's error.
func (s *Services) Work(ctx context.Context) (worked func(), err error) {
	return s.quota.Work(ctx, quota.From(ctx))
}
