package matchmaking

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"noir/data"
	"noir/engine"
)

// Herald tells players what happens while they are elsewhere. Told is called by
// one goroutine of the broker, one event after the other, and may take its time:
// nothing at a table waits for it. Of more than heraldQueue events that have not
// been told the oldest are lost (Totals.Untold). It must have come back from Told
// before Local.Close does. Guests are told nothing.
//
// player is whom an event is for. It is 0 with a Seeking: that is for everybody but
// Event.By and those whom he has blocked or who have blocked him, if his
// data.Settings.Lookout says that he wants to hear of it.
type Herald interface {
	Told(player data.PlayerID, e Event)
}

// News is what has happened.
type News string

// The news. Live games have none: who plays one is there.
const (
	YourMove   News = "your_move"  // a day game waits for the player
	Begun      News = "begun"      // a day game has begun, and another one moves first
	Over       News = "over"       // a day game is over
	Challenged News = "challenged" // somebody wants to play him
	Seeking    News = "seeking"    // somebody waits for people to play with

	// Withdrawn is nothing to be told: Event.Challenge is no more, and what has not been
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
	Here      bool         // with YourMove, Begun and Over: a connection shows the player his seat, so he sees it
	Others    []string     // names of the other seats, or of the challenger or seeker
	By        data.Player  // with Challenged and Seeking: who
	Challenge string       // with Challenged, and with Seeking of a day game: data.Challenge.ID
	Pace      data.Pace
	Rated     bool
	Won       bool // with Over: he alone
	Shared    bool // with Over: he and somebody else
	Aborted   bool // with Over: it counts for nothing
}

// End has the event say how a game ended for a seat.
func (e *Event) End(r engine.Result, s engine.Seat) {
	among := slices.Contains(r.Winners, s)
	e.Won, e.Shared = among && len(r.Winners) == 1, among && len(r.Winners) > 1
	e.Aborted = r.Reason == engine.Aborted
}

// heraldQueue is how many events may wait to be told.
const heraldQueue = 1024

// crier hands events to the herald.
type crier struct {
	herald Herald // nil: nobody is told anything
	news   chan cry
	lost   atomic.Uint64
}

// cry is an event and whom it is for.
type cry struct {
	player data.PlayerID
	event  Event
}

func newCrier(h Herald) *crier { return &crier{herald: h, news: make(chan cry, heraldQueue)} }

// tell has the herald tell something, soon. It never blocks.
func (c *crier) tell(p data.PlayerID, e Event) {
	if c.herald == nil || p.Guest() {
		return
	}
	e.At = time.Now()
	for {
		select {
		case c.news <- cry{p, e}:
			return
		default:
		}
		select {
		case <-c.news: // the oldest
			c.lost.Add(1)
		default:
		}
	}
}

// run hands the events over until ctx ends; what waits then is lost.
func (c *crier) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case next := <-c.news:
			c.herald.Told(next.player, next.event)
		}
	}
}
