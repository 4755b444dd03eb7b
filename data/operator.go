package data

import (
	"context"
	"iter"
	"time"
)

// Operator is what an operator may do to a store, also while a server runs on it. Every change is
// written to the audit log in the same transaction; by is the operator's name in it. Methods return
// the errors of this package, wrapped in a sentence for the operator.
type Operator interface {
	Moderators
	Accounts
	Upkeep
	AuditLog

	// Void takes back what a finished rated match did to ratings: value, games and the win, loss or
	// draw, by compensating events in their histories. The match, its seats and its log stay,
	// marked. A rating less StartRating always equals the sum of After less Before over the seats
	// of matches that are not void. Void returns what it took back, nothing for players deleted
	// since. ErrNotFound, ErrRunning, ErrVoided; ErrNotRated for a match that changed no rating.
	Void(ctx context.Context, by string, id MatchID, why string) ([]Change, error)
}

// Accounts is what an operator may do to players.
type Accounts interface {
	// Search returns players whose name contains text, by name, and how many there are in all. It
	// finds no deleted ones.
	Search(ctx context.Context, text string, limit, offset int) ([]Player, int, error)

	// NearestName returns the name that a mistyped one probably stands for; "" if none is like it.
	NearestName(ctx context.Context, typed string) (string, error)

	// Rename gives a player another name, in past games too. A running server shows the old one
	// until their next visit. ErrNotFound, ErrBadName, ErrNameTaken.
	Rename(ctx context.Context, by string, id PlayerID, name string) (Player, error)

	// Holders returns the players whose name nobody could choose today, by name.
	Holders(ctx context.Context) ([]Holder, error)

	// Merge merges the first player into the second: keys, games, bans, ties, letters, challenges,
	// rating changes, silences, reports and the bot mark become the second one's, whose rating is
	// then the sum of all changes. Where both have settings or a tie, the second one's holds; of
	// two silences, the longer one holds. The first player is deleted and their name is free. In a
	// match that does not count the second may then have two seats. Every reader sees all of this
	// at once, however many games there are. A running server disconnects the first player within
	// seconds (Store.Gone). ErrNotFound; ErrRunning while either has a game running; ErrMet when
	// they finished a rated game against each other (void it first).
	Merge(ctx context.Context, by string, from, into PlayerID) error

	// Delete removes what is known of a player: name, keys and codes, ratings and their history,
	// settings, ties, challenges, letters to or about them (Letter.About), and what they said in
	// reports. Their name is free. Their seats in games stay, without a player, under the name that
	// Delete returns (GoneName), so that the ratings of others still add up; tables of past months
	// and reports stay too. Bans by their name end; bans by their keys and earlier lines of the
	// audit log stay. Hashes of their keys remember what deletion must not undo (Remembered). When
	// Delete returns nobody finds them any more; the last rows of a player with many games leave
	// the files within about a minute, while the store is open. A running server disconnects them
	// within seconds. ErrNotFound; ErrRunning while they have a game running.
	Delete(ctx context.Context, by string, id PlayerID) (string, error)
}

// Upkeep is what reads the whole store.
type Upkeep interface {
	// Matches yields every finished match with its log, in the order in which they began. The
	// database may change meanwhile; matches that end after the call began may be left out. It
	// stops after an error.
	Matches(ctx context.Context) iter.Seq2[Match, error]

	// Check has the database check itself: its pages, indexes and references, and whether every
	// rating is the sum of its changes. nil means that nothing is wrong. It replays no game.
	Check(ctx context.Context) error
}

// AuditLog keeps what operators have done.
type AuditLog interface {
	// Note logs an act that did not change the store, such as one on the host keys.
	Note(ctx context.Context, by, verb, subject string, detail map[string]any) error

	// Audit returns the newest acts, newest first.
	Audit(ctx context.Context, limit int) ([]Act, error)
}

// Themselves is the actor of what a player did to their own account.
const Themselves = "the player"

// Holder is a player whose name was reserved, or found to look like another player's, after
// they took it.
type Holder struct {
	Player
	Like string // the name of that other player, who came before; "" for a reserved name
}

// Act is a line of the audit log.
type Act struct {
	At      time.Time
	By      string // an operator, or Themselves
	Verb    string // "ban", "rename", …: the operator's verb
	Subject string // what it was done to, by its name at the time
	Detail  string // a JSON object with the details
}
