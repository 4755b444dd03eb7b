package data

import (
	"context"
	"iter"
	"time"
)

// Operator is what an operator may do to a store, also while a server runs on it.
// Whatever changes something is in the audit log, written in the same
// transaction; by is whom the log names for it. Methods return the errors of
// this package, wrapped around a sentence for the operator.
type Operator interface {
	Moderators
	Accounts
	Upkeep
	AuditLog

	// Void takes back what a rated match that is over did to ratings: value, games
	// and the win, loss or draw, by compensating events in their histories; the
	// match, its seats and its log stay, marked. A rating less StartRating is always
	// the sum of After less Before over the seats of matches that are not void,
	// and has as many games. It returns what was taken back, nothing from players
	// deleted since. ErrNotFound, ErrRunning, ErrVoided, ErrNotRated for a match
	// that changed no rating.
	Void(ctx context.Context, by string, id MatchID, why string) ([]Change, error)
}

// Accounts is what an operator may do to players as they are kept.
type Accounts interface {
	// Search returns players whose name contains a text, by name, and how many
	// there are in all. Deleted ones are not among them.
	Search(ctx context.Context, text string, limit, offset int) ([]Player, int, error)

	// Rename gives a player another name; in the games of the past too. A running
	// server shows the old one until their next visit. ErrNotFound, ErrBadName,
	// ErrNameTaken.
	Rename(ctx context.Context, by string, id PlayerID, name string) (Player, error)

	// Holders returns who has a name that nobody could choose today, by name.
	Holders(ctx context.Context) ([]Holder, error)

	// Merge makes one player of two: keys, games, bans, ties, letters, challenges, what
	// was done to the ratings, that they are silenced, reported or marked as a bot become
	// the second one's, whose rating is then the sum of all changes. Where both have
	// one the second one's settings and ties hold, and the longer silence. The first
	// one is deleted and their name is free. Of a match that does not count the second
	// may then have two seats. All of this holds at once for whoever reads, however many
	// games there are. A running server sends the first one away within seconds
	// (Store.Gone). ErrNotFound; ErrRunning while either has a game running; ErrMet
	// when they have finished a rated game against each other (void it first).
	Merge(ctx context.Context, by string, from, into PlayerID) error

	// Delete removes what is known of a player: name, keys and codes, ratings and
	// their history, settings, ties, challenges, letters to them and those that name
	// them (Letter.About), what they said in the talk of reports. Their name is free.
	// Their seats in games stay, as nobody's and under the name that it returns
	// (GoneName), so that the ratings of others do; so do tables of past months and
	// reports. Bans by their name end; those by their keys and what the audit log said
	// of them before stay. What they would be rid of by that is remembered with hashes of
	// their keys (Remembered). Nobody finds them any more when it returns; of a player who has
	// played much the files have the last within a minute or so, while the store is
	// open. A running server sends them away within seconds. ErrNotFound; ErrRunning
	// while they have a game running.
	Delete(ctx context.Context, by string, id PlayerID) (string, error)
}

// Upkeep is what reads all of a store.
type Upkeep interface {
	// Matches yields every match that is over, with its log, in the order in which
	// they began. The database may change meanwhile; what ends later than the call
	// began may be left out. After an error it ends.
	Matches(ctx context.Context) iter.Seq2[Match, error]

	// Check has the database look itself over: its pages, its indexes, its
	// references, and whether every rating is the sum of what happened to it. nil
	// when nothing is wrong. It replays no game.
	Check(ctx context.Context) error

	// Backup writes a copy of the database as of one moment to a new file and waits
	// until that is on the disk. fs.ErrExist.
	Backup(ctx context.Context, by, path string) error
}

// AuditLog keeps what operators have done.
type AuditLog interface {
	// Note logs an act that was not done to the store, such as one on the host keys.
	Note(ctx context.Context, by, verb, subject string, detail map[string]any) error

	// Audit returns the newest acts, newest first.
	Audit(ctx context.Context, limit int) ([]Act, error)
}

// Themselves is named for what a player did to their own account.
const Themselves = "the player"

// Holder is a player who keeps a name from before it was reserved, or from before it was
// found to read like somebody else's.
type Holder struct {
	Player
	Like string // the name of that somebody, who came before; "" for a reserved name
}

// Act is a line of the audit log.
type Act struct {
	At      time.Time
	By      string // an operator, or Themselves
	Verb    string // "ban", "rename", …: the operator's verb
	Subject string // whom or what it was done to, as it was called then
	Detail  string // JSON, an object: what is needed to understand it later
}
