package data

import (
	"context"
	"encoding/json"
	"time"
)

// Month is a calendar month in UTC. A season lasts one month.
type Month struct {
	Year  int
	Month time.Month
}

// MonthOf returns the month of a moment.
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

// Field is a ranking's population: people and programs are ranked apart.
type Field string

// The fields.
const (
	People   Field = "people"
	Programs Field = "programs"
)

// Field returns the field in whose tables the player is.
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
	Player PlayerID // only this player's row, whatever Search says; 0: all rows
	Limit  int
	Offset int
}

// MaxRivals is how many rivals a record lists.
const MaxRivals = 20

// Rival is a player's record against another who still exists. At a table of more than two each
// pair counts, by places.
type Rival struct {
	Player Player
	Games  int // rated and casual, finished, not aborted
	Wins   int
	Losses int
	Draws  int
}

// Record is how a player has done in a game. Void matches do not count.
type Record struct {
	ByPace  map[Pace]Rating // of rated games; Value is 0
	Rivals  []Rival         // most frequent first, then those who joined earliest; at most MaxRivals
	Streak  int             // in the latest rated games: wins in a row, or losses if negative
	Best    int             // most wins in a row
	Highest float64         // rating after any game; 0 without one
	Hours   [24]int         // games by the hour, UTC, in which they began
}

// Sheet is a page of a rankings table and what is shown with it, all as of one moment.
type Sheet struct {
	Rows   []Standing
	Total  int                    // as from Ratings.Table
	Own    *Standing              // the visitor's; nil if they have none
	Curves map[PlayerID][]float64 // of every player shown who has any: the latest ratings, oldest first
	Months []Month                // with a table, newest first
}

// Overview is what home tells a player: their standing by game, their latest games, and the puzzle of the day.
type Overview struct {
	Ratings map[string]Rating // for games in which they have one
	Ranks   map[string]int    // of all time; no entry without a rank
	Seasons map[string]int    // of the month; no entry without a rank
	Totals  map[string]int    // players in the rankings
	Past    []Match           // finished ones without logs, newest first
	Puzzle  Puzzle            // without its position; zero if there is none
	Solving Solving           // how the player has fared with it
}

// Ratings keeps ratings and the tables made of them. Only Matches and operators change them.
type Ratings interface {
	// Ratings returns a player's ratings by the name of the game, for games in which they have one.
	Ratings(ctx context.Context, id PlayerID) (map[string]Rating, error)

	// Rank returns a player's row in the all-time table of their own field (Ratings.Table).
	// ErrNotFound.
	Rank(ctx context.Context, game string, id PlayerID) (Standing, error)

	// Overview returns a player's standing in all games in which they have a rating, the totals of some games, at most
	// past finished games and the puzzle of the day, all as of one moment. A guest has only totals and puzzle.
	Overview(ctx context.Context, games []string, p Player, now time.Time, past int) (Overview, error)

	// History returns a player's latest ratings in one game, after each match and each void, oldest
	// first, at most limit. They are sums of changes that begin at StartRating.
	History(ctx context.Context, id PlayerID, game string, limit int) ([]Event, error)

	// Table returns rows of a game's table, best first, and how many there are in all (with Search:
	// how many match). The all-time table has all players with a rated game. A month's table has
	// all with a rated game in it, by their rating at its end (or now), with the games of the
	// month. Once the month is over it no longer changes, whatever is voided or merged then, except
	// for the names of renamed and deleted players (GoneName, no id).
	Table(ctx context.Context, game string, f Filter) ([]Standing, int, error)

	// Sheet returns a Table with the visitor's own row in it, whatever f.Search says, and curves of at most points
	// points, for sparklines. A visitor of 0 has no row.
	Sheet(ctx context.Context, game string, f Filter, visitor PlayerID, points int) (Sheet, error)
}

// Histories is what past matches tell.
type Histories interface {
	// Record returns a player's record in a game.
	Record(ctx context.Context, id PlayerID, game string) (Record, error)

	// Busy is the average number of people at a table in each hour of the week, UTC, over the last
	// four weeks: [weekday][hour], from Sunday. Day games do not count. It reads every match of
	// that time: call it rarely.
	Busy(ctx context.Context) ([7][24]float64, error)

	// Analysis returns what was stored about a finished match. ErrNotFound.
	Analysis(ctx context.Context, id MatchID) (json.RawMessage, error)

	// SaveAnalysis stores valid JSON about a finished match, replacing the earlier. ErrNotFound,
	// ErrRunning.
	SaveAnalysis(ctx context.Context, id MatchID, body json.RawMessage) error
}
