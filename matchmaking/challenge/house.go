package challenge

import (
	"context"
	"log/slog"

	"noir/data"
	"noir/engine"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
)

// House is what a board needs of the house that it hangs in. Its methods may be called by
// any goroutine.
type House interface {
	// Check completes a ticket's terms. *BadTerms for what cannot be had.
	Check(t *matchmaking.Ticket) (engine.Game, error)

	// Open deals a table and withdraws the challenges that it comes of: both or neither.
	// ErrNoChallenge when one of them is gone; *seating.Fault. It blocks on the store.
	Open(ctx context.Context, terms matchmaking.Terms, private bool, seats []seating.Occupant, challenges ...string) (data.MatchID, error)

	// Enter hands a place in to the queue.
	Enter(ctx context.Context, p *queue.Place) error

	// Seated reports whether a player is in a live game against people.
	Seated(p data.PlayerID) bool

	// Meet reports whether two of some people have a rated game of a kind with each other.
	Meet(game string, people ...data.PlayerID) bool

	// Busy reports whether a player's rating is provisional and as many rated day games
	// move it as may. It blocks on the store.
	Busy(ctx context.Context, terms matchmaking.Terms, p data.PlayerID) (bool, error)

	// Rating is a player's in a game. It blocks on the store. data.ErrUnavailable.
	Rating(ctx context.Context, game string, p data.PlayerID) (float64, error)

	// Apart reports whether either of two players has blocked the other, as ReadApart has
	// read it from the store, unless that was done a moment ago.
	Apart(one, other data.PlayerID) bool
	ReadApart(ctx context.Context) error

	// Tell tells a player, or everybody (0), what has happened.
	Tell(player data.PlayerID, e matchmaking.Event)

	// Letter writes a letter to a player. It blocks on the store.
	Letter(to, about data.PlayerID, kind string, detail map[string]string)
}

// Services are what a board works with.
type Services struct {
	House
	Store   data.Challenges
	Quota   *quota.Ledger
	Log     *slog.Logger
	Context context.Context // ends with the house
}
