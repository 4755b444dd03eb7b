package matchmaking

import (
	"context"
	"encoding/json"
	"net/netip"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
)

// Terms are the conditions of a table.
type Terms struct {
	Game       string // may be empty in a ticket that joins
	Rated      bool
	Pace       data.Pace
	Clock      data.Clock      // "": none where one person plays the house alone, else the usual one; for tables with the house and private ones
	Seats      int             // 0: as many as are found, or the game's default
	Options    json.RawMessage // the game's own; empty means its defaults
	Tournament int64           // data.Tournament.ID of the event that it counts for; 0: none

	// Why they are casual though a rated game was requested: players share an address. The broker
	// finds that out.
	OneAddress bool
}

// OneAddress is the sentence for players under such Terms.
var OneAddress = language.Mark("Two players share an address, so it is a casual game.")

// Ticket is a wish to play. At most one of Bot, Host and Join is set; with none the opponents are
// strangers from the queue. A ticket for strangers at pace day is an open challenge
// (Broker.Challenge), which stays when the place is left.
//
// A ticket for an event (Tournament) needs no other terms: the event's apply. It waits for the
// event to start and leads to one game of it; for another game queue another ticket. Once the event
// has ended, tickets and waiting players get ErrTournamentOver.
type Ticket struct {
	Player data.Player // a guest has a negative id
	Terms
	Bot  string      // level of the house players on every other seat; a table at once
	Host bool        // open a private table and wait for others
	To   data.Player // with Host: the player challenged to sit down there (at pace day: to a game), and told so; the zero value: nobody
	Fill string      // with Host: level of the house players who fill free seats at Place.Begin
	Join string      // the code of a private table; its host's terms hold

	// With Bot: the position of a finished game from which to go on, whose game, seats and options
	// hold, and the seat to take there, nil for that of Fork.Seat.
	Origin data.Origin
	Seat   *engine.Seat

	// Where the ticket comes from, for IPv6 the /64. Broker.Queue takes it from its context if it
	// is not set.
	Address netip.Addr
}

// Private reports whether the ticket is for a private table of people.
func (t Ticket) Private() bool { return t.Host || t.Join != "" }

// TermsOf are the terms of an event.
func TermsOf(c data.Tournament) Terms {
	return Terms{Game: c.Game, Rated: true, Pace: data.Live, Seats: c.Seats, Tournament: c.ID}
}

// DayMove is the time for a move at pace day; there is no bank.
const DayMove = 24 * time.Hour

// Place is a waiting ticket. It is safe for concurrent use.
//
// Before a table of people is dealt, each is asked whether they are there (Waiting.Found). Those
// who have not answered by Waiting.Until leave the queue; the others keep their place and the time
// that they have waited.
//
// Players who make others wait in vain are not paired for a while (Waiting.Held): after a game that
// was void because they let it lapse before their own first move, for a minute, then for two, four
// and so on up to an hour; the same from the second missed ready check in a row on.
type Place interface {
	// Next returns the newest figures past a revision, of which the first is
	// asked for with 0, and blocks until there are any: they change at most once
	// a second, and with each answer of those who are asked whether they are there.
	// ErrNotReady when this player has not answered, ErrParted when the player and another
	// one at the table that was found have come to be kept apart, ErrHostLeft when a private
	// table is gone, ErrNoChallenge when the challenge that a ticket at pace day is
	// has been withdrawn, ErrTournamentOver, ErrDraining when the queue has closed.
	Next(ctx context.Context, after int) (Waiting, error)

	// Ready says that the player is there, on whichever of their places. It is
	// harmless when nothing waits for it. ErrDraining.
	Ready(ctx context.Context) error

	// Begin has the host of a private table begin before it is full: house
	// players take the free seats if the ticket says of which level, else the
	// table is as small as it is. The host is taken to be there; the others are
	// asked. *BadTerms for anybody else, and with fewer people than the game is
	// for. ErrDraining.
	Begin(ctx context.Context) error

	// Leave withdraws the ticket. A place that has led to a table is left all
	// the same; the table stays.
	Leave()
}

// Waiting is what one ticket sees of its queue.
type Waiting struct {
	Revision   int
	Waiting    int           // players in this queue
	Estimate   time.Duration // how long it takes lately; 0 when nobody knows
	Code       string        // of a private table
	Rated      bool          // of a private table: its host's terms hold
	OneAddress bool          // of one that is casual only for that (Terms.OneAddress)
	Seated     int           // at a private table
	Seats      int           // of a private table
	Guests     Guests        // at a private table

	Challenge string // of a ticket at pace day: what stands when the place is left

	Held time.Time // among strangers: no table is looked for before; zero when one is

	// The table that has been found, while its people are asked whether they are
	// there: its seats, those of them who are (house players always), when who has
	// not answered is out, and whether this player has. Found is 0 while there is none.
	Found    int
	Ready    int
	Until    time.Time
	Answered bool

	Match data.MatchID // set when a seat is found: sit down there
}

// MaxSeats is the most that a private table, or one of strangers, is for.
const MaxSeats = 6

// Guests are the names of those at a private table, its host first; "" where
// nobody sits. Being an array they can be compared.
type Guests [MaxSeats]string
