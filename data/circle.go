package data

import (
	"context"
	"encoding/json"
	"time"
)

// Tie is how one player stands to another. There is at most one from one to another.
type Tie string

// The ties. A friend may write to him, if both allow free text. What the muted
// say is not shown to him. The blocked are never paired with him, cannot join,
// challenge or write to him, and see nothing of whether he is there.
const (
	Friend  Tie = "friend"
	Muted   Tie = "muted"
	Blocked Tie = "blocked"
)

// Tied is somebody to whom a player stands in a tie.
type Tied struct {
	Player Player
	Tie    Tie
	Since  time.Time
}

// Figures of what players do to each other.
const (
	MaxTies       = 1000     // of a player
	MaxReason     = 200      // characters of a report's reason, a warning or a silence's reason
	MaxTalk       = 64 << 10 // bytes of the talk that is attached to a report
	ReportsPerDay = 10       // of a player, within ReportsWithin
	MaxLetters    = 100      // unread, of a player

	ReportsWithin = 24 * time.Hour
)

// Report is a complaint about a player.
type Report struct {
	ID      int64
	By      Player          // his id and his name; only the name (GoneName) once he is deleted
	About   Player          // likewise; of a guest only the name
	Match   MatchID         // at whose table it was; empty for none
	Reason  string          // in his words, cleaned, at most MaxReason characters
	Talk    json.RawMessage // what was said at the table: an array of {"at","seat","name","text"}
	At      time.Time
	Closed  time.Time // when an operator was done with it; zero: it is open
	Verdict string    // what he did
}

// Silence has a player say nothing but phrases until a moment.
type Silence struct {
	Player PlayerID
	Until  time.Time // far off for one without an end
	Reason string
}

// Letter is something that the house tells a player when he is next there.
type Letter struct {
	ID     int64
	Player PlayerID
	About  PlayerID // whom it names, with whose name it goes; 0: nobody who has one
	At     time.Time
	Kind   string          // KeyAdded, …, Placed
	Detail json.RawMessage // an object, what the sentence is made of
}

// The kinds of letters that a store writes, and their details.
const (
	KeyAdded      = "key_added"      // {"fingerprint","label"}; "merged": the name of a player who has become one with him
	KeyRemoved    = "key_removed"    // {"fingerprint","label"}
	Recovered     = "recovered"      // as KeyAdded, and "left": how many recovery codes
	RecoveryMade  = "recovery_made"  // {"codes"}: how many
	RecoveryTried = "recovery_tried" // {}: wrong codes were tried for his name
	Merged        = "merged"         // {"name"}: of the player whom an operator has made one with him
	Warned        = "warned"         // {"text"}
	Silenced      = "silenced"       // {"until","reason"}; without "until": he may speak again
	Judged        = "judged"         // {"about","verdict"}: a report of his own is closed
	Challenged    = "challenged"     // {"challenge","from","game","pace"}
)

// The kinds of letters that others write into a store, and their details.
const (
	Declined = "declined"  // {"by","game","challenge"}: of the player's own
	GameOver = "game_over" // {"match","game"}: a day game
	HookOff  = "hook_off"  // {"host"}: his webhook has been taken away
)

// Circle is who stands how to whom, and what they complain of.
type Circle interface {
	// Ties returns a player's, by name.
	Ties(ctx context.Context, id PlayerID) ([]Tied, error)

	// Tie sets one, or with "" ends it, if there is any. Challenges between the two go
	// when one blocks the other. ErrNotFound; ErrTooMany beyond MaxTies. It fails for
	// a tie to oneself.
	Tie(ctx context.Context, from, to PlayerID, t Tie) error

	// Blocks returns every pair of whom the first has blocked the second.
	Blocks(ctx context.Context) ([][2]PlayerID, error)

	// Complain stores a report with ids, names as they are now, cleaned reason and
	// time. Only a player may complain, also about a guest; not about himself.
	// ErrNotFound for players or a match that are not there; ErrReported while an
	// earlier one of theirs about the same player is open, or about a guest at the same
	// table; ErrTooMany beyond ReportsPerDay. It fails for talk that is no array of objects or over MaxTalk.
	Complain(ctx context.Context, r Report) (Report, error)

	// Silences returns those in force.
	Silences(ctx context.Context) ([]Silence, error)

	// Letters returns a player's unread ones, oldest first, at most MaxLetters.
	Letters(ctx context.Context, id PlayerID) ([]Letter, error)

	// Write leaves a letter, now; of more than MaxLetters unread the oldest goes.
	// ErrNotFound.
	Write(ctx context.Context, l Letter) error

	// Read takes letters away up to one that the player has seen.
	Read(ctx context.Context, id PlayerID, upTo int64) error
}

// Bench is what an operator does about reports. by is whom the audit log names.
type Bench interface {
	// Reports returns reports, the newest first; only open ones unless all. Talk has
	// lost what a player said who is deleted.
	Reports(ctx context.Context, all bool, limit, offset int) ([]Report, error)

	// Judge closes a report with what was done about it. A letter tells who made it.
	// ErrNotFound for one that is closed too.
	Judge(ctx context.Context, by string, report int64, verdict string) error

	// Warn leaves the player a letter with a sentence. ErrNotFound.
	Warn(ctx context.Context, by string, id PlayerID, text string) error

	// Hush silences a player until a moment, in place of an earlier one, or with a
	// zero one lets him speak again. A letter tells him. ErrNotFound, also for who is
	// to speak again and is not silenced.
	Hush(ctx context.Context, by string, s Silence) error

	// MarkBot marks a player's account as a program's, or takes the mark away: it
	// is shown as one and ranked apart. ErrNotFound.
	MarkBot(ctx context.Context, by string, id PlayerID, bot bool) error
}
