package ledger

import (
	"slices"
	"time"

	"noir/data"
)

// Account is one player's record in one rated game. Its rating less data.StartRating is the sum of
// all posted changes. An account without games is not stored.
type Account struct {
	data.Rating
	Runs    *Runs     // nil: unknown until all postings are read again
	Latest  time.Time // when the latest posting took effect
	Later   float64   // sum of the changes that took effect after the month of the next posting
	Seasons []Season  // of the months that may still change; Post looks at no earlier ones
}

// Season is a player's row in a month's table: the rating at its end, or now, and the games within
// it. A row without games is not stored.
type Season struct {
	Month data.Month
	data.Rating
}

// Runs are what depends on the order of an account's games.
type Runs struct {
	Streak  int     // wins in a row up to now, or losses if negative
	Best    int     // most wins in a row
	Highest float64 // rating after any game; 0 without one
}

// NewAccount returns the account of a player without a game.
func NewAccount() Account {
	return Account{Rating: data.Rating{Value: data.StartRating}, Runs: &Runs{}}
}

// Play returns the runs after one more game, which led to this rating.
func (r Runs) Play(rating float64, o Outcome) Runs {
	r.Streak = Streak(r.Streak, o)
	r.Best = max(r.Best, r.Streak)
	r.Highest = max(r.Highest, rating)
	return r
}

// Streak is the row of wins, or of losses if negative, after one more game.
func Streak(before int, o Outcome) int {
	switch o {
	case Won:
		return max(before, 0) + 1
	case Lost:
		return min(before, 0) - 1
	}
	return 0
}

// Post returns the account after a posting. A game counts in the table of the month in which it
// ended, and is taken out of it only within that month. Rating changes show in that month's table
// and in later ones. Rows of Seasons keep their places, even without games; a new row comes last.
func (a Account) Post(p Posting) Account {
	n := 1
	if p.Void() {
		n = -1
	}
	a.Value += p.Change
	p.Outcome.count(&a.Rating, n)
	switch {
	case a.Runs == nil:
	case p.Void() || p.At().Before(a.Latest): // an earlier change alters everything after it
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

// Merge returns the account of two players merged into one: the sum of both. Seasons must be those
// of months that go on, and are added up; rows of past months stay as they are. Runs become
// unknown. An account without games changes nothing.
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

// addCounts adds the counts of one rating to another.
func addCounts(to *data.Rating, r data.Rating) {
	to.Games += r.Games
	to.Wins += r.Wins
	to.Losses += r.Losses
	to.Draws += r.Draws
}

// Curve returns the rating after each change, oldest first; the last change led to the current
// rating. With all set, the changes start at data.StartRating; otherwise the first value is
// computed back from the end.
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
