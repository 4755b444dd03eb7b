package matchmaking

import (
	"context"
	"encoding/json"
	"time"
)

// Viewer is a cursor over one table, for a spectator, a replay or a Seat. One goroutine may call
// Next while others call the other methods.
type Viewer interface {
	// Next returns the newest frame after a revision, 0 for the first, and blocks until there is
	// one. It skips the frames in between but none of their log lines. io.EOF when the table is
	// closed and its last frame has been seen; ErrClosed when the table is closed to watchers.
	Next(ctx context.Context, after int) (Frame, error)

	// Notify calls wake once, on a goroutine of its own, when Next would no longer block for the
	// same revision: a caller with thousands of chairs need not keep a goroutine in Next for each.
	// stop cancels that without blocking; wake may still be running. Callers must call stop or
	// leave the chair.
	Notify(after int, wake func()) (stop func())

	// Leave gives up the chair, but not the seat. Next then returns io.EOF.
	Leave()
}

// Seat is the chair of a player: of a person, a bot or a program.
type Seat interface {
	Viewer

	// Play makes a move. ply is the one named by Frame.Turn: a move meant for another position is
	// ErrStale. Play returns when the move is stored. A move that is kept back from the others is
	// only held in memory: after a restart the seat is asked again. ErrNotYourTurn, ErrOver and
	// the errors listed at ErrNoTable.
	Play(ctx context.Context, ply int, move json.RawMessage) error

	// Pass says for which questions that have a minimum (engine.Prompt) the table answers, as the
	// seat's clock would. These moves count as the player's. A substitute decides for itself. A
	// restart resets it to PassNothing. ErrOver.
	Pass(ctx context.Context, p Passing) error

	// Back takes the seat back from a substitute (Seated.Substitute), as a move does; it does
	// nothing if there is none. ErrOver.
	Back(ctx context.Context) error

	// Hint says what the house would do in place of the seat, in an unrated game and while the
	// seat has a turn. It takes up to half a second of a processor, for which it waits as house
	// players do and ctx's payer pays; the same question has the same answer for nothing. A seat
	// may have one hint under way. The table goes on meanwhile. The other people there are told
	// that a hint was requested. ErrNotYourTurn, ErrRated, ErrNoHints, ErrHinting, ErrNoIdea,
	// *quota.Refused, ErrOver, or ctx's error.
	Hint(ctx context.Context) (Hint, error)

	// Resign resigns. If the game goes on for the others the seat is out (Seated.Out): the chair
	// watches, and the player may play elsewhere.
	Resign(ctx context.Context) error

	// Say tells the table one of the Phrases: five at once, then one every two seconds for each
	// seat, counting written texts. Players who have muted or blocked the speaker do not get it.
	// ErrNoPhrase, ErrTalkative.
	Say(ctx context.Context, phrase string) error

	// Write sends the players at the table a text in the player's own words, cleaned and cut after
	// MaxText characters (data.Clean), with the limits of Say. Watchers do not see it. It returns
	// *PhrasesOnly unless all players at the table allow such texts (data.Settings.FreeText), the
	// table is private or the others have made the player their friend, and no operator has
	// silenced the player. ErrNothing, ErrTalkative.
	Write(ctx context.Context, text string) error

	// Slow offers to go on at pace day, or agrees; it happens once all people who play have agreed.
	// Clocks are then those of a day game, in which the time already taken for a move counts. An
	// offer stands while the game runs. ErrOver, *BadTerms if it is not possible.
	Slow(ctx context.Context) error

	// AllowSpectators opens the table to spectators, or closes it: those who watch are sent away
	// with ErrClosed. Any player may close it. It opens once no player in the game wants it
	// closed, and only a few times in a row. ErrOver, *BadTerms.
	AllowSpectators(ctx context.Context, allow bool) error

	// Rematch offers, or accepts, another game. ErrRunning while there is one.
	Rematch(ctx context.Context) error
}

// Phrases are what can be said at a table (protocol, section 4).
var Phrases = [...]string{
	"hello", "good_game", "well_played", "thanks", "nice_move", "oops", "thinking", "sorry", "goodbye",
}

// SayEvery is the pace at which a seat may speak after a first burst. A faster one gets
// ErrTalkative.
const SayEvery = 2 * time.Second

// MaxText is the limit of a text in characters.
const MaxText = 200

// Hint is a move that the house suggests, from what the seat may know.
type Hint struct {
	Ply    int             // of the turn that it is for
	Move   json.RawMessage // in the form of engine.Game.Read
	Chance float64         // of winning with it, from 0 to 1
}
