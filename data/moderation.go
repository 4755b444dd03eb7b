package data

import (
	"context"
	"encoding/json"
	"time"
)

// Report is a complaint about a player.
type Report struct {
	ID      int64
	By      Player          // their id and name; only the name (GoneName) once they are deleted
	About   Player          // likewise; of a guest only the name
	Match   MatchID         // at whose table it was; empty for none
	Reason  string          // in their words, cleaned, at most MaxReason characters
	Talk    json.RawMessage // what was said at the table: an array of {"at","seat","name","text"}
	At      time.Time
	Closed  time.Time // when an operator was done with it; zero: it is open
	Verdict string    // what was done
}

// Silence has a player say nothing but phrases until a moment.
type Silence struct {
	Player PlayerID
	Until  time.Time // far off for one without an end
	Reason string
}

// Moderation keeps what players complain of, and who is shut out or silenced.
type Moderation interface {
	// Complain stores a report with ids, names as they are now, cleaned reason and
	// time. Only a player may complain, also about a guest; not about themselves.
	// ErrNotFound for players or a match that are not there; ErrReported while an
	// earlier one of theirs about the same player is open, or about a guest at the same
	// table; ErrTooMany beyond ReportsPerDay. It fails for talk that is no array of objects or over MaxTalk.
	Complain(ctx context.Context, r Report) (Report, error)

	// Silences returns those in force.
	Silences(ctx context.Context) ([]Silence, error)

	// Bans returns the bans that are in force.
	Bans(ctx context.Context) ([]Ban, error)
}

// Moderators is what operators do about players. by is whom the audit log names for it.
type Moderators interface {
	// Reports returns reports, the newest first; only open ones unless all. Talk has
	// lost what deleted players said.
	Reports(ctx context.Context, all bool, limit, offset int) ([]Report, error)

	// Judge closes a report with what was done about it. A letter tells who made it.
	// ErrNotFound for one that is closed too.
	Judge(ctx context.Context, by string, report int64, verdict string) error

	// Warn leaves the player a letter with a sentence. ErrNotFound.
	Warn(ctx context.Context, by string, id PlayerID, text string) error

	// Hush silences a player until a moment, in place of an earlier one, or with a
	// zero one lets them speak again. A letter tells them. ErrNotFound, also for a player who is
	// to speak again and is not silenced.
	Hush(ctx context.Context, by string, s Silence) error

	// MarkBot marks a player's account as a program's, or takes the mark away: it
	// is shown as one and ranked apart. ErrNotFound.
	MarkBot(ctx context.Context, by string, id PlayerID, bot bool) error

	// Ban shuts a key, a player or an address prefix out. It fills ID, Since and
	// Player. ErrNotFound for a name that nobody has, *BadBan for a value that is
	// none. A running server takes notice within seconds (Store.Bans).
	Ban(ctx context.Context, by string, b Ban) (Ban, error)

	// Lift ends a ban that is in force. ErrNotFound.
	Lift(ctx context.Context, by string, ban int64) error

	// EveryBan returns all bans ever made, newest first.
	EveryBan(ctx context.Context) ([]Ban, error)
}
