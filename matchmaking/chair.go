package matchmaking

import (
	"context"
	"encoding/json"
	"time"
)

// Viewer is one viewer's hold on one table: a spectator's or a replay's, or that of a Seat.
// One goroutine may call Next while others call the rest.
type Viewer interface {
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

	// Leave gives the hold up; the seat, if there is one, stays. Next then returns io.EOF.
	Leave()
}

// Seat is the hold of a player on a seat: a person's, a bot's, a program's.
type Seat interface {
	Viewer

	// Play makes a move. ply is the one that Frame.Turn names: a move that was
	// meant for another position is ErrStale. It returns when the move is stored
	// or, if it is one that is kept back from the others, when it is kept: that is
	// in memory, and the seat is asked again after a restart. ErrNotYourTurn, ErrOver and see ErrNoTable.
	Play(ctx context.Context, ply int, move json.RawMessage) error

	// Decline has the table answer every question of the seat that has a minimum
	// (engine.Prompt) at once and as its clock would, until it is called with
	// false: a standing "no" in windows. The moves are the player's, but a house
	// player who has the seat decides for itself. It is forgotten when the server
	// restarts. ErrOver.
	Decline(ctx context.Context, on bool) error

	// Back takes the seat from the house player who has it (Seated.Substitute), as a
	// move does; nothing happens when none has. ErrOver.
	Back(ctx context.Context) error

	// Hint says what the house would do in the seat's place, which has to be asked, in a
	// game that is not rated. It takes up to half a second of a processor, for which it
	// waits like the house's players, and one question of a seat at a time; the table
	// goes on meanwhile. Other people at it are told that a hint was asked for.
	// ErrNotYourTurn, ErrRated, ErrNoHints, ErrHinting, ErrNoIdea, ErrOver, or
	// ctx's error.
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
	// player their friend, and no operator has silenced them. ErrNothing, ErrTalkative.
	Write(ctx context.Context, text string) error

	// Slow offers to go on at pace day, or agrees: it is done once everybody has who
	// plays and is no house player. Clocks are then those of a day game, in which what a
	// move has taken so far counts. An offer stands while the game runs. ErrOver,
	// *BadTerms when it cannot be.
	Slow(ctx context.Context) error

	// Shut closes the table to watchers, who are sent away with ErrClosed, or opens
	// it to them again. Any player at it may. ErrOver.
	Shut(ctx context.Context, closed bool) error

	// Rematch offers, or accepts, another game. ErrRunning while there is one.
	Rematch(ctx context.Context) error
}

// Phrases are what can be said at a table (protocol, section 4).
var Phrases = [...]string{
	"hello", "good_game", "well_played", "thanks", "nice_move", "oops", "thinking", "sorry", "goodbye",
}

// SayEvery is how often a seat may say something, once it has said a few things at once:
// ErrTalkative.
const SayEvery = 2 * time.Second

// MaxText is how many characters may be said at once in one's own words.
const MaxText = 200

// Hint is what the house would do in a seat's place, by what the seat may know.
type Hint struct {
	Ply    int             // of the turn that it is for
	Move   json.RawMessage // in the form of engine.Game.Read
	Chance float64         // to win with it, from 0 to 1
}
