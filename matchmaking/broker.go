// Package matchmaking brings people to tables and keeps the tables. A table is an append-only log
// of moves; a Viewer is one viewer's cursor over it. Nothing is pushed: a viewer asks for the
// newest frame after the one it has, so a slow viewer costs the others nothing.
package matchmaking

import (
	"context"

	"noir/data"
)

// Broker is everything between a person and a table. It is safe for concurrent use.
type Broker interface {
	// Queue queues a ticket and returns at once with a place in the queue (or at a private table).
	// Place.Leave withdraws the ticket. ErrSeated, ErrNoCode, ErrNoTournament, ErrTournamentOver,
	// ErrDraining, *BadTerms.
	Queue(ctx context.Context, t Ticket) (Place, error)

	// Challenge offers a game at pace day, to Challenge.To or, if that is zero, to any player. Only
	// From, To, Game, Rated, Seats and Options need be set; 0 seats means the game's fewest. If
	// open challenges of others fit, the oldest are accepted and the table is dealt, though nobody
	// may be there. Otherwise the challenge stands until it is accepted, withdrawn or a week old;
	// an identical challenge of the same player is not stored twice. *BadTerms; *quota.Refused for
	// a player who makes too many.
	Challenge(ctx context.Context, c data.Challenge) (Acceptance, error)

	// Challenges lists the challenges that a player may accept and the player's own, oldest first,
	// with at most a hundred of those open to all players. Guests have none. The list may be
	// shared: callers must not change it.
	Challenges(ctx context.Context, p data.PlayerID) ([]data.Challenge, error)

	// Called calls back once, on a goroutine of its own, when a player is next challenged by name and
	// is not in a live game against people. stop cancels that without blocking; back may still be
	// running. What comes between two calls is lost: Challenges lists it. Callers must call stop.
	Called(p data.PlayerID, back func(data.Challenge)) (stop func())

	// Accept accepts a challenge: a day game is dealt. If it needs more players, the oldest
	// challenges that fit are accepted too, or the player's own challenge is stored in addition. A
	// live challenge leads to the private table where its maker waits. ErrNoChallenge, *BadTerms.
	Accept(ctx context.Context, p data.Player, id string) (Acceptance, error)

	// Withdraw withdraws a challenge of the player's own, or declines one made to them.
	// ErrNoChallenge.
	Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error)

	// Sit gives a player a chair in their seat, at first and again after a lost connection.
	// ErrNoTable, ErrNoSeat, ErrTooManyChairs.
	Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (Seat, error)

	// Watch gives a spectator a chair at a table. ErrNoTable, ErrClosed.
	Watch(ctx context.Context, id data.MatchID) (Viewer, error)

	// Live lists the running public tables that are open to watchers, the highest rated first and
	// day games last, at most a second old. It leaves out tables of players whom the viewer has
	// blocked or who have blocked the viewer (Apart). The list is shared and never changes.
	Live(ctx context.Context, viewer data.PlayerID) ([]Listing, error)

	// Mine lists the running tables at which a player has a seat: those that wait for
	// them first, and then live ones before day games.
	Mine(ctx context.Context, p data.PlayerID) ([]Listing, error)

	// Apart returns what reports whether a player has blocked another or is blocked by them, as it
	// was known a few seconds ago. It does not block.
	Apart(one data.PlayerID) func(other data.PlayerID) bool

	// Complain stores a report about a player, for operators. If the reporter sat at the table, the
	// report includes the latest talk there, which is kept in memory until an hour after the table
	// has closed. *BadTerms.
	Complain(ctx context.Context, c Complaint) (data.Report, error)

	// Tournaments lists running and coming events, and those that ended in the last twelve hours,
	// in the order in which they start, half a second old for somebody who asks every few seconds. The
	// list is shared and never changes. It does not block.
	Tournaments() []data.Tournament

	// Standings returns the table of an event, best first, at most a second old. It is shared and
	// never changes. ErrNoTournament.
	Standings(ctx context.Context, tournament int64) ([]data.Score, error)

	// Counts tells how busy the server is.
	Counts() Counts
}

// Counts is how busy the server is.
type Counts struct {
	Waiting  map[string]int // tickets in the queues, by game
	Tables   int            // running, including private ones and those with the house
	Public   int            // those that Live lists
	Changes  int            // how often the list of public tables has changed
	Playing  int            // people at any of them, each counted once
	Bots     int            // house players at tables
	Thinking int            // moves and hints being computed
	Idle     int            // moves and hints waiting for a processor
}

// Complaint is what a player reports to the operators.
type Complaint struct {
	By     data.Player
	About  string       // a player's name; for a guest, only if the reporter sat at their table
	Match  data.MatchID // where it happened; "": the newest remembered table with both players
	Reason string
}

// Acceptance is the result of a challenge: one of Match, Code and Left.
type Acceptance struct {
	Match data.MatchID   // the table that was dealt
	Code  string         // the private table where the challenger waits: queue a ticket that joins it
	Left  data.Challenge // the player's own, which stands until it is accepted

	OneAddress bool // the game is casual only because both play from one address (Terms.OneAddress)
}
