package challenge

import (
	"context"

	"noir/data"
	"noir/engine"
	"noir/internal/cached"
	"noir/internal/quota"
	"noir/matchmaking"
	"noir/matchmaking/queue"
	"noir/matchmaking/seating"
)

// Broker is what a board needs of the broker that it is in. Its methods may be called by any goroutine.
type Broker interface {
	// Check completes a ticket's terms. *BadTerms for terms that are not possible.
	Check(t *matchmaking.Ticket) (engine.Game, error)

	// Open deals a table and withdraws the challenges behind it: both or neither.
	// ErrNoChallenge when one of them is gone; *seating.Fault. It blocks on the store.
	Open(ctx context.Context, terms matchmaking.Terms, private bool, seats []seating.Occupant, challenges ...string) (data.MatchID, error)

	// Enter hands a place in to the queue.
	Enter(ctx context.Context, p *queue.Place) error

	// Seated reports whether a player is in a live game against people.
	Seated(p data.PlayerID) bool

	// Meet reports whether any two of some players have a rated game of a kind with each other.
	Meet(game string, people ...data.PlayerID) bool

	// Busy reports whether a player's rating is provisional and the player has the most rated
	// day games that this allows. It blocks on the store.
	Busy(ctx context.Context, terms matchmaking.Terms, p data.PlayerID) (bool, error)

	// Ratings returns players' ratings in a game. It blocks on the store. data.ErrUnavailable.
	Ratings(ctx context.Context, game string, players ...data.PlayerID) (map[data.PlayerID]float64, error)

	// Apart reports whether either of two players has blocked the other, as last read by
	// ReadApart, which reads the store unless it has just done so.
	Apart(one, other data.PlayerID) bool
	ReadApart(ctx context.Context) error

	// Tell tells a player, or all players (0), what has happened.
	Tell(player data.PlayerID, e matchmaking.Event)

	// Call calls the screens of a player who is challenged by name. It does not block.
	Call(c data.Challenge)

	// Letter writes a letter to a player. It blocks on the store.
	Letter(to, about data.PlayerID, kind string, detail map[string]string)
}

// Services are what a board works with.
type Services struct {
	Broker
	cached.Reader // whose context is done when the broker closes
	Store         data.Challenges
	Quota         *quota.Ledger
}
