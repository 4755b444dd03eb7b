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

// Broker is what a table needs of the broker. Any number of tables may call its methods at once;
// they must not call a table.
type Broker interface {
	// Here reports whether a guest's connection is open.
	Here(guest data.PlayerID) bool

	// Free lets people who are out of a running game play elsewhere.
	Free(id data.MatchID, people ...data.PlayerID)

	// Ended is called when a game is over. late is the seat that made it void by letting its own first move lapse;
	// otherwise Spectator.
	Ended(id data.MatchID, r engine.Result, late engine.Seat)

	// TableEnded is called when nobody can sit at a table any more.
	TableEnded(id data.MatchID)

	// Lost is called when another process runs the match now, or may: the table has ended as it stood, and nobody can
	// sit at it any more.
	Lost(id data.MatchID)

	// MaySlow returns *BadTerms if a running game cannot become a day game. players are those
	// still in it, newcomers those with a provisional rating.
	MaySlow(id data.MatchID, players, newcomers []data.PlayerID) error

	// Slow turns a running game into a day game: it reserves a day game for each player still
	// in it, and then calls store. *BadTerms, or what store returns.
	Slow(id data.MatchID, payers []quota.Payer, store func() error) error

	// SpectatorsAllowed is called when a table was opened to spectators, or closed to them.
	SpectatorsAllowed(id data.MatchID, allow bool)

	// MayRematch returns *BadTerms if the people of a table cannot play again.
	MayRematch(id data.MatchID) error

	// Rematch opens the next table with the same terms and the seats moved on by one. It blocks
	// on the store.
	Rematch(id data.MatchID) (data.MatchID, error)

	// Said is called with what was said at a table.
	Said(id data.MatchID, n matchmaking.Note)

	// Tell tells a player of a day game what has happened there.
	Tell(player data.PlayerID, e matchmaking.Event)
}

// Store has the methods of data.Store that a table needs.
type Store interface {
	Match(ctx context.Context, id data.MatchID) (data.Match, error)
	Append(ctx context.Context, id data.MatchID, entries ...data.Entry) error
	Finish(ctx context.Context, id data.MatchID, at time.Time, r engine.Result, last ...data.Entry) ([]data.Change, error)
	Discard(ctx context.Context, id data.MatchID) error
	Slow(ctx context.Context, id data.MatchID) error
	AllowSpectators(ctx context.Context, id data.MatchID, allow bool) error
	Ready(ctx context.Context) error
	Ties(ctx context.Context, p data.PlayerID) ([]data.Tied, error)
	Settings(ctx context.Context, p data.PlayerID) (data.Settings, error)
	Silences(ctx context.Context) ([]data.Silence, error)
}

// Services are shared by all tables of a broker.
type Services struct {
	Broker
	Store    Store
	Log      *slog.Logger
	Tally    *tally.Tally
	Quota    *quota.Ledger
	Thinking *thinking.Pool
	Workers  *workers.Pool
	Context  context.Context        // done when the broker closes
	Go       func(work func()) bool // runs work in a goroutine that the broker waits for
}

// Opening describes a table to open or resume.
type Opening struct {
	Game      engine.Game
	Match     data.Match      // with the moves made so far
	Players   []data.PlayerID // by seat; guests too, 0 for house players
	Payers    []quota.Payer   // by seat, zero for house players
	Reputes   []Repute        // by seat
	HeldUntil time.Time       // its clocks stand until then; zero: they run at once
}

// Repute is what is shown about a player after the name.
type Repute struct {
	Rating      *float64 // of a house player among house players; nil for a guest, and when it cannot be read
	Provisional bool     // the rating is provisional
	Program     bool     // an operator has marked the account as a program's
}
