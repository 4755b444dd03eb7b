package matchmaking

import (
	"encoding/json"
	"time"

	"noir/data"
	"noir/engine"
)

// Frame is everything that one viewer may know of a table. It belongs to the reader, except its
// slices and JSON, which are shared and never change.
type Frame struct {
	Revision   int
	Match      data.MatchID
	Game       string // engine.Info.Name
	Rated      bool
	OneAddress bool // Terms.OneAddress
	Pace       data.Pace
	Private    bool
	Tournament int64           // Terms.Tournament
	Origin     data.Origin     // from where it goes on; zero: it was dealt for itself
	Options    json.RawMessage // the game's own, an object
	Seat       engine.Seat     // the viewer's
	Seats      []Seated
	Commit     string
	Clock      engine.Clock  // zero: no time limit
	Log        []engine.Line // every ply shown so far
	View       json.RawMessage
	Open       []json.RawMessage // every seat's own view; only when the game is over
	Turn       *Turn             // nil unless this seat may act
	Kept       Kept              // of the viewer's own answers
	Passing    Passing           // what the table passes for the viewer, see Seat.Pass
	Idle       bool              // the table is about to pass for the viewer, who holds nothing to play
	Passed     int               // windows in a row in which the viewer has passed by hand, since their turn
	Warned     bool              // the viewer's clock has moved for them: the next time the house takes over the seat
	Clocks     []SeatClock
	Notes      []Note // the newest few, oldest first
	Watchers   int
	Closed     bool          // to watchers
	Slow       []engine.Seat // who offers to go on at pace day
	End        *End          // nil while the game runs
	Rematch    []engine.Seat // who offers one
	Next       data.MatchID  // the rematch, once everybody wants it
}

// Ply is the number of the newest ply shown.
func (f Frame) Ply() int { return len(f.Log) }

// Sight is what the viewer's seat knows in the frame. It shares the frame's slices.
func (f Frame) Sight() engine.Sight {
	s := engine.Sight{Seat: f.Seat, Seats: len(f.Seats), View: f.View, Log: f.Log}
	if f.Turn != nil {
		s.Legal = f.Turn.Legal
	}
	return s
}

// Seated is who sits in a seat.
type Seated struct {
	Name       string    `json:"name"`
	Rating     *float64  `json:"rating"` // of a bot among house players; nil for a guest
	Kind       data.Kind `json:"kind"`
	Level      string    `json:"-"` // of a bot
	Program    bool      `json:"-"` // the player's account is marked as a program's
	Away       bool      `json:"-"` // no connection shows the seat
	Out        bool      `json:"-"` // it is out, and the game goes on
	Substitute bool      `json:"-"` // a house bot plays a person's seat
}

// Shown is the kind that others see. A marked program's account is a bot to them, but sits, plays
// and is rated as a person.
func (s Seated) Shown() data.Kind {
	if s.Program {
		return data.Bot
	}
	return s.Kind
}

// Turn is the viewer's own right to move.
type Turn struct {
	Ply   int               // must be named by the move: one more than Frame.Ply
	Legal []json.RawMessage // never empty
}

// Kept is what only the seat knows about its answers that are kept back: others see it asked, with
// its time running, until all are released.
type Kept struct {
	Ply int  // that the newest was given for, as Turn named it; 0 if none ever was
	Now bool // it is kept back still
}

// SeatClock is one seat's time. Others see a seat whose answer is kept back as still asked.
type SeatClock struct {
	Asked   bool          // the seat has to answer
	Running bool          // its time passes; false while the table is held after a restart, or without a clock
	Since   time.Time     // when Move and Bank had these values
	Move    time.Duration // left for this move
	Bank    time.Duration // left for the game besides; 0 during a question that may not use it
}

// Left returns what is left for the move and in the bank at a moment.
func (c SeatClock) Left(now time.Time) (move, bank time.Duration) {
	if !c.Running {
		return c.Move, c.Bank
	}
	used := max(0, now.Sub(c.Since))
	return max(0, c.Move-used), max(0, c.Bank-max(0, used-c.Move))
}

// Note is an event at the table other than a move. Notes are kept in a short list: a viewer who is
// far behind may miss some.
type Note struct {
	Seq    int         // 1, 2, …
	Code   string      // away, back, said, … (protocol, section 4)
	Seat   engine.Seat // the seat concerned; Spectator for none
	Phrase string      // with said, or
	Text   string      // what somebody has written, cleaned
	At     time.Time
}

// End is how a game ended.
type End struct {
	Result  engine.Result
	Changes []data.Change // empty at a casual table
	Seed    engine.Seed
}

// View is what one viewer may see of a position. A view without JSON is a mistake in the game,
// which its test suite finds.
func View(s engine.State, viewer engine.Seat) json.RawMessage {
	raw, err := json.Marshal(s.View(viewer))
	if err != nil {
		panic(err)
	}
	return raw
}

// Views are what every seat may see of a position, in the order of the seats.
func Views(s engine.State, seats int) []json.RawMessage {
	views := make([]json.RawMessage, seats)
	for i := range views {
		views[i] = View(s, engine.Seat(i))
	}
	return views
}

// ChangesOf reads the rating changes back from a stored match.
func ChangesOf(m data.Match) []data.Change {
	var changes []data.Change
	for i, s := range m.Seats {
		if s.Before != nil && s.After != nil {
			changes = append(changes, data.Change{Seat: engine.Seat(i), Player: s.Player, Before: *s.Before, After: *s.After})
		}
	}
	return changes
}
