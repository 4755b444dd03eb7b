package data

import "context"

// Store keeps everything that must outlive the process: one interface a noun. A consumer
// names the few methods that it uses in an interface of its own; the whole of it is for
// whoever wires.
//
// When a method that writes returns nil, what it wrote is on the disk. Methods may be
// called from any number of goroutines. They return the errors of this package, wrapped
// around their cause, or ctx's, which means that nothing was changed. Times are kept in
// whole milliseconds.
type Store interface {
	Players
	Keyring
	Preferences
	Matches
	Retention
	Ratings
	Histories
	Relations
	Letters
	Moderation
	Challenges
	Tournaments
	Puzzles

	// Ready tells whether a move could be stored now. It blocks as long as one
	// would. ErrUnavailable.
	Ready(ctx context.Context) error
}
