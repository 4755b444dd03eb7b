package matchmaking

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// Notifier tells players what happens while they are away. One goroutine of the broker calls Told
// with one event after the other; Told may take its time, since nothing at a table waits for it.
// Beyond noticeQueue waiting events the oldest are lost (Totals.Untold). Told must return before
// the broker's Close does. Guests are told nothing.
//
// player is whom an event is for. It is 0 for a Seeking: that is for everybody whose
// data.Settings.Lookout asks for it, except Event.By and players who have blocked them or whom they
// have blocked.
type Notifier interface {
	Told(player data.PlayerID, e Event)
}

// News is what has happened.
type News string

// The news. Live games have none: their players are there.
const (
	YourMove   News = "your_move"  // a day game waits for the player
	Begun      News = "begun"      // a day game has begun, and another one moves first
	Over       News = "over"       // a day game is over
	Challenged News = "challenged" // somebody wants to play them
	Seeking    News = "seeking"    // somebody is waiting for people to play with

	// Withdrawn means that Event.Challenge is gone: what has not been told of it must not be told
	// any more. The player is 0.
	Withdrawn News = "withdrawn"
)

// Event is something to be told. Fields that do not apply are zero.
type Event struct {
	News      News
	At        time.Time
	Game      string       // engine.Info.Name
	Match     data.MatchID // with YourMove, Begun and Over
	Ply       int          // plies made so far, of that match
	Deadline  time.Time    // with YourMove: when the time runs out if the server stays up
	Here      bool         // with YourMove, Begun and Over: the player has the table on a screen, so they see it
	Others    []string     // names of the other seats, or of the challenger or seeker
	By        data.Player  // with Challenged and Seeking: who
	Challenge string       // with Challenged, and with Seeking of a day game: data.Challenge.ID
	Pace      data.Pace
	Rated     bool
	Won       bool // with Over: they alone
	Shared    bool // with Over: they and somebody else
	Aborted   bool // with Over: it counts for nothing
}

// End sets how a game ended for a seat.
func (e *Event) End(r engine.Result, s engine.Seat) {
	among := slices.Contains(r.Winners, s)
	e.Won, e.Shared = among && len(r.Winners) == 1, among && len(r.Winners) > 1
	e.Aborted = r.Reason == engine.Aborted
}
