// Package relational is what the stores in databases with SQL have in common: every statement, and
// what is decided between statements, once. A dialect (data/sqlite, data/postgres) provides the Database: the
// connections, the transactions, the schema.
//
// Statements are written in the SQL that SQLite and PostgreSQL share, with SQLite's placeholders, and with those of
// SQLite's words for which data/postgres knows another (its dialect.go lists them). A transaction may be run again: a
// function given to Write or Read must change nothing outside of it until it has returned nil for the last time.
package relational

import (
	"context"

	"noir/data"
)

// Database is a database as a dialect provides it. Its methods are safe for concurrent use and
// return the errors of package data, wrapped around their cause, or ctx's.
type Database interface {
	// Read runs a read-only transaction: all its queries see one state of the data. It is for what
	// sessions and tables wait for, and must be short: it may go on when ctx has ended. data.ErrUnavailable if it
	// has not begun within ReadTime.
	Read(ctx context.Context, do func(Tx) error) error

	// Ask is Read for a single query, which needs no transaction to see one state: it takes one round trip where
	// that takes three.
	Ask(ctx context.Context, do func(Tx) error) error

	// Browse is Read for past matches.
	Browse(ctx context.Context, do func(Tx) error) error

	// Study is Read for what reads everything. It has no time limit.
	Study(ctx context.Context, do func(Tx) error) error

	// Write makes a change and waits until it is on the disk. No other change is made meanwhile, in the whole house. ctx's
	// error means that the change was not made.
	Write(ctx context.Context, do func(Tx) error) error

	// WriteBeside is Write for a change that may run while other nodes make changes of this kind. It concerns only rows
	// of its own, or begins by holding what it concerns (Tx.HoldPlayers, Tx.HoldMatch, Tx.HoldNames). A change made by
	// Write runs before it or after it.
	WriteBeside(ctx context.Context, do func(Tx) error) error

	// Post makes a change, such as WriteBeside does, soon after it has returned. It waits only while too many changes
	// wait. Only a process that is killed may lose it.
	Post(ctx context.Context, do func(Tx) error) error

	// Append adds entries to the log of a running match, all or none. data.ErrFinished,
	// data.ErrOutOfOrder, data.ErrNotFound.
	Append(ctx context.Context, id data.MatchID, entries []data.Entry) error

	// Trusted returns data.ErrUnavailable while reads may see changes that could still be lost.
	Trusted(ctx context.Context) error

	// GiveBack gives some unused space back to the system. It reports whether there is more.
	GiveBack(t Tx) (more bool, err error)

	// Wipe removes what is left of deleted rows, if nobody reads older data meanwhile.
	Wipe(ctx context.Context)

	// Node is the value of matches.owner for the matches of this process. It is nil in a database that nodes do not
	// share, and in an operator's process.
	Node() any

	// Served reports whether another process has the database as a server. It may take some seconds to find out.
	Served(ctx context.Context) bool
}

// Store is a data.Store, and a data.Operator except for what concerns a database as a whole: one small type for each
// noun, all on the same Database.
type Store struct {
	*departures

	playerStore
	keyStore
	settingsStore
	runningStore
	matchStore
	retentionStore
	ratingStore
	historyStore
	relationStore
	letterStore
	moderationStore
	banStore
	challengeStore
	tournamentStore
	puzzleStore
	auditStore
	exporter
}

// NewStore wires the types. Those that write to the audit log, or have players depart, do so
// through functions that take a transaction.
func NewStore(db Database) *Store {
	gone := newDepartures(db)
	return &Store{
		departures:  gone,
		playerStore: playerStore{db}, keyStore: keyStore{db, gone}, settingsStore: settingsStore{db},
		runningStore: runningStore{db}, matchStore: matchStore{db}, retentionStore: retentionStore{db},
		ratingStore: ratingStore{db}, historyStore: historyStore{db},
		relationStore: relationStore{db}, letterStore: letterStore{db}, moderationStore: moderationStore{db}, banStore: banStore{db},
		challengeStore: challengeStore{db}, tournamentStore: tournamentStore{db, &scoreboards{}}, puzzleStore: puzzleStore{db},
		auditStore: auditStore{db}, exporter: exporter{db},
	}
}
