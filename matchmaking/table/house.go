package table

import (
	"context"
	"log/slog"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/internal/workers"
	"noir/matchmaking"
	"noir/matchmaking/tally"
	"noir/matchmaking/thinking"
)

// House is what a table needs of the house that it stands in. Its methods may be called
// by any number of tables at once, and call no table themselves.
type House interface {
	// Here reports whether a guest's connection is open.
	Here(guest data.PlayerID) bool

	// Free lets people who are out of a game that goes on play elsewhere.
	Free(id data.MatchID, people ...data.PlayerID)

	// Ended hears that a game is over. late is the seat that let it lapse before its own
	// first move, so that it is void; else Spectator.
	Ended(id data.MatchID, r engine.Result, late engine.Seat)

	// Closed hears that nobody can sit at a table any more.
	Closed(id data.MatchID)

	// MaySlow refuses, as *BadTerms, to make a running game one at pace day. players are
	// those who are in it still, newcomers those whose rating is provisional.
	MaySlow(id data.MatchID, players, newcomers []data.PlayerID) error

	// Slow makes a running game one at pace day: store does so in the store, once the
	// players who are in it still hold a day game each. *BadTerms, or what store returns.
	Slow(id data.MatchID, payers []quota.Payer, store func() error) error

	// Shut hears that a table was closed to watchers, or opened to them.
	Shut(id data.MatchID, closed bool)

	// MayRematch refuses, as *BadTerms, that the people of a table play once more.
	MayRematch(id data.MatchID) error

	// Rematch opens the next table: the same terms, the seats moved on by one. It blocks
	// on the store.
	Rematch(id data.MatchID) (data.MatchID, error)

	// Said hears what was said at a table.
	Said(id data.MatchID, n matchmaking.Note)

	// Tell tells a player of a day game what has happened there.
	Tell(player data.PlayerID, e matchmaking.Event)
}

// Store is what a table needs of the store. See data.Store.
type Store interface {
	Match(ctx context.Context, id data.MatchID) (data.Match, error)
	Append(ctx context.Context, id data.MatchID, entries ...data.Entry) error
	Finish(ctx context.Context, id data.MatchID, at time.Time, r engine.Result, last ...data.Entry) ([]data.Change, error)
	Discard(ctx context.Context, id data.MatchID) error
	Slow(ctx context.Context, id data.MatchID) error
	Shut(ctx context.Context, id data.MatchID, closed bool) error
	Ready(ctx context.Context) error
	Ties(ctx context.Context, p data.PlayerID) ([]data.Tied, error)
	Settings(ctx context.Context, p data.PlayerID) (data.Settings, error)
	Silences(ctx context.Context) ([]data.Silence, error)
}

// Services are what all tables of a house share.
type Services struct {
	House
	Store    Store
	Log      *slog.Logger
	Tally    *tally.Tally
	Thinking *thinking.Pool
	Workers  *workers.Pool
	Context  context.Context        // ends with the house
	Go       func(work func()) bool // runs work in a goroutine that the house waits for
}

// Opening is a table that is to be opened, or taken up.
type Opening struct {
	Game      engine.Game
	Match     data.Match      // with the moves made so far
	Players   []data.PlayerID // by seat; guests too, 0 for the house's own
	Payers    []quota.Payer   // by seat, zero for the house's own
	Reputes   []Repute        // by seat
	HeldUntil time.Time       // its clocks stand until then; zero: they go at once
}

// Repute is what is shown of a player beside the name.
type Repute struct {
	Rating  *float64 // of a house player among the house's own; nil for a guest, and when it cannot be had
	Program bool     // an operator has marked the account as a program's
}
