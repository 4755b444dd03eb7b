// Package matchmaking brings people to tables and keeps the tables. A table is
// an append-only log of moves; a Chair is one viewer's cursor over it. Nothing
// is pushed: whoever wants to know asks for the newest frame past the one he
// has, so a slow viewer costs nobody anything.
package matchmaking

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"
	"time"

	"noir/data"
	"noir/data/language"
	"noir/engine"
	"noir/matchmaking/pairing"
)

// The errors of a broker and its chairs. Play may also return an
// *engine.Illegal, a *BadMove, or data.ErrUnavailable when the move could not
// be stored: whatever is returned but nil, nothing has changed. Only ctx's own error
// leaves that open, for who did not wait for the answer.
var (
	ErrNoTable       = errors.New(language.Mark("there is no such table"))
	ErrNoSeat        = errors.New(language.Mark("you have no seat at that table"))
	ErrNoChallenge   = errors.New(language.Mark("there is no such challenge any more"))
	ErrClosed        = errors.New(language.Mark("that table is closed to watchers"))
	ErrNoCode        = errors.New(language.Mark("no private table has that code"))
	ErrHostLeft      = errors.New(language.Mark("the host has left, and the private table with him"))
	ErrNotReady      = errors.New(language.Mark("you did not answer in time; look for a table again"))
	ErrParted        = errors.New(language.Mark("you and somebody at that table do not play with each other; look for a table again"))
	ErrSeated        = errors.New(language.Mark("you have a game running"))
	ErrDraining      = errors.New(language.Mark("the server is going down; try again in a minute"))
	ErrTooManyChairs = errors.New(language.Mark("that seat is shown on too many connections"))
	ErrNotYourTurn   = errors.New(language.Mark("it is not your turn"))
	ErrStale         = errors.New(language.Mark("the position has changed"))
	ErrOver          = errors.New(language.Mark("the game is over"))
	ErrRunning       = errors.New(language.Mark("the game is not over"))
	ErrWatching      = errors.New(language.Mark("you are watching; there is nothing to play"))
	ErrNoPhrase      = errors.New(language.Mark("there is no such phrase"))
	ErrNothing       = errors.New(language.Mark("there is nothing in that to be said"))
	ErrNoHints       = errors.New(language.Mark("in that game the house gives no hints"))
	ErrRated         = errors.New(language.Mark("in a rated game the house gives no hints"))
	ErrHinting       = errors.New(language.Mark("the house is thinking about a hint for you already"))
	ErrNoIdea        = errors.New(language.Mark("the house has no idea; play what you like"))
	ErrTalkative     = errors.New(language.Mark("you have said enough for the moment; wait a few seconds"))
)

// BadMove is a move that is none in its game, whatever the position.
type BadMove struct{ Cause error }

func (e *BadMove) Error() string { return e.Cause.Error() }
func (e *BadMove) Unwrap() error { return e.Cause }

// BadTerms is a ticket, or something else asked of a broker, that cannot be had. Its text
// is for the person.
type BadTerms struct {
	Message string
	own     error // the same for its reader; see language.Sentence
}

func (e *BadTerms) Error() string { return e.Message }

func (e *BadTerms) Unwrap() error { return e.own }

func badTerms(text string, args ...any) *BadTerms {
	own := language.Sentence(nil, text, args...)
	return &BadTerms{own.Error(), own}
}

