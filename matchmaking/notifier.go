package matchmaking

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// Notifier tells players what happens while they are away. One goroutine of the broker calls Told
// with one event after the other; Told may take time, since no table waits for it. At most 1,024
// events wait; the oldest are lost (Totals.Untold). Told must return before the broker's Close
// does. Guests get no events.
//
// player is the recipient. It is 0 for a Seeking, which goes to all players whose
// data.Settings.Lookout asks for it, except Event.By and players between whom and Event.By there is
// a block.
type Notifier interface {
	Told(player data.PlayerID, e Event)
}

// News is what has happened.
type News string

// The kinds of news. Live games have none: their players are there.
const (
	YourMove   News = "your_move"  // a day game waits for the player
	Begun      News = "begun"      // a day game has begun, and another player moves first
	Over       News = "over"       // a day game is over
	Challenged News = "challenged" // another player wants to play them
	Seeking    News = "seeking"    // a player waits for opponents

	// Withdrawn means that Event.Challenge is gone. It must not be announced any more. The player
	// is 0.
	Withdrawn News = "withdrawn"
)

// Event is something to tell a player. Fields that do not apply are zero.
type Event struct {
	News      News
	At        time.Time
	Game      string       // engine.Info.Name
	Match     data.MatchID // with YourMove, Begun and Over
	Ply       int          // plies made so far, of that match
	Deadline  time.Time    // with YourMove: when the time runs out, unless the server stops
	Here      bool         // with YourMove, Begun and Over: the player sees the table on a screen
	Others    []string     // names of the other seats, or of the challenger or seeker
	By        data.Player  // with Challenged and Seeking: who
	Challenge string       // with Challenged, and with Seeking of a day game: data.Challenge.ID
	Pace      data.Pace
	Rated     bool
	Won       bool // with Over: the player alone has won
	Shared    bool // with Over: the player and others have won
	Aborted   bool // with Over: the game does not count
}

// End sets how a game ended for a seat.
func (e *Event) End(r engine.Result, s engine.Seat) {
	among := slices.Contains(r.Winners, s)
	e.Won, e.Shared = among && len(r.Winners) == 1, among && len(r.Winners) > 1
	e.Aborted = r.Reason == engine.Aborted
}
