package queue

import (
	"context"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/matchmaking/seating"
	"noir/matchmaking/tally"
)

// Broker is what a queue needs of the broker that it is in. Its methods may be called by any
// goroutine; all but Deal return at once.
type Broker interface {
	// Seated reports whether a player is in a live game against people.
	Seated(p data.PlayerID) bool

	// Apart reports whether either of two players has blocked the other, as it was read a
	// moment ago; Reread has it read again.
	Apart(one, other data.PlayerID) bool
	Reread()

	// Meet reports whether two of some people have a rated game of a kind with each other.
	Meet(game string, people ...data.PlayerID) bool

	// Meetings are the pairs of some people who have a rated game of a kind with each
	// other (seating.Pair).
	Meetings(game string, people []data.PlayerID) map[[2]data.PlayerID]bool

	// Tournament returns an event that is known.
	Tournament(id int64) (data.Tournament, bool)

	// Info describes a game that is played here.
	Info(game string) engine.Info

	// Fill returns n house players of a level.
	Fill(game, level string, n int) []seating.Occupant

	// Deal opens a table; then is to be called once its people know of it. It blocks on the store.
	// *seating.Fault for an error that only some players cause.
	Deal(terms matchmaking.Terms, private bool, seats []seating.Occupant) (id data.MatchID, then func(), err error)

	// Tell tells absent players that one seeks opponents.
	Tell(player data.PlayerID, e matchmaking.Event)

	// Hosts is called with the code of the private table at which the maker of a challenge waits,
	// Lapsed when they no longer wait.
	Hosts(challenge, code string)
	Lapsed(challenge string)

	// Left is called when a place was given up, whatever it waited for.
	Left(p *Place)
}

// Services are what a queue works with.
type Services struct {
	Broker
	Absences *Absences
	Tally    *tally.Tally
	Context  context.Context        // ends with the broker
	Go       func(work func()) bool // runs work in a goroutine that the broker waits for
}
