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
	Revision     int
	Match        data.MatchID
	Game         string // engine.Info.Name
	Rated        bool
	OneAddress   bool // Terms.OneAddress
	Pace         data.Pace
	Private      bool
	Tournament   int64           // Terms.Tournament
	Origin       data.Origin     // the position it goes on from; zero for a fresh deal
	Options      json.RawMessage // the game's own, an object
	Seat         engine.Seat     // the viewer's
	Seats        []Seated
	Commit       string
	Clock        engine.Clock  // zero: no time limit
	Log          []engine.Line // every ply shown so far
	View         json.RawMessage
	Open         []json.RawMessage // each seat's own view; only when the game is over
	Turn         *Turn             // nil unless this seat may act
	Kept         Kept              // of the viewer's own answers
	Passing      Passing           // what the table answers for the viewer, see Seat.Pass
	Idle         bool              // the table is about to pass for the viewer, who holds nothing to play
	Passed       int               // windows in a row in which the viewer, or the table for them, has passed since their turn
	Warned       bool              // the clock has moved for the viewer; the next time the house takes over the seat
	Clocks       []SeatClock
	Notes        []Note // the newest few, oldest first
	Watchers     int
	NoSpectators bool          // are allowed
	Slow         []engine.Seat // seats that offer to go on at pace day
	End          *End          // nil while the game runs
	Rematch      []engine.Seat // seats that offer one
	Next         data.MatchID  // the rematch, once all want it
}

// Ply is the number of the newest ply shown.
func (f Frame) Ply() int { return len(f.Log) }

// Sight is what the viewer's seat knows. It shares the frame's slices.
func (f Frame) Sight() engine.Sight {
	s := engine.Sight{Seat: f.Seat, Seats: len(f.Seats), View: f.View, Log: f.Log}
	if f.Turn != nil {
		s.Legal = f.Turn.Legal
	}
	return s
}

// Seated is who sits in a seat.
type Seated struct {
	Name        string    `json:"name"`
	Rating      *float64  `json:"rating"` // of a bot among house players; nil for a guest
	Kind        data.Kind `json:"kind"`
	Level       string    `json:"-"` // of a bot
	Provisional bool      `json:"-"` // the rating is provisional
	Program     bool      `json:"-"` // the player's account is marked as a program's
	Away        bool      `json:"-"` // no connection shows the seat
	Out         bool      `json:"-"` // the seat is out, and the game goes on
	Substitute  bool      `json:"-"` // a house player plays a person's seat
}

// Shown is the kind that others see. The account of a program is shown as a bot, but sits, plays
// and is rated as a person.
func (s Seated) Shown() data.Kind {
	if s.Program {
		return data.Bot
	}
	return s.Kind
}

// Turn is the viewer's right to move.
type Turn struct {
	Ply   int               // the move must name it: one more than Frame.Ply
	Legal []json.RawMessage // never empty
}

// Kept is what only the seat knows about its answers that are kept back. Others see it as asked,
// with its time running, until all answers are released.
type Kept struct {
	Ply int  // of the question that the newest one answered, as Turn named it; 0 if there was none
	Now bool // it is still kept back
}

// SeatClock is one seat's time. A seat whose answer is kept back looks to others as if it were
// still asked.
type SeatClock struct {
	Asked   bool          // the seat has to answer
	Running bool          // its time runs; false without a clock, or while the table is held after a restart
	Since   time.Time     // when Move and Bank had these values
	Move    time.Duration // left for this move
	Bank    time.Duration // left for the rest of the game; 0 during a question that may not use it
}

// Left returns what is left at a moment for the move and in the bank.
func (c SeatClock) Left(now time.Time) (move, bank time.Duration) {
	if !c.Running {
		return c.Move, c.Bank
	}
	used := max(0, now.Sub(c.Since))
	return max(0, c.Move-used), max(0, c.Bank-max(0, used-c.Move))
}

// Note is an event at the table other than a move. Notes are kept in a short list: a viewer far
// behind may miss some.
type Note struct {
	Seq    int         // 1, 2, …
	Code   string      // away, back, said, … (protocol, section 4)
	Seat   engine.Seat // the seat concerned; Spectator for none
	Phrase string      // with said, or
	Text   string      // a player's text, cleaned
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

// Views returns what each seat may see of a position, in the order of the seats.
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
