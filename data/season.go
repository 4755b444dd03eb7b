package data

import (
	"context"
	"encoding/json"
	"time"
)

// Month is a month of the calendar in UTC, in which a season is played.
type Month struct {
	Year  int
	Month time.Month
}

// MonthOf returns the month in which a moment lies.
func MonthOf(t time.Time) Month {
	t = t.UTC()
	return Month{t.Year(), t.Month()}
}

// Begins returns the month's first moment.
func (m Month) Begins() time.Time { return time.Date(m.Year, m.Month, 1, 0, 0, 0, 0, time.UTC) }

// Ends returns the first moment after the month.
func (m Month) Ends() time.Time { return time.Date(m.Year, m.Month+1, 1, 0, 0, 0, 0, time.UTC) }

// Before reports whether the month is an earlier one.
func (m Month) Before(other Month) bool {
	return m.Year < other.Year || m.Year == other.Year && m.Month < other.Month
}

// Field is whose ranking it is: people and programs are ranked apart.
type Field string

// The fields.
const (
	People   Field = "people"
	Programs Field = "programs"
)

// Field returns the one in whose tables the player is.
func (p Player) Field() Field {
	if p.Bot {
		return Programs
	}
	return People
}

// Filter narrows a table of rankings.
type Filter struct {
	Field  Field    // "" is People
	Month  Month    // the zero value: all time
	Search string   // only players whose name contains it, in either case; ranks stay those of the whole table
	Player PlayerID // their row alone, if they have any, whatever Search; 0: everybody's
	Limit  int
	Offset int
}

// MaxRivals is how many rivals a record has.
const MaxRivals = 20

// Rival is one's record against somebody who is still known. At a table of more than
// two each pair counts, by places.
type Rival struct {
	Player Player
	Games  int // rated and casual ones that are over and were not aborted
	Wins   int
	Losses int
	Draws  int
}

// Record is how a player has fared in a game. Matches made void are no part of it.
type Record struct {
	ByPace  map[Pace]Rating // of rated games; Value is 0
	Rivals  []Rival         // the most frequent first, of these whoever is here longest; at most MaxRivals
	Streak  int             // of the latest rated games: wins in a row, or losses if negative
	Best    int             // the longest row of wins
	Highest float64         // rating after any game; 0 for a player who has none
	Hours   [24]int         // games by the hour, UTC, in which they began
}

// Sheet is a page of a table of rankings with what is shown beside it, all of it as it
// was at one moment.
type Sheet struct {
	Rows   []Standing
	Total  int                    // as Ratings.Table has it
	Own    *Standing              // the visitor's; nil when they have none
	Curves map[PlayerID][]float64 // of everybody shown who has any: the latest ratings, oldest first
	Months []Month                // that have a table, newest first
}

// Ratings keeps ratings and the tables that are made of them. Only Matches and operators
// change them.
type Ratings interface {
	// Ratings returns a player's ratings by the name of the game, of the games
	// in which they have any.
	Ratings(ctx context.Context, id PlayerID) (map[string]Rating, error)

	// Rank returns a player's row of their own field's table of all time
	// (Ratings.Table). ErrNotFound.
	Rank(ctx context.Context, game string, id PlayerID) (Standing, error)

	// History returns a player's latest ratings in one game, after each match and each
	// void one taken back, oldest first, at most so many: sums of changes that begin at
	// StartRating.
	History(ctx context.Context, id PlayerID, game string, limit int) ([]Event, error)

	// Table returns rows of a game's table, best first, and how many there are in
	// all (with Search: of those that are found). That of all time has everybody with
	// a rated game. That of a month has everybody with a rated game in it, by their
	// rating at its end (or now), with the games of the month. Once the month is over
	// it stays as it was, whatever is made void or merged then; only that somebody
	// has another name, or none (GoneName, no id), shows.
	Table(ctx context.Context, game string, f Filter) ([]Standing, int, error)

	// Sheet returns a Table with the visitor's own row of it, whatever f.Search, and
	// curves of at most so many points: the ends of Histories, what sparklines are drawn
	// of. A visitor of 0 has no row.
	Sheet(ctx context.Context, game string, f Filter, visitor PlayerID, points int) (Sheet, error)
}

// Histories is what can be told of the matches of the past.
type Histories interface {
	// Record returns a player's record in a game.
	Record(ctx context.Context, id PlayerID, game string) (Record, error)

	// Busy is how many people were at a table in each hour of the week, UTC, on the
	// average of the last four weeks: [weekday][hour], from Sunday. Day games are left
	// out. It reads every match of that time: ask rarely.
	Busy(ctx context.Context) ([7][24]float64, error)

	// Analysis returns what was stored about a match that is over. ErrNotFound.
	Analysis(ctx context.Context, id MatchID) (json.RawMessage, error)

	// SaveAnalysis stores valid JSON, in place of what there was. ErrNotFound,
	// ErrRunning.
	SaveAnalysis(ctx context.Context, id MatchID, body json.RawMessage) error
}
