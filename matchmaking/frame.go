package matchmaking

import (
	"encoding/json"
	"time"

	"noir/data"
	"noir/engine"
)

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
	Tournament int64           // Terms.Tournament
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
	Declines   bool              // the viewer's own seat, see Seat.Decline
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

// Sight is what the viewer's seat knows in the frame. It shares the frame's slices.
func (f Frame) Sight() engine.Sight {
	s := engine.Sight{Seat: f.Seat, Seats: len(f.Seats), View: f.View, Log: f.Log}
	if f.Turn != nil {
		s.Legal = f.Turn.Legal
	}
	return s
}

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
}

// End is how a game ended.
type End struct {
	Result  engine.Result
	Changes []data.Change // empty at a casual table
	Seed    engine.Seed
}

// View is what one viewer may see of a position. A view that has no JSON is a mistake in
// the game, which its conformance suite finds.
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
