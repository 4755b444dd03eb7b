package data

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"noir/engine"
)

// Contest is an event of some minutes: who is in is paired again at once, and
// what counts are points.
type Contest struct {
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

// Stage is how far a contest is.
type Stage string

// The stages.
const (
	Coming  Stage = "coming"
	Running Stage = "running"
	Closing Stage = "closing" // it has ended, and matches that may count have not
	Closed  Stage = "over"    // its standings stay
)

// Stage tells how far the contest is at a moment.
func (c Contest) Stage(at time.Time) Stage {
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

// Schedule is who opens a contest that repeats another one.
const Schedule = "schedule"

// ContestGrace is how long after the end of a contest a match of it may be over and
// count.
const ContestGrace = 5 * time.Minute

// Placed is the kind of the letter to who was among the first three of a contest that
// is closed: {"contest", "title", "game", "place", "points"}.
const Placed = "placed"

// What a match of a contest brings, if it does (Scores). One that was aborted, or made
// void, counts for nothing.
const (
	WinPoints  = 2 // for the only winner
	DrawPoints = 1 // for each of several winners
	HotStreak  = 2 // wins in a row; what follows them at once counts double
)

// Not every match of a contest brings points: friends who let one win could play hundreds
// while others play one.
const (
	ScoredMeetings = 2 // of the games of the same two players the first so many may
	ScoredTurns    = 3 // those may in which every seat has had so many turns of its own
)

// Scores reports whether a match of a contest brings points to its winners. The log is
// that of all of it, turns are the types of the moves with which a seat has had a turn (none:
// they are not counted), and met is how many games of the contest those two at the
// table have finished before who have met most often. Who has lost one that does not,
// or shared the win, has ended a run of wins all the same.
func Scores(seats int, log []Entry, turns []string, met int) bool {
	if met >= ScoredMeetings {
		return false
	}
	had := make([]int, seats)
	for _, e := range log {
		var move struct {
			Type string `json:"type"`
		}
		if e.By == engine.ByPlayer && e.Seat >= 0 && json.Unmarshal(e.Move, &move) == nil && slices.Contains(turns, move.Type) {
			had[e.Seat]++
		}
	}
	return len(turns) == 0 || slices.Min(had) >= ScoredTurns
}

// MaxTitle is how many characters a contest's title may have.
const MaxTitle = 60

// Score is a row of a contest's standings.
type Score struct {
	Rank   int    // 1 is best; equal points share a rank
	Player Player // only the name of a guest, or of who was deleted (GoneName)
	Points int
	Games  int
	Streak int // wins in a row, now
}

// Contests keeps them. A match is of a contest if it was opened so (Match.Contest).
type Contests interface {
	// OpenContest stores one and fills ID, Opened and the cleaned title; the audit log
	// names by. It fails for one that ends before it starts, or is repeated before it has
	// ended.
	OpenContest(ctx context.Context, by string, c Contest) (Contest, error)

	// CloseContest ends one now, and returns it; the audit log names by. One that has not
	// begun is gone, and repeats nothing any more. ErrNotFound, ErrFinished.
	CloseContest(ctx context.Context, by string, id int64) (Contest, error)

	// Contests returns those that end after a moment, the next first.
	Contests(ctx context.Context, after time.Time) ([]Contest, error)

	// Contest returns one. ErrNotFound.
	Contest(ctx context.Context, id int64) (Contest, error)

	// Standings returns rows, best first, and how many there are in all: everybody
	// but bots with a match of the contest that is over, as it follows from these. What
	// ended later than ContestGrace after the contest does not count. The rows are shared:
	// whoever is given them changes none. ErrNotFound.
	Standings(ctx context.Context, contest int64, limit, offset int) ([]Score, int, error)

	// Settle does what time brings about, each once: the next one of a contest that is
	// repeated is opened when that begins, and the first three of one that is closed are
	// left a letter (Placed). It writes nothing when nothing is due.
	Settle(ctx context.Context) error
}

// Foremost picks the contest to be told of first: one that runs, the next if none does,
// and else the one that was over last. They are in the order in which they start. ok is
// false when there is none.
func Foremost(contests []Contest, at time.Time) (c Contest, ok bool) {
	for _, one := range contests {
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