// Broker is everything between a person and a table. It is safe for any number
// of goroutines.
type Broker interface {
	// Queue hands in a ticket and returns at once with a place in the queue (or
	// at a private table). The ticket is withdrawn by Place.Leave. ErrSeated,
	// ErrNoCode, ErrNoContest, ErrContestOver, ErrDraining, *BadTerms.
	Queue(ctx context.Context, t Ticket) (Place, error)

	// Challenge offers a game at pace day, to Challenge.To or, if that is nobody, to
	// whoever takes it. It need only say From, To, Game, Rated, Seats and Options; 0
	// seats are the fewest of the game. Where challenges of others stand that
	// fit, the oldest are taken and the table is dealt: nobody need be there for it.
	// Else it stands until it is taken, withdrawn or a week old; a player has the same
	// one only once. *BadTerms; *quota.Refused for who makes too many.
	Challenge(ctx context.Context, c data.Challenge) (Acceptance, error)

	// Challenges lists what a player may take and what is his own, the oldest
	// first; of those to whoever takes them a hundred. Guests have none. The list may be
	// shared: it must not be changed.
	Challenges(ctx context.Context, p data.PlayerID) ([]data.Challenge, error)

	// Accept takes a challenge: a day game is dealt. When it needs more players than
	// that, the oldest challenges that fit are taken too, or the player's own is left
	// beside it. One at another pace leads to the private table at which its maker
	// waits. ErrNoChallenge, *BadTerms.
	Accept(ctx context.Context, p data.Player, id string) (Acceptance, error)

	// Withdraw takes back a challenge of the player's own, or declines one that was
	// made to him. ErrNoChallenge.
	Withdraw(ctx context.Context, p data.PlayerID, id string) (data.Challenge, error)

	// Sit takes a player's seat: the first time and after a dropped line the
	// same call. ErrNoTable, ErrNoSeat, ErrTooManyChairs.
	Sit(ctx context.Context, id data.MatchID, p data.PlayerID) (Chair, error)

	// Watch takes a chair without a seat. ErrNoTable, ErrClosed.
	Watch(ctx context.Context, id data.MatchID) (Chair, error)

	// Live lists the running public tables that are not closed to watchers, the
	// highest rated first and day games last, as they were at most a second ago;
	// none at which somebody sits from whom the viewer is kept apart (Apart). The
	// list is shared and never changes.
	Live(ctx context.Context, viewer data.PlayerID) ([]Listing, error)

	// Mine lists the running tables at which a player has a seat: those that wait for
	// him first, and then live ones before day games.
	Mine(ctx context.Context, p data.PlayerID) ([]Listing, error)

	// Apart reports whether one of two players has blocked the other, as it was known a
	// few seconds ago. It does not block.
	Apart(one, other data.PlayerID) bool

	// Complain stores a report about somebody, for operators. What was said at the
	// table is attached if the reporter sat there: the newest of it, which is kept in
	// memory while there is the table and for an hour after. *BadTerms.
	Complain(ctx context.Context, c Complaint) (data.Report, error)

	// Contests lists the events that run or will, and those that were over in the last
	// twelve hours, in the order in which they start, as they were a few seconds ago. The list
	// is shared and never changes. It does not block.
	Contests() []data.Contest

	// Standings returns the table of an event, best first, as it was at most a second
	// ago. It is shared and never changes. ErrNoContest.
	Standings(ctx context.Context, contest int64) ([]data.Score, error)

	// Counts tells how busy the house is.
	Counts() Counts
}

// Terms are what a table is played under.
type Terms struct {
	Game    string // may be empty in a ticket that joins
	Rated   bool
	Pace    data.Pace
	Clock   data.Clock      // "": none where one person plays the house alone, else the usual one; for tables with the house and private ones
	Seats   int             // 0: as many as are found, or the game's usual number
	Options json.RawMessage // the game's own; empty means its defaults
	Contest int64           // data.Contest.ID of the event that it counts for; 0: none

	// Why they are casual though a rated game was asked for: players come from one
	// address. The house finds that out.
	OneAddress bool
}

// OneAddress is what to tell the players under such Terms.
var OneAddress = language.Mark("Players come from one address, so it is a casual game.")

// Ticket is the wish to play. At most one of Bot, Host and Join is set; with
// none the opponents are strangers from the queue. A ticket for strangers at pace
// day is a challenge to whoever takes it (Broker.Challenge), which stays when the
// place is left.
//
// One for an event (Contest) need say no other terms: the event's hold. It waits for
// the event to start, and leads to one game of it; who wants another one hands in
// another ticket. Once the event has ended it is refused with ErrContestOver, and so
// is whoever waits then.
type Ticket struct {
	Player data.Player // a guest has a negative id
	Terms
	Bot  string      // level of the house players on every other seat; a table at once
	Host bool        // open a private table and wait for others
	To   data.Player // with Host: who is challenged to sit down there (by the day: to a game), and told so; the zero value: nobody
	Fill string      // with Host: level of the house players who fill what is free at Place.Begin
	Join string      // the code of a private table; its host's terms hold

	// From where the ticket comes, of IPv6 the /64. Broker.Queue knows it from its context
	// if it is not set.
	Address netip.Addr
}

// Private reports whether the ticket is for a private table of people.
func (t Ticket) Private() bool { return t.Host || t.Join != "" }

