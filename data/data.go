// Package data defines what outlives a connection: players and their keys, ratings, matches and
// their logs, and the interfaces of a store for them. Packages below it implement these.
package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"noir/engine"
)

// The errors of a store. Their texts are sentences for players; the cause is wrapped along with
// them for the operator.
var (
	ErrNotFound    = errors.New("not found")
	ErrNameTaken   = errors.New("the name is taken or looks like a taken one")
	ErrKeyTaken    = errors.New("the key belongs to a player")
	ErrFinished    = errors.New("the match is over")
	ErrOutOfOrder  = errors.New("the entry is not the next one")
	ErrUnavailable = errors.New("unavailable")
	ErrRunning     = errors.New("a game is running")
	ErrVoided      = errors.New("the match is void already")
	ErrNotRated    = errors.New("the match has changed no rating")
	ErrCompeting   = errors.New("an event is going on")
	ErrMet         = errors.New("they have met in a rated match")
	ErrTaken       = errors.New("the challenge is gone")
	ErrReported    = errors.New("an earlier report about them is open")
	ErrTooMany     = errors.New("there are too many already")
	ErrFenced      = errors.New("another process runs the match")
)

// Unavailable is the error for a store that fails: ErrUnavailable.
func Unavailable(cause error) error {
	if errors.Is(cause, ErrUnavailable) {
		return cause
	}
	return fmt.Errorf("%w: %w", ErrUnavailable, cause)
}

// ErrCrowded refuses a new player, whatever the name. The front door returns it.
var ErrCrowded = errors.New("too many players were made from that address, or with that key, lately")

// PlayerID identifies a player. Guests, who are in no store, have negative ids that last as long as
// their connection; 0 is nobody.
type PlayerID int64

// Guest reports whether the id is a guest's.
func (id PlayerID) Guest() bool { return id < 0 }

// Player is a player with a name.
type Player struct {
	ID      PlayerID
	Name    string
	Created time.Time
	Bot     bool // an operator marked the account as a program's
}

// Key is a public key that identifies a player.
type Key struct {
	ID          int64
	Player      PlayerID
	Fingerprint string // "SHA256:…" as ssh-keygen -l prints it
	Label       string
	Added       time.Time
	LastSeen    time.Time
}

// MatchID identifies a match everywhere: in commands, frames and records.
type MatchID string

// Pace is how much time a table gives.
type Pace string

// The paces (protocol, section 4).
const (
	Live Pace = "live"
	Fast Pace = "fast"
	Day  Pace = "day"
)

// Kind is what sits in a seat.
type Kind string

// The kinds of seats in the protocol's `start`.
const (
	Human Kind = "human"
	Guest Kind = "guest"
	Bot   Kind = "bot"
)

// Match is one game at one table, running or over.
type Match struct {
	ID           MatchID
	Game         string // engine.Info.Name
	Rated        bool
	Rule         Rule // how it is rated, if it is; Store.Open fills it
	Pace         Pace
	Clock        Clock           // at paces live and fast; Store.Open defaults it to Usual
	Private      bool            // not listed for watchers
	NoSpectators bool            // a player at it allows none (Matches.AllowSpectators)
	Options      json.RawMessage // the game's options, an object
	Seed         engine.Seed     // secret until the match is over
	Started      time.Time       // for Store.Open, zero: when it is stored
	Ended        time.Time       // zero while it runs
	Seats        []Seat          // by seat number
	Moves        []Entry         // the log, by ply
	Stopped      time.Duration   // game time at which its clocks were last stopped (Store.Stop); 0: not since the newest ply
	Result       *engine.Result
	Passing      bool      // it is deleted after KeptFor
	Voided       time.Time // when an operator voided it; zero: it counts
	Tournament   int64     // Tournament.ID of the one it counts for; 0: none
	OneAddress   bool      // casual only because players at it share an address
	Origin       Origin    // zero: it was dealt for itself. A match with an origin counts for nothing

	Turns []string   // for Store.Open, of a tournament's match: engine.Info.Turns; nil once stored
	Live  []PlayerID // for Store.Open: who may be in one such match at a time (Matches.Retire), guests too; nil once stored
	Owner NodeID     // for Store.Open of a Shared store: who is to run it; 0: the node that opens it
}

// Origin is a position of a finished match from which another one goes on: with the same seed and
// options, and with the first entries of its log, all made at the start.
type Origin struct {
	Match MatchID `json:"match"`
	Plies int     `json:"plies"` // how many entries
}

// Setup returns what the match started from.
func (m Match) Setup() engine.Setup {
	return engine.Setup{Seed: m.Seed, Seats: len(m.Seats), Options: m.Options}
}

// Seat is a player's place in a match, with what a rating change is computed from, as it stood when
// the match began.
type Seat struct {
	Player    PlayerID // 0 for a bot, for a guest once stored (but see Shared.Adopt), and for a deleted player
	Name      string
	Kind      Kind
	Level     string   // of a bot
	Before    *float64 // rating; nil at a casual table
	After     *float64 // nil until a rated match is over; kept when it is voided
	Games     int      // n: own rated games of the kind
	PairGames int      // m: rated games of the most frequent pair at the table in the last 24 hours
	Apart     bool     // the game was merged in (Keyring.Claim); its rating change does not count for the player
}

// Entry is one ply of a log. Its JSON is that of a record's moves.
type Entry struct {
	Ply   int             `json:"ply"` // 1, 2, …
	Seat  engine.Seat     `json:"seat"`
	Move  json.RawMessage `json:"move"`
	AtMS  int64           `json:"at_ms"` // since the start, not counting time the server was down
	By    engine.By       `json:"by"`
	Dice  []int           `json:"dice"`  // never nil
	Drawn []string        `json:"drawn"` // never nil
}

// NewEntry returns the entry for ply number n.
func NewEntry(n int, p engine.Ply, atMS int64) Entry {
	return Entry{
		Ply: n, Seat: p.Move.Seat, Move: p.Move.Body, AtMS: atMS, By: p.Move.By,
		Dice: append([]int{}, p.Dice...), Drawn: append([]string{}, p.Drawn...),
	}
}

// Moves returns a log's moves for engine.Replay.
func Moves(log []Entry) []engine.Move {
	moves := make([]engine.Move, len(log))
	for i, e := range log {
		moves[i] = engine.Move{Seat: e.Seat, By: e.By, Body: e.Move}
	}
	return moves
}

// Rating is a player's standing in one game.
type Rating struct {
	Value  float64
	Games  int // rated ones
	Wins   int
	Losses int
	Draws  int
}

// Provisional reports whether the rating rests on few games.
func (r Rating) Provisional() bool { return Provisional(r.Games) }

// Standing is a row of the rankings.
type Standing struct {
	Rank   int // 1 is best; equal ratings share a rank
	Player Player
	Rating
}

// Change is what one match did to one player's rating.
type Change struct {
	Seat   engine.Seat
	Player PlayerID
	Before float64
	After  float64
}

// Event is a point of a rating's history: the end of a match, or its voiding.
type Event struct {
	Match  MatchID
	At     time.Time
	Rating float64 // from then on
}
