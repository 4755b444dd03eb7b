// Package service holds each use case of players once: what they can do and ask, apart from
// sitting at a table. Screens, commands and plain text call it and see no store. Inputs and
// results are typed; Explain puts errors that are for players into words.
package service

import (
	"context"

	"noir/data/review"
	"noir/data/stats"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking/replay"
)

// Store has the methods of data.Store that the use cases need. Each of them sees its own part.
type Store interface {
	namesStore
	settingsStore
	lettersStore
	circleStore
	matchesStore
	rankingsStore
	replay.Puzzles
	eventsStore
	publicStore
}

// Broker has the methods of matchmaking.Broker that they need.
type Broker interface {
	complaints
	standings
}

// Config configures Services. Hooks and Feeds are nil where there are none.
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

// Services are all use cases, by noun, shared by all sessions. Their methods are safe for
// concurrent use and block on the store. Keys are separate, since they depend on the visitor's
// connection (NewKeys).
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
		Circle:   Circle{c.Store, c.Broker, c.Quota},
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

// Work waits until ctx's payer may use the processor. done must be called after the work. The
// error is *quota.Refused or ctx's.
func (s *Services) Work(ctx context.Context) (worked func(), err error) {
	return s.quota.Work(ctx, quota.From(ctx))
}