// Place is a ticket that waits. Any number of goroutines may use it.
//
// Before a table of people is dealt each of them is asked whether he is there
// (Waiting.Found). Those who have not answered by Waiting.Until are out, and the
// others go on waiting where they were: the time that they have waited counts on.
//
// Who lets others wait in vain is not paired for a while (Waiting.Held): after a game
// that was void because the player let it lapse before the first move of their own, for
// a minute, then for two, four and so on up to an hour; likewise from the second time in
// a row that the player did not come to a table that was found.
type Place interface {
	// Next returns the newest figures past a revision, of which the first is
	// asked for with 0, and blocks until there are any: they change at most once
	// a second, and with each answer of those who are asked whether they are there.
	// ErrNotReady when this player has not answered, ErrParted when the player and another
	// one at the table that was found have come to be kept apart, ErrHostLeft when a private
	// table is gone, ErrNoChallenge when the challenge that a ticket at pace day is
	// has been withdrawn, ErrContestOver, ErrDraining when the queue has closed.
	Next(ctx context.Context, after int) (Waiting, error)

	// Ready says that the player is there, on whichever of his places. It is
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

// Guests are the names of those at a private table, its host first; "" where
// nobody sits. Being an array they can be compared.
type Guests [pairing.MaxSize]string

// Chair is one viewer's hold on one table: a person's, a bot's, a program's, a
// spectator's, a replay's. One goroutine may call Next while others call the rest.
type Chair interface {
	// Next returns the newest frame past a revision, of which the first is asked
	// for with 0, and blocks until there is one. Frames between the two are
	// lost, their log lines are not. io.EOF when the table is closed and its
	// last frame has been seen; ErrClosed when one watches what no watcher may see.
	Next(ctx context.Context, after int) (Frame, error)

	// Notify has wake called in a goroutine of its own, once, when Next would not
	// block any more for the same revision: whoever has thousands of chairs need not
	// keep a goroutine in Next for each. stop, which does not block, takes that back;
	// wake may be under way then. Leave the chair or call stop.
	Notify(after int, wake func()) (stop func())

	// Play makes a move. ply is the one that Frame.Turn names: a move that was
	// meant for another position is ErrStale. It returns when the move is stored
	// or, if it is one that is kept back from the others, when it is kept: that is
	// in memory, and the seat is asked again after a restart. ErrNotYourTurn, ErrOver, ErrWatching and see above.
	Play(ctx context.Context, ply int, move json.RawMessage) error

	// Decline has the table answer every question of the seat that has a minimum
	// (engine.Prompt) at once and as its clock would, until it is called with
	// false: a standing "no" in windows. The moves are the player's, but a house
	// player who has the seat decides for himself. It is forgotten when the server
	// restarts. ErrOver, ErrWatching.
	Decline(ctx context.Context, on bool) error

	// Back takes the seat from the house player who has it (Seated.Substitute), as a
	// move does; nothing happens when none has. ErrOver, ErrWatching.
	Back(ctx context.Context) error

	// Hint says what the house would do in the seat's place, which has to be asked, in a
	// game that is not rated. It takes up to half a second of a processor, for which it
	// waits like the house's players, and one question of a seat at a time; the table
	// goes on meanwhile. Other people at it are told that a hint was asked for.
	// ErrNotYourTurn, ErrRated, ErrNoHints, ErrHinting, ErrNoIdea, ErrOver, ErrWatching,
	// or ctx's error.
	Hint(ctx context.Context) (Hint, error)

	// Resign gives the game up. Where it goes on for the others the seat is out
	// (Seated.Out): the chair looks on, and the player may play elsewhere.
	Resign(ctx context.Context) error

	// Say tells the table one of the Phrases: five at once, then one in two
	// seconds a seat, what is written among them. It does not reach who has muted or
	// blocked the player. ErrNoPhrase, ErrTalkative.
	Say(ctx context.Context, phrase string) error

	// Write tells the people at the table a text in the player's own words, which is
	// cleaned and cut after MaxText characters (data.Clean), as Say does. Whoever
	// watches does not see it. *PhrasesOnly unless everybody at the table allows such
	// words (data.Settings.FreeText), the table is private or the others have made the
	// player their friend, and no operator has silenced him. ErrNothing, ErrTalkative.
	Write(ctx context.Context, text string) error

	// Slow offers to go on at pace day, or agrees: it is done once everybody has who
	// plays and is no house player. Clocks are then those of a day game, in which what a
	// move has taken so far counts. An offer stands while the game runs. ErrOver,
	// ErrWatching, *BadTerms when it cannot be.
	Slow(ctx context.Context) error

	// Shut closes the table to watchers, who are sent away with ErrClosed, or opens
	// it to them again. Any player at it may. ErrOver, ErrWatching.
	Shut(ctx context.Context, closed bool) error

	// Rematch offers, or accepts, another game. ErrRunning while there is one.
	Rematch(ctx context.Context) error

	// Leave gives the chair up, not the seat. Next then returns io.EOF.
	Leave()
}

// Phrases are what can be said at a table (protocol, section 4).
var Phrases = [...]string{
	"hello", "good_game", "well_played", "thanks", "nice_move", "oops", "thinking", "sorry", "goodbye",
}

// Frame is everything that one viewer may know of a table. It belongs to the
// reader but for its slices and JSON, which are shared and never change.
type Frame struct {
	Revision   int
	Match      data.MatchID
	Game       string // engine.Info.Name
	Rated      bool
	OneAddress bool // Terms.OneAddress
	Pace       data.Pace
	Private    bool
	Contest    int64           // Terms.Contest
	Options    json.RawMessage // the game's own, an object
	Seat       engine.Seat     // the viewer's
	Seats      []Seated
	Commit     string
	Clock      engine.Clock  // zero: there is none
	Log        []engine.Line // every ply shown so far
	View       json.RawMessage
	Open       []json.RawMessage // every seat's own view; only when the game is over
	Turn       *Turn             // nil unless this seat may act
	Kept       Kept              // of the viewer's own answers
	Declines   bool              // the viewer's own seat, see Chair.Decline
	Warned     bool              // the viewer's clock has moved for them: after one more time the house plays their seat
	Clocks     []SeatClock
	Notes      []Note // the newest few, oldest first
	Watchers   int
	Closed     bool          // to watchers
	Slow       []engine.Seat // who has offered to go on at pace day
	End        *End          // nil while the game runs
	Rematch    []engine.Seat // who has offered one
	Next       data.MatchID  // the rematch, once everybody wants it
}

// Ply is the number of the newest ply shown.
func (f Frame) Ply() int { return len(f.Log) }

// Seated is who sits on a seat.
type Seated struct {
	Name       string    `json:"name"`
	Rating     *float64  `json:"rating"` // of a bot among the house's own; nil for a guest
	Kind       data.Kind `json:"kind"`
	Level      string    `json:"-"` // of a bot
	Program    bool      `json:"-"` // the player's account is marked as a program's
	Away       bool      `json:"-"` // no connection shows the seat
	Out        bool      `json:"-"` // it plays no more in a game that goes on
	Substitute bool      `json:"-"` // a house bot plays a person's seat
}

// Shown is the kind that others are told. An account that is marked as a program's is
// a bot to them; it sits, plays and is rated as a person is.
func (s Seated) Shown() data.Kind {
	if s.Program {
		return data.Bot
	}
	return s.Kind
}

// Turn is the viewer's own right to move.
type Turn struct {
	Ply   int               // to be named by the move: one more than Frame.Ply
	Legal []json.RawMessage // never empty
}

// Kept is what a seat alone knows of its answers that are kept back from all
// others: they see it asked, and its time run, until all are released.
type Kept struct {
	Ply int  // that the newest was given for, as Turn named it; 0 if none ever was
	Now bool // it is kept back still
}

// SeatClock is one seat's time. To everybody but itself a seat whose answer is
// kept back is still asked.
type SeatClock struct {
	Asked   bool          // the seat has to answer
	Running bool          // its time passes; false when the table is held after a restart, or has no clock
	Since   time.Time     // when Move and Bank were so
	Move    time.Duration // left for this move
	Bank    time.Duration // left for the game beside it; 0 while a question is asked that it is not for
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
	Code   string      // away, back, said, … (protocol, section 4)
	Seat   engine.Seat // whom it is about; Spectator for nobody
	Phrase string      // with said, or
	Text   string      // what somebody has written, cleaned
	At     time.Time

	deaf uint64 // a bit for each seat that it does not reach
	own  bool   // it reaches its seat alone
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
	Until    time.Time     // when the first of them runs out of time; zero while the time stands
	Seat     engine.Seat   // the asker's own, in Mine
}

// YourMove reports whether the table waits for the seat of whoever listed it.
func (l Listing) YourMove() bool { return slices.Contains(l.Asked, l.Seat) }

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
