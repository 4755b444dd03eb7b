// Package matchmaking brings people to tables and keeps the tables. A table is
// an append-only log of moves; a Chair is one viewer's cursor over it. Nothing
// is pushed: whoever wants to know asks for the newest frame past the one he
// has, so a slow viewer costs nobody anything.
package matchmaking

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"noir/data"
	"noir/engine"
)

// The errors of a broker and its chairs. Play may also return an
// *engine.Illegal, a *BadMove, or data.ErrUnavailable when the move could not
// be stored; whatever it returns but nil, nothing has changed.
var (
	ErrNoTable       = errors.New("there is no such table")
	ErrNoSeat        = errors.New("you have no seat at that table")
	ErrNoCode        = errors.New("no private table has that code")
	ErrHostLeft      = errors.New("the host has left, and the private table with him")
	ErrSeated        = errors.New("you have a game running")
	ErrDraining      = errors.New("the server is going down; try again in a minute")
	ErrTooManyChairs = errors.New("that seat is shown on too many connections")
	ErrNotYourTurn   = errors.New("it is not your turn")
	ErrStale         = errors.New("the position has changed")
	ErrOver          = errors.New("the game is over")
	ErrRunning       = errors.New("the game is not over")
	ErrWatching      = errors.New("you are watching; there is nothing to play")
	ErrNoPhrase      = errors.New("there is no such phrase")
	ErrTalkative     = errors.New("you have said enough for the moment; wait a few seconds")
)

// BadMove is a move that is none in its game, whatever the position.
type BadMove struct{ Cause error }

func (e *BadMove) Error() string { return e.Cause.Error() }
func (e *BadMove) Unwrap() error { return e.Cause }

// BadTerms is a ticket that cannot be had. Its text is for the person.
type BadTerms struct{ Message string }

func (e *BadTerms) Error() string { return e.Message }

// Broker is everything between a person and a table. It is safe for any number
// of goroutines.
type Broker interface {
	// Queue hands in a ticket and returns at once with a place in the queue (or
	// at a private table). The ticket is withdrawn by Place.Leave. ErrSeated,
	// ErrNoCode, ErrDraining, *BadTerms.
	Queue(ctx context.Context, t Ticket) (Place, error)

	// Sit takes a player's seat: the first time and after a dropped line the
	// same call. ErrNoTable, ErrNoSeat, ErrTooManyChairs.
	Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (Chair, error)

	// Watch takes a chair without a seat. ErrNoTable.
	Watch(ctx context.Context, id data.MatchID) (Chair, error)

	// Live lists the running public tables, the highest rated first.
	Live(ctx context.Context) ([]Listing, error)

	// Mine lists the running tables at which a player has a seat.
	Mine(ctx context.Context, p data.PlayerID) ([]Listing, error)

	// Counts tells how busy the house is.
	Counts() Counts
}

// Terms are what a table is played under.
type Terms struct {
	Game    string // may be empty in a ticket that joins
	Rated   bool
	Pace    data.Pace
	Seats   int             // 0: as many as are found, or the game's usual number
	Options json.RawMessage // the game's own; empty means its defaults
}

// Ticket is the wish to play. At most one of Bot, Host and Join is set; with
// none the opponents are strangers from the queue.
type Ticket struct {
	Player data.Player // a guest has a negative id
	Terms
	Bot  string // level of the house players on every other seat; a table at once
	Host bool   // open a private table and wait for others
	Join string // the code of a private table; its host's terms hold
}

// Place is a ticket that waits. One goroutine uses it.
type Place interface {
	// Next returns the newest figures past a revision, of which the first is
	// asked for with 0, and blocks until there are any: they change at most once
	// a second. ErrDraining when the queue has closed.
	Next(ctx context.Context, after int) (Waiting, error)

	// Leave withdraws the ticket. A place that has led to a table is left all
	// the same; the table stays.
	Leave()
}

// Waiting is what one ticket sees of its queue.
type Waiting struct {
	Revision int
	Waiting  int           // players in this queue
	Estimate time.Duration // how long it takes lately; 0 when nobody knows
	Code     string        // of a private table
	Rated    bool          // of a private table: its host's terms hold
	Seated   int           // at a private table
	Seats    int           // of a private table
	Match    data.MatchID  // set when a seat is found: sit down there
}

