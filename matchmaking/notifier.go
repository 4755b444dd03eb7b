package matchmaking

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// Notifier tells players what happens while they are elsewhere. Told is called by
// one goroutine of the broker, one event after the other, and may take its time:
// nothing at a table waits for it. Of more than noticeQueue events that have not
// been told the oldest are lost (Totals.Untold). It must have come back from Told
// before Local.Close does. Guests are told nothing.
//
// player is whom an event is for. It is 0 with a Seeking: that is for everybody but
// Event.By and those whom they have blocked or who have blocked them, if their
// data.Settings.Lookout says that they want to hear of it.
type Notifier interface {
	Told(player data.PlayerID, e Event)
}

// News is what has happened.
type News string

// The news. Live games have none: who plays one is there.
const (
	YourMove   News = "your_move"  // a day game waits for the player
	Begun      News = "begun"      // a day game has begun, and another one moves first
	Over       News = "over"       // a day game is over
	Challenged News = "challenged" // somebody wants to play them
	Seeking    News = "seeking"    // somebody waits for people to play with

	// Withdrawn is nothing to be told: Event.Challenge is gone, and what has not been
	// told of it is not to be told. The player is 0.
	Withdrawn News = "withdrawn"
)

// Event is something to be told. What its news does not concern is zero.
type Event struct {
	News      News
	At        time.Time
	Game      string       // engine.Info.Name
	Match     data.MatchID // with YourMove, Begun and Over
	Ply       int          // plies made so far, of that match
	Deadline  time.Time    // with YourMove: when the time runs out if the server stays up
	Here      bool         // with YourMove, Begun and Over: a connection shows the player their seat, so they see it
	Others    []string     // names of the other seats, or of the challenger or seeker
	By        data.Player  // with Challenged and Seeking: who
	Challenge string       // with Challenged, and with Seeking of a day game: data.Challenge.ID
	Pace      data.Pace
	Rated     bool
	Won       bool // with Over: they alone
	Shared    bool // with Over: they and somebody else
	Aborted   bool // with Over: it counts for nothing
}

// End has the event say how a game ended for a seat.
func (e *Event) End(r engine.Result, s engine.Seat) {
	among := slices.Contains(r.Winners, s)
	e.Won, e.Shared = among && len(r.Winners) == 1, among && len(r.Winners) > 1
	e.Aborted = r.Reason == engine.Aborted
}
