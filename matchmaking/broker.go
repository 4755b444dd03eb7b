// Package matchmaking brings people to tables and keeps the tables. A table is
// an append-only log of moves; a Viewer is one viewer's cursor over it. Nothing
// is pushed: whoever wants to know asks for the newest frame past the one they
// have, so a slow viewer costs nobody anything.
package matchmaking

import (
	"context"

	"noir/data"
)

// Broker is everything between a person and a table. It is safe for any number
// of goroutines.
type Broker interface {
	// Queue hands in a ticket and returns at once with a place in the queue (or
	// at a private table). The ticket is withdrawn by Place.Leave. ErrSeated,
	// ErrNoCode, ErrNoTournament, ErrTournamentOver, ErrDraining, *BadTerms.
	Queue(ctx context.Context, t Ticket) (Place, error)

	// Challenge offers a game at pace day, to Challenge.To or, if that is nobody, to
	// whoever takes it. It need only say From, To, Game, Rated, Seats and Options; 0
	// seats are the fewest of the game. Where challenges of others stand that
	// fit, the oldest are taken and the table is dealt: nobody need be there for it.
	// Else it stands until it is taken, withdrawn or a week old; a player has the same
	// one only once. *BadTerms; *quota.Refused for who makes too many.
	Challenge(ctx context.Context, c data.Challenge) (Acceptance, error)

	// Challenges lists what a player may take and what is their own, the oldest
	// first; of those to whoever takes them a hundred. Guests have none. The list may be
	// shared: it must not be changed.
	Challenges(ctx context.Context, p data.PlayerID) ([]data.Challenge, error)

	// Accept takes a challenge: a day game is dealt. When it needs more players than
	// that, the oldest challenges that fit are taken too, or the player's own is left
	// beside it. One at another pace leads to the private table at which its maker
	// waits. ErrNoChallenge, *BadTerms.
	Accept(ctx context.Context, p data.Player, id string) (Acceptance, error)

	// Withdraw takes back a challenge of the player's own, or declines one that was
	// made to them. ErrNoChallenge.
	Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error)

	// Sit takes a player's seat: the first time and after a dropped line the
	// same call. ErrNoTable, ErrNoSeat, ErrTooManyChairs.
	Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (Seat, error)

	// Watch looks on. ErrNoTable, ErrClosed.
	Watch(ctx context.Context, id data.MatchID) (Viewer, error)

	// Live lists the running public tables that are not closed to watchers, the
	// highest rated first and day games last, as they were at most a second ago;
	// none at which somebody sits from whom the viewer is kept apart (Apart). The
	// list is shared and never changes.
	Live(ctx context.Context, viewer data.PlayerID) ([]Listing, error)

	// Mine lists the running tables at which a player has a seat: those that wait for
	// them first, and then live ones before day games.
	Mine(ctx context.Context, p data.PlayerID) ([]Listing, error)

	// Apart reports whether one of two players has blocked the other, as it was known a
	// few seconds ago. It does not block.
	Apart(one, other data.PlayerID) bool

	// Complain stores a report about somebody, for operators. What was said at the
	// table is attached if the reporter sat there: the newest of it, which is kept in
	// memory while there is the table and for an hour after. *BadTerms.
	Complain(ctx context.Context, c Complaint) (data.Report, error)

	// Tournaments lists the events that run or will, and those that were over in the last
	// twelve hours, in the order in which they start, as they were a few seconds ago. The list
	// is shared and never changes. It does not block.
	Tournaments() []data.Tournament

	// Standings returns the table of an event, best first, as it was at most a second
	// ago. It is shared and never changes. ErrNoTournament.
	Standings(ctx context.Context, tournament int64) ([]data.Score, error)

	// Counts tells how busy the house is.
	Counts() Counts
}

// Counts is how busy the house is.
type Counts struct {
	Waiting  map[string]int // tickets in the queues, by game
	Tables   int            // running, private ones and those with the house too
	Public   int            // of them, those that Live lists
	Changes  int            // how often a table has come to those or gone
	Playing  int            // people at any of them, each counted once
	Bots     int            // house players at tables
	Thinking int            // what the house thinks about at this moment: moves of its own, and hints
	Idle     int            // and what it would think about, and waits for a processor
}

// Complaint is what a player reports to the operators.
type Complaint struct {
	By     data.Player
	About  string       // their name, which is a guest's if they sat at the table
	Match  data.MatchID // at whose table it was; "": the newest one of both that is remembered
	Reason string
}

// Acceptance is what has come of a challenge: one of the three.
type Acceptance struct {
	Match data.MatchID   // the table that was dealt
	Code  string         // the private table at which the challenger waits: hand in a ticket that joins it
	Left  data.Challenge // the player's own, which stands until it is taken

	OneAddress bool // the game that was dealt is casual only for that (Terms.OneAddress)
}
