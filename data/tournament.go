package data

import (
	"context"
	"time"
)

// Tournament is an event of some minutes: everybody in it is paired again at once, and
// what counts are points.
type Tournament struct {
	ID     int64
	Title  string
	Game   string
	Seats  int // of its tables; 0: as many as are found
	Starts time.Time
	Ends   time.Time
	Every  time.Duration // from its start to that of the next one like it; 0: there is none
	Opened string        // by whom: an operator, or Schedule
	Closed time.Time     // when it was over and what counts of its matches too; zero before
}

// Stage is how far a tournament is.
type Stage string

// The stages.
const (
	Coming  Stage = "coming"
	Running Stage = "running"
	Closing Stage = "closing" // it has ended, and matches that may count have not
	Closed  Stage = "over"    // its standings stay
)

// Stage tells how far the tournament is at a moment.
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

// Schedule is who opens a tournament that repeats another one.
const Schedule = "schedule"

// TournamentGrace is how long after the end of a tournament a match of it may be over and
// count.
const TournamentGrace = 5 * time.Minute

// Placed is the kind of the letter to players who were among the first three of a tournament that
// is closed: {"contest", "title", "game", "place", "points"}.
const Placed = "placed"

// What a match of a tournament brings, if it does (ledger.Scores). One that was aborted, or made
// void, counts for nothing.
const (
	WinPoints  = 2 // for the only winner
	DrawPoints = 1 // for each of several winners
	HotStreak  = 2 // wins in a row; what follows them at once counts double
)

// Not every match of a tournament brings points: friends who let one win could play hundreds
// while others play one.
const (
	ScoredMeetings = 2 // of the games of the same two players the first so many may
	ScoredTurns    = 3 // those may in which every seat has had so many turns of its own
)

// MaxTitle is how many characters a tournament's title may have.
const MaxTitle = 60

// Score is a row of a tournament's standings.
type Score struct {
	Rank   int    // 1 is best; equal points share a rank
	Player Player // only the name of a guest, or of a deleted player (GoneName)
	Points int
	Games  int
	Streak int // wins in a row, now
}

// Tournaments keeps them. A match is of a tournament if it was opened so (Match.Tournament).
type Tournaments interface {
	// OpenTournament stores one and fills ID, Opened and the cleaned title; the audit log
	// names by. It fails for one that ends before it starts, or is repeated before it has
	// ended.
	OpenTournament(ctx context.Context, by string, c Tournament) (Tournament, error)

	// CloseTournament ends one now, and returns it; the audit log names by. One that has not
	// begun is gone, and repeats nothing any more. ErrNotFound, ErrFinished.
	CloseTournament(ctx context.Context, by string, id int64) (Tournament, error)

	// Tournaments returns those that end after a moment, the next first.
	Tournaments(ctx context.Context, after time.Time) ([]Tournament, error)

	// Tournament returns one. ErrNotFound.
	Tournament(ctx context.Context, id int64) (Tournament, error)

	// Standings returns rows, best first, and how many there are in all: everybody
	// but bots with a match of the tournament that is over, as it follows from these. What
	// ended later than TournamentGrace after the tournament does not count. The rows are shared:
	// whoever is given them changes none. ErrNotFound.
	Standings(ctx context.Context, tournament int64, limit, offset int) ([]Score, int, error)

	// Settle does what time brings about, each once: the next one of a tournament that is
	// repeated is opened when that begins, and the first three of one that is closed are
	// left a letter (Placed). It writes nothing when nothing is due.
	Settle(ctx context.Context) error
}

// Foremost picks the tournament to be told of first: one that runs, the next if none does,
// and else the one that was over last. They are in the order in which they start. ok is
// false when there is none.
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
