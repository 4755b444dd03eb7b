// Package engine is the interface of a game: positions, moves, what each seat may see, and chance
// from a seed.
//
// Rules are pure. A State is a value that never changes: Apply returns another one. Rules know no
// clock, no I/O and no global randomness: time reaches them as a move by the clock, chance as a
// seed. A State may be shared between goroutines.
package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Seat is a place at the table, counted from 0.
type Seat int8

// Spectator is the seat of a viewer without a seat, who sees only what is public.
const Spectator Seat = -1

// By says who made a move.
type By string

// The makers of moves. ByBot is a house bot in a person's seat; a bot in its
// own seat is ByPlayer.
const (
	ByPlayer By = "player"
	ByClock  By = "clock"
	ByServer By = "server"
	ByBot    By = "bot"
)

// The moves that every game has in addition to its own. Resign is a player's, Timeout the clock's.
// Abort voids the game; its seat is Spectator.
var (
	Resign  = json.RawMessage(`{"type":"resign"}`)
	Timeout = json.RawMessage(`{"type":"timeout"}`)
	Abort   = json.RawMessage(`{"type":"abort"}`)
)

// Move is one decision. Body is the game's own JSON in the form that Game.Read
// returns, or one of Resign, Timeout and Abort.
type Move struct {
	Seat Seat
	By   By
	Body json.RawMessage
}

// Game is a set of rules.
type Game interface {
	Info() Info

	// Read checks the shape of a move that came from outside and returns it in its one canonical
	// form, without unknown fields. Names of fields must match exactly (see Fields). A move that is
	// not one of the game's own, or that names a card or a piece twice, is an *Illegal; whether it
	// may be made now is decided by Apply.
	Read(body json.RawMessage) (json.RawMessage, error)

	// Start deals. It fails only for options or a number of seats that the game does not allow.
	Start(Setup) (State, error)

	// House returns the house player of a level that Info lists. Two players
	// with the same level, seed and sights make the same moves.
	House(level string, seed uint64) (Player, error)
}

// Named returns the game with the name that programs use, of any type with an Info.
func Named[G interface{ Info() Info }](games []G, name string) (g G, ok bool) {
	for _, other := range games {
		if other.Info().Name == name {
			return other, true
		}
	}
	return g, false
}

// Names returns the names of games.
func Names[G interface{ Info() Info }](games []G) (names []string) {
	for _, g := range games {
		names = append(names, g.Info().Name)
	}
	return names
}

// Info describes a game before it begins.
type Info struct {
	Name     string // as programs write it, such as "district-noir"
	Title    string // as people read it, such as "District Noir"
	MinSeats int
	MaxSeats int
	Clock    Clock
	House    []Opponent // its house players, weakest first; shared, and never changed
	Windows  bool       // some prompts have a minimum, and players may pass them in advance
	Turns    []string   // types of the moves that count as a turn of the seat's own; shared, never changed
}

// Clock is the time that a seat has at pace live: Move for each decision, and in addition Bank for
// the whole game.
type Clock struct {
	Move time.Duration
	Bank time.Duration
}

// Setup is what a game starts from. With the moves it determines everything.
type Setup struct {
	Seed    Seed
	Seats   int
	Options json.RawMessage // the game's own; empty means its defaults
}

