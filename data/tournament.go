package data

import (
	"context"
	"slices"
	"time"
)

// Tournament is an event of some minutes whose players are paired again and again for points.
type Tournament struct {
	ID     int64
	Title  string
	Game   string
	Seats  int // of its tables; 0: as many as are found
	Starts time.Time
	Ends   time.Time
	Every  time.Duration // from its start to that of the next one like it; 0: not repeated
	Opened string        // by an operator, or Schedule
	Closed time.Time     // when it and the matches that count for it were over; zero before
}

// Stage is how far a tournament has got.
type Stage string

// The stages.
const (
	Coming  Stage = "coming"
	Running Stage = "running"
	Closing Stage = "closing" // it has ended, but matches that may count have not
	Closed  Stage = "over"    // its standings are final
)

// Stage returns the tournament's stage at a moment.
func (c Tournament) Stage(at time.Time) Stage {
	switch {
	case at.Before(c.Starts):
		return Coming
	case at.Before(c.Ends):
		return Running
	case c.Closed.IsZero():
		return Closing
	}
	return Closed
}

// Schedule is the opener of a tournament that repeats another one.
const Schedule = "schedule"

// TournamentGrace is how long after the end of a tournament a match of it may end and still count.
const TournamentGrace = 5 * time.Minute

// Placed is the kind of the letter to players who were among the first three of a closed
// tournament: {"contest", "title", "game", "place", "points"}.
const Placed = "placed"

// The points for a match that scores (ledger.Scores). One that was aborted or voided does not.
const (
	WinPoints  = 2 // for the only winner
	DrawPoints = 1 // for each of several winners
	HotStreak  = 2 // wins in a row; the next win counts double
)

// Limits on which matches score: otherwise friends who let one of them win could play hundreds
// while others play one.
const (
	ScoredMeetings = 2 // matches of the same two players that score
	ScoredTurns    = 3 // turns of its own that every seat must have had
)

// MaxTitle is how many characters a tournament's title may have.
const MaxTitle = 60

// Score is a row of a tournament's standings.
type Score struct {
	Rank   int    // 1 is best; equal points share a rank
	Player Player // only the name for a guest or a deleted player (GoneName)
	Points int
	Games  int
	Streak int // current wins in a row
}

// Tournaments keeps tournaments. A match names its tournament when it opens (Match.Tournament).
type Tournaments interface {
	// OpenTournament stores a tournament and fills ID, Opened and the cleaned title; the audit log
	// names by. It fails if the tournament ends before it starts, or repeats before it ends.
	OpenTournament(ctx context.Context, by string, c Tournament) (Tournament, error)

	// CloseTournament ends a tournament now and returns it; the audit log names by. One that has
	// not begun is removed and not repeated. ErrNotFound, ErrFinished.
	CloseTournament(ctx context.Context, by string, id int64) (Tournament, error)

	// Tournaments returns those that end after a moment, the next first.
	Tournaments(ctx context.Context, after time.Time) ([]Tournament, error)

	// Tournament returns one. ErrNotFound.
	Tournament(ctx context.Context, id int64) (Tournament, error)

	// Standings returns rows, best first, and how many there are in all: all but bots with a
	// finished match of the tournament. Matches that ended later than TournamentGrace after the
	// tournament do not count. The rows are shared: callers must not change them. ErrNotFound.
	Standings(ctx context.Context, tournament int64, limit, offset int) ([]Score, int, error)

	// Settle does what is due, each thing once: it opens the next of a repeated tournament when
	// that begins, and leaves a letter (Placed) for the first three of a closed one. It writes
	// nothing when nothing is due.
	Settle(ctx context.Context) error
}

// TournamentByID finds a tournament in a list; ok is false when it is not there.
func TournamentByID(tournaments []Tournament, id int64) (c Tournament, ok bool) {
	i := slices.IndexFunc(tournaments, func(c Tournament) bool { return c.ID == id })
	if i < 0 {
		return Tournament{}, false
	}
	return tournaments[i], true
}

// Foremost picks the tournament to show first: one that runs, otherwise the next, otherwise the one
// that was over last. They must be in the order in which they start. ok is false for an empty list.
func Foremost(tournaments []Tournament, at time.Time) (c Tournament, ok bool) {
	for _, one := range tournaments {
		switch one.Stage(at) {
		case Running:
			return one, true
		case Coming:
			if !ok || !at.Before(c.Starts) {
				c, ok = one, true
			}
		default:
			if !ok || !at.Before(c.Starts) && one.Ends.After(c.Ends) {
				c, ok = one, true
			}
		}
	}
	return c, ok
}
