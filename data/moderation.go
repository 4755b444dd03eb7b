package data

import (
	"context"
	"encoding/json"
	"time"
)

// Report is a complaint about a player.
type Report struct {
	ID      int64
	By      Player          // id and name; only the name (GoneName) once deleted
	About   Player          // id and name; only the name for a guest or once deleted
	Match   MatchID         // the table where it happened; empty for none
	Reason  string          // in the reporter's words, cleaned, at most MaxReason characters
	Talk    json.RawMessage // the talk at the table: an array of {"at","seat","name","text"}
	At      time.Time
	Closed  time.Time // when an operator closed it; zero: it is open
	Verdict string    // what was done
}

// Silence limits a player to set phrases until a moment, or until it is lifted.
type Silence struct {
	Player PlayerID
	Until  time.Time // zero: until it is lifted
	Reason string
}

// Moderation keeps reports, bans and silences.
type Moderation interface {
	// Complain stores a report with ids, current names, cleaned reason and time. Only players may
	// report; the reported may be a guest, but not the reporter. ErrNotFound for players or a match
	// that do not exist; ErrReported while an earlier report by them is open about the same player,
	// or about a guest at the same table; ErrTooMany beyond ReportsPerDay. It fails if Talk is not
	// an array of objects or exceeds MaxTalk.
	Complain(ctx context.Context, r Report) (Report, error)

	// Silences returns those in force.
	Silences(ctx context.Context) ([]Silence, error)

	// Bans returns the bans that are in force.
	Bans(ctx context.Context) ([]Ban, error)
}

// Moderators is what operators do about players. by is the operator's name for the audit log.
type Moderators interface {
	// Reports returns reports, newest first; only open ones unless all is set. What deleted players
	// said is gone from Talk.
	Reports(ctx context.Context, all bool, limit, offset int) ([]Report, error)

	// Report returns one report as Reports does. ErrNotFound.
	Report(ctx context.Context, id int64) (Report, error)

	// Judge closes a report with a verdict. A letter tells the reporter. ErrNotFound, also for a
	// closed one.
	Judge(ctx context.Context, by string, report int64, verdict string) error

	// Warn leaves the player a letter with a sentence. ErrNotFound.
	Warn(ctx context.Context, by string, id PlayerID, text string) error

	// Hush silences a player, replacing an earlier silence. A letter tells them. ErrNotFound.
	Hush(ctx context.Context, by string, s Silence) error

	// Unhush lifts a player's silence. A letter tells them. ErrNotFound, also when there is none.
	Unhush(ctx context.Context, by string, id PlayerID) error

	// MarkBot marks a player's account as a program's, or removes the mark. Programs are shown as
	// such and ranked apart. ErrNotFound.
	MarkBot(ctx context.Context, by string, id PlayerID, bot bool) error

	// Ban shuts out a key, a player or an address prefix. It fills ID, Since and Player.
	// ErrNotFound for an unknown name, *BadBan for an invalid value. A running server notices
	// within seconds (Store.Bans).
	Ban(ctx context.Context, by string, b Ban) (Ban, error)

	// Lift ends a ban that is in force. ErrNotFound.
	Lift(ctx context.Context, by string, ban int64) error

	// EveryBan returns all bans ever made, newest first.
	EveryBan(ctx context.Context) ([]Ban, error)
}