// State is a position.
type State interface {
	// Prompts lists the seats that must move now, in seat order. It is empty only when the game is
	// over, or when the position is ripe: all have answered, and the answers are kept back until
	// Keeper.Release.
	Prompts() []Prompt

	// Legal lists what a seat may do now, asked or not, in a stable order: moves in
	// the form of Game.Read or, if the game is a Completer, entries that stand for many.
	Legal(Seat) []json.RawMessage

	// Apply makes a move. It returns the position after it and the plies that now stand in the
	// log: usually the move itself, none when it is kept back from all other seats. A move that
	// the rules refuse is an *Illegal and changes nothing. Moves made by Make in the order of
	// the log lead to the same game: what is kept back and never released leaves no trace.
	Apply(Move) (State, []Ply, error)

	// Plays reports whether a seat takes part in a running game. It does not once it has resigned
	// or is out by the rules. A seat that plays may resign.
	Plays(Seat) bool

	// Expire lists the moves that the clock makes, in order, for a seat whose
	// time has run out.
	Expire(Seat) []Move

	// View is all that a seat may know of the position, as a value to marshal. It is built from
	// what the seat may see, not by hiding the rest.
	View(Seat) any

	// Dealt is the setup that a record shows: the shuffled deck and who began.
	// It is secret until the game is over.
	Dealt() any

	// Result returns how the game ended, and whether it has.
	Result() (Result, bool)
}

// Prompt asks a seat for a move.
type Prompt struct {
	Seat     Seat
	Question int           // prompts of a seat with the same number are one question, whose time goes on; with Bank it does so even after other questions in between
	Budget   time.Duration // at pace live
	Minimum  time.Duration // at pace live, how long at least an answer is kept back from when it was asked
	Personal bool          // it is about what the seat has; with a Minimum, no wish to pass answers it
	Own      bool          // it is about a move of the seat's own that nobody has answered; with a Minimum, the table may answer
	Bank     bool          // whether the seat's bank is used when the budget is spent; never with a Minimum, since the log does not tell when such an answer was given
}

// Ply is one accepted move and all that follows from it.
type Ply struct {
	Move    Move
	Effects []Effect
	Dice    []int    // rolled because of the move, in order
	Drawn   []string // cards drawn because of the move, in order; secret
}

// Effect is one consequence of a move, as JSON. A seat with an entry in Private sees that in
// place of Public.
type Effect struct {
	Public  json.RawMessage
	Private map[Seat]json.RawMessage
}

// For returns the effect as a seat sees it.
func (e Effect) For(s Seat) json.RawMessage {
	if own, ok := e.Private[s]; ok {
		return own
	}
	return e.Public
}

// Line is a ply as one viewer sees it.
type Line struct {
	Ply     int               `json:"ply"` // 1, 2, …
	Seat    Seat              `json:"seat"`
	By      By                `json:"by"`
	Move    json.RawMessage   `json:"move"`
	Effects []json.RawMessage `json:"effects"` // never nil
	AtMS    int64             `json:"at_ms"`   // since the game started
}

// Line returns the ply with number n as a seat sees it.
func (p Ply) Line(n int, s Seat, atMS int64) Line {
	seen := make([]json.RawMessage, len(p.Effects))
	for i, e := range p.Effects {
		seen[i] = e.For(s)
	}
	return Line{Ply: n, Seat: p.Move.Seat, By: p.Move.By, Move: p.Move.Body, Effects: seen, AtMS: atMS}
}

// Result is the end of a game.
type Result struct {
	Reason  string          `json:"reason"`
	Winners []Seat          `json:"winners"` // empty when the game was aborted; never nil
	Places  []int           `json:"places"`  // of seat 0, 1, …; ties share a place: 1, 1, 3
	Scores  json.RawMessage `json:"scores"`  // one entry a seat, the game's own
}

// Aborted is the reason of a game that does not count.
const Aborted = "aborted"

// Illegal is a move that the rules refuse. Reason is a code of the game's rules
// page; Message is a sentence for people.
type Illegal struct {
	Reason  string
	Message string
}

func (e *Illegal) Error() string { return fmt.Sprintf("%s (%s)", e.Message, e.Reason) }

// Player decides for one seat and sees what that seat sees.
type Player interface {
	// Choose returns one of the legal moves of the sight, which has at least one. It may think
	// until ctx ends and must then answer at once.
	Choose(ctx context.Context, s Sight) (json.RawMessage, error)
}

// Sight is all that a seat knows when it has to decide.
type Sight struct {
	Seat  Seat
	Seats int
	View  json.RawMessage
	Legal []json.RawMessage
	Log   []Line // from ply 1
}
