package data

import "context"

// Store keeps everything that must outlive the process, with one interface for each noun. A
// consumer names the few methods that it uses in an interface of its own; only the code that wires
// the server needs the whole.
//
// When a method that writes returns nil, what it wrote is on the disk. Methods are safe for
// concurrent use. They return the errors of this package, wrapped around their cause, or ctx's,
// which means that nothing was changed. Times have a resolution of a millisecond.
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

	// Ready reports whether a move could be stored now. It blocks as long as a move would.
	// ErrUnavailable.
	Ready(ctx context.Context) error
}
