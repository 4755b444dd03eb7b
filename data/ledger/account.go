package ledger

import (
	"slices"
	"time"

	"noir/data"
)

// Account is what is kept of one player's rated games of one kind. A rating less
// data.StartRating is the sum of all changes that were posted. An account without games
// is not kept.
type Account struct {
	data.Rating
	Runs    *Runs     // nil: unknown until somebody goes through all postings again
	Latest  time.Time // when its latest posting took effect
	Later   float64   // the changes that took effect after the month of the next posting
	Seasons []Season  // of the months that may still change; a posting looks at no earlier ones
}

// Season is a player's row in the table of a month: the rating at its end, or now, and the
// games within it. One without games is not kept.
type Season struct {
	Month data.Month
	data.Rating
}

// Runs are how the games of an account have followed each other.
type Runs struct {
	Streak  int     // wins in a row up to now, or losses if negative
	Best    int     // the most wins in a row
	Highest float64 // rating after any game; 0 without one
}

// NewAccount returns the account of a player without a game.
func NewAccount() Account {
	return Account{Rating: data.Rating{Value: data.StartRating}, Runs: &Runs{}}
}

// Play returns the runs after one more game, which has led to a rating.
func (r Runs) Play(rating float64, o Outcome) Runs {
	r.Streak = Streak(r.Streak, o)
	r.Best = max(r.Best, r.Streak)
	r.Highest = max(r.Highest, rating)
	return r
}

// Streak is how many wins, or losses if negative, there are in a row after one more game.
func Streak(before int, o Outcome) int {
	switch o {
	case Won:
		return max(before, 0) + 1
	case Lost:
		return min(before, 0) - 1
	}
	return 0
}

// Post returns the account with a posting. A game is counted in the table of the month in
// which it ended, and taken out of it only within that month; the changes of ratings show
// in that month's table and in later ones. The rows of Seasons stay in their places, also
// one without games, and a new one comes last.
func (a Account) Post(p Posting) Account {
	n := 1
	if p.Void() {
		n = -1
	}
	a.Value += p.Change
	p.Outcome.count(&a.Rating, n)
	switch {
	case a.Runs == nil:
	case p.Void() || p.At().Before(a.Latest): // what came after it followed upon something else
		a.Runs = nil
	default:
		runs := a.Runs.Play(a.Value, p.Outcome)
		a.Runs = &runs
	}
	if p.At().After(a.Latest) {
		a.Latest = p.At()
	}
	a.Seasons = slices.Clone(a.Seasons)
	month := data.MonthOf(p.At())
	for i := range a.Seasons {
		if s := &a.Seasons[i]; !s.Month.Before(month) {
			s.Value += p.Change
		}
	}
	i := slices.IndexFunc(a.Seasons, func(s Season) bool { return s.Month == month })
	switch {
	case i >= 0 && month == data.MonthOf(p.Ended):
		p.Outcome.count(&a.Seasons[i].Rating, n)
	case i < 0 && !p.Void():
		s := Season{month, data.Rating{Value: a.Value - a.Later}}
		p.Outcome.count(&s.Rating, n)
		a.Seasons = append(a.Seasons, s)
	}
	return a
}

// Merge returns the account of a player who has become one with another: the sum of both.
// The Seasons of both are those that go on, and show the sum; of months that are over each
// row stays as it is. How the games have followed each other is unknown then. An account
// without games changes nothing.
func Merge(gone, stays Account) Account {
	if gone.Games == 0 {
		return stays
	}
	stays.Value += gone.Value - data.StartRating
	addCounts(&stays.Rating, gone.Rating)
	stays.Runs = nil
	stays.Later += gone.Later
	if gone.Latest.After(stays.Latest) {
		stays.Latest = gone.Latest
	}
	stays.Seasons = slices.Clone(stays.Seasons)
	for _, s := range gone.Seasons {
		i := slices.IndexFunc(stays.Seasons, func(own Season) bool { return own.Month == s.Month })
		if i < 0 {
			stays.Seasons = append(stays.Seasons, s)
		} else {
			addCounts(&stays.Seasons[i].Rating, s.Rating)
		}
	}
	for i := range stays.Seasons {
		stays.Seasons[i].Value = stays.Value
	}
	return stays
}

// addCounts adds the games of one rating to another.
func addCounts(to *data.Rating, r data.Rating) {
	to.Games += r.Games
	to.Wins += r.Wins
	to.Losses += r.Losses
	to.Draws += r.Draws
}

// Curve returns the ratings after each of several changes, oldest first, the last of which
// led to the rating of now. All of a player's changes begin at data.StartRating; of some,
// the first is reckoned back from the end.
func Curve(changes []float64, rating float64, all bool) []float64 {
	points, at := make([]float64, len(changes)), data.StartRating
	if !all {
		at = rating
		for _, change := range changes {
			at -= change
		}
	}
	for i, change := range changes {
		at += change
		points[i] = at
	}
	return points
}