// Chair is one viewer's hold on one table: a person's, a bot's, a program's, a
// spectator's, a replay's. One goroutine may call Next while others call the rest.
type Chair interface {
	// Next returns the newest frame past a revision, of which the first is asked
	// for with 0, and blocks until there is one. Frames between the two are
	// lost, their log lines are not. io.EOF when the table is closed and its
	// last frame has been seen.
	Next(ctx context.Context, after int) (Frame, error)

	// Play makes a move. ply is the one that Frame.Turn names: a move that was
	// meant for another position is ErrStale. It returns when the move is
	// stored. ErrNotYourTurn, ErrOver, ErrWatching and see above.
	Play(ctx context.Context, ply int, move json.RawMessage) error

	// Resign gives the game up.
	Resign(ctx context.Context) error

	// Say tells the table one of the Phrases: five at once, then one in two
	// seconds a seat. ErrNoPhrase, ErrTalkative.
	Say(ctx context.Context, phrase string) error

	// Rematch offers, or accepts, another game. ErrRunning while there is one.
	Rematch(ctx context.Context) error

	// Leave gives the chair up, not the seat. Next then returns io.EOF.
	Leave()
}

// Phrases are what can be said at a table (protocol, section 7).
var Phrases = [...]string{
	"hello", "good_game", "well_played", "thanks", "nice_move", "oops", "thinking", "sorry", "goodbye",
}

// Frame is everything that one viewer may know of a table. It belongs to the
// reader but for its slices and JSON, which are shared and never change.
type Frame struct {
	Revision int
	Match    data.MatchID
	Game     string // engine.Info.Name
	Rated    bool
	Pace     data.Pace
	Private  bool
	Options  json.RawMessage // the game's own, an object
	Seat     engine.Seat     // the viewer's
	Seats    []Seated
	Commit   string
	Clock    engine.Clock
	Log      []engine.Line // every ply shown so far
	View     json.RawMessage
	Open     []json.RawMessage // every seat's own view; only when the game is over
	Turn     *Turn             // nil unless this seat may act
	Clocks   []SeatClock
	Notes    []Note // the newest few, oldest first
	Watchers int
	End      *End          // nil while the game runs
	Rematch  []engine.Seat // who has offered one
	Next     data.MatchID  // the rematch, once everybody wants it
}

// Ply is the number of the newest ply shown.
func (f Frame) Ply() int { return len(f.Log) }

// Seated is who sits on a seat.
type Seated struct {
	Name       string    `json:"name"`
	Rating     *float64  `json:"rating"` // nil for a guest or a bot
	Kind       data.Kind `json:"kind"`
	Level      string    `json:"-"` // of a bot
	Away       bool      `json:"-"` // no connection shows the seat
	Substitute bool      `json:"-"` // a house bot plays a person's seat
}

// Turn is the viewer's own right to move.
type Turn struct {
	Ply   int               // to be named by the move: one more than Frame.Ply
	Legal []json.RawMessage // never empty
}

// SeatClock is one seat's time.
type SeatClock struct {
	Asked   bool          // the seat has to answer
	Running bool          // its time passes; false when the table is held after a restart
	Since   time.Time     // when Move and Bank were so
	Move    time.Duration // left for this move
	Bank    time.Duration // left for the game beside it
}

// Left returns what is left for the move and in the bank at a moment.
func (c SeatClock) Left(now time.Time) (move, bank time.Duration) {
	if !c.Running {
		return c.Move, c.Bank
	}
	used := max(0, now.Sub(c.Since))
	return max(0, c.Move-used), max(0, c.Bank-max(0, used-c.Move))
}

// Note is something that happened at the table and is no move. Notes are kept
// in a short list: a viewer who is far behind may miss some.
type Note struct {
	Seq    int         // 1, 2, …
	Code   string      // away, back, said, … (protocol, section 7)
	Seat   engine.Seat // whom it is about; Spectator for nobody
	Phrase string      // with said
	At     time.Time
}

// End is how a game ended.
type End struct {
	Result  engine.Result
	Changes []data.Change // empty at a casual table
	Seed    engine.Seed
}

// Listing is a running table in a list.
type Listing struct {
	ID       data.MatchID
	Game     string
	Rated    bool
	Pace     data.Pace
	Seats    []Seated
	Ply      int
	Watchers int
	Asked    []engine.Seat // who has to move
	Seat     engine.Seat   // the asker's own, in Mine
}

// Counts is how busy the house is.
type Counts struct {
	Waiting map[string]int // tickets in the queues, by game
	Tables  int            // running, private ones and those with the house too
	Public  int            // of them, those that Live lists
	Playing int            // people at any of them, each counted once
}
