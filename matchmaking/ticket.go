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
	Game       string // may be empty in a ticket that joins a table
	Rated      bool
	Pace       data.Pace
	Clock      data.Clock      // "" is the usual one, and none where one person plays the house alone; for tables with the house and private ones
	Seats      int             // 0: as found, or the game's default
	Options    json.RawMessage `json:",omitempty"` // the game's own; empty means its defaults
	Tournament int64           // data.Tournament.ID of the event that it counts for; 0: none
	Public     bool            // at a private table: only its seats are private; anybody may watch it, and its record is shown like that of any game

	// Set by the broker: the game is casual though a rated one was requested, because players
	// share an address.
	OneAddress bool
}

// OneAddress is the sentence for players at a table with Terms.OneAddress.
var OneAddress = language.Mark("Two players share an address, so it is a casual game.")

// Ticket is a wish to play. At most one of Bot, Host and Join is set; with none the opponents are
// strangers from the queue. A ticket for strangers at pace day is an open challenge
// (Broker.Challenge), which stays when the place is left.
//
// A ticket for an event (Tournament) needs no other terms: the event's apply. It waits for the
// event to start and leads to one game of it; each further game needs another ticket. Once the
// event has ended, tickets and waiting players get ErrTournamentOver.
type Ticket struct {
	Player data.Player // a guest has a negative id
	Terms
	Bot  string      // level of the house players on every other seat; a table at once
	Host bool        // open a private table and wait for others
	To   data.Player // with Host: the player who is challenged to sit there (at pace day: to a game) and notified; the zero value for none
	Fill string      // with Host: level of the house players who fill free seats at Place.Begin
	Join string      // the code of a private table; its host's terms hold

	// With Bot: the position of a finished game to go on from. Its game, seats and options apply.
	// Seat is the seat to take there, nil for Fork.Seat.
	Origin data.Origin
	Seat   *engine.Seat

	// What the ticket had in an earlier queue that this one replaces; the zero value for a new ticket.
	Before Before

	// The address that the ticket comes from, a /64 for IPv6. Broker.Queue takes it from its
	// context unless it is set.
	Address netip.Addr

	// The node to which the player is connected, where nodes share a queue: among tables of two strangers that are
	// nearly as good, those of players at one node are preferred. The broker of a cluster sets it.
	Front data.NodeID
}

// Before is what a ticket keeps when it is handed in again.
type Before struct {
	Waited    time.Duration // at least zero
	Begun     bool          // Waiting.Begun
	Code      string        // of the private table that its holder opened
	Challenge string        // Waiting.Challenge
}

// Private reports whether the ticket is for a private table of people.
func (t Ticket) Private() bool { return t.Host || t.Join != "" }

// TermsOf returns the terms of an event.
func TermsOf(c data.Tournament) Terms {
	return Terms{Game: c.Game, Rated: true, Pace: data.Live, Seats: c.Seats, Tournament: c.ID}
}

// DayMove is the time for a move at pace day; there is no bank.
const DayMove = 24 * time.Hour

// LateAfter is the wait after which the queue seats the fewest that a game allows (protocol,
// section 4).
const LateAfter = 25 * time.Second

// Place is a waiting ticket. It is safe for concurrent use.
//
// Before a table of people is dealt, each is asked whether they are there (Waiting.Found). Those
// who have not answered by Waiting.Until leave the queue; the others keep their place and the time
// that they have waited.
//
// Players who make others wait in vain are held for a while (Waiting.Held): for a minute after a game that is void
// because they let it lapse before their own first move, then for two, four and so on up to an hour. The same holds
// from the second missed ready check in a row on.
type Place interface {
	// Next returns the newest figures after a revision, 0 for the first, and blocks until there
	// are any. They change at most once a second, and with each answer in a ready check.
	// ErrNotReady when this player has not answered, ErrParted when one of the player and
	// another at the table has blocked the other, ErrHostLeft when a private table is gone,
	// ErrNoChallenge when the challenge of a day ticket has been withdrawn, ErrTournamentOver,
	// ErrDraining when the queue has closed.
	Next(ctx context.Context, after int) (Waiting, error)

	// Ready answers a ready check for the player, on any of their places. Without one it does nothing. ErrDraining.
	Ready(ctx context.Context) error

	// Begin has the host of a private table begin before it is full: house players take the free seats if the ticket
	// names a level, otherwise the table is smaller. The host counts as being there; the others are asked. Among
	// strangers the place takes the smallest table of the game from then on (Waiting.Begun), without the wait for a
	// larger one: it opens when as many have begun. *BadTerms for others at a private table, with fewer people than the
	// game needs, and for a place that takes one size alone. ErrDraining.
	Begin(ctx context.Context) error

	// Leave withdraws the ticket. After it has led to a table the place is left too; the table
	// stays.
	Leave()
}

// Waiting is what a ticket's holder sees of the queue.
type Waiting struct {
	Revision   int
	Waiting    int           // players in this queue
	Estimate   time.Duration // the recent mean; 0 when unknown
	Code       string        // of a private table
	Rated      bool          // of a private table: its host's, which apply
	Public     bool          // of a private table: Terms.Public
	OneAddress bool          // of a table that is casual only because of Terms.OneAddress
	Seated     int           // at a private table
	Seats      int           // of a private table
	Guests     Guests        // at a private table

	Challenge string // of a day ticket: what stands when the place is left

	Held  time.Time // among strangers: not paired before then; zero when not held
	Begun bool      // among strangers: this place takes the smallest table (Place.Begin)
	Eager int       // among strangers: how many players in this queue do

	// The table found, during its ready check: its size, how many are there (house players
	// always), when those who have not answered are out, and whether this player has answered.
	// Found is 0 without one.
	Found    int
	Ready    int
	Until    time.Time
	Answered bool

	Match data.MatchID // set when a seat is found: sit there
}

// MaxSeats is the size of the largest table, private or of strangers.
const MaxSeats = 6

// Guests are the names at a private table, its host first; "" for free seats. As an array it is
// comparable.
type Guests [MaxSeats]string
