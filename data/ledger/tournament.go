package ledger

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// Scores reports whether a tournament match brings its winners points. log is the whole log, turns
// are the types of moves that count as a turn of the seat's own (none: turns are not counted), and
// met is how many games of the tournament the most frequent pair at the table finished before. A
// match without points still ends the winning streaks of players who did not win it alone.
func Scores(seats int, log []data.Entry, turns []string, met int) bool {
	if met >= data.ScoredMeetings {
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
	return len(turns) == 0 || slices.Min(had) >= data.ScoredTurns
}

// Standings add up the scores of a tournament by name, since a guest has no id.
type Standings map[string]*data.Score

// Add adds a match to the player's score. Matches must come in the order in which they ended. A
// match that does not score ends a streak and lengthens none.
func (s Standings) Add(p data.Player, o Outcome, scores bool) {
	score := s[p.Name]
	if score == nil {
		score = &data.Score{Player: p}
		s[p.Name] = score
	}
	score.Games++
	if !scores {
		if o != Won {
			score.Streak = 0
		}
		return
	}
	points := map[Outcome]int{Won: data.WinPoints, Drawn: data.DrawPoints}[o]
	if score.Streak >= data.HotStreak {
		points *= 2
	}
	score.Points += points
	score.Streak = max(Streak(score.Streak, o), 0)
}

// Ranked returns the scores, best first. Equal points share a rank.
func (s Standings) Ranked() []data.Score {
	all := make([]data.Score, 0, len(s))
	for _, score := range s {
		all = append(all, *score)
	}
	slices.SortFunc(all, func(a, b data.Score) int {
		return cmp.Or(b.Points-a.Points, cmp.Compare(a.Player.Name, b.Player.Name))
	})
	for i := range all {
		all[i].Rank = i + 1
		if i > 0 && all[i].Points == all[i-1].Points {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// Podium returns the scores honoured when the tournament closes: up to three that have points and
// whose player still exists.
func Podium(ranked []data.Score) (first []data.Score) {
	for _, score := range ranked {
		if score.Rank <= 3 && score.Points > 0 && score.Player.ID != 0 {
			first = append(first, score)
		}
	}
	return first
}

// LastEnd is the latest time at which a match of the tournament may end and count.
func LastEnd(c data.Tournament) time.Time { return c.Ends.Add(data.TournamentGrace) }

// Closed returns when a tournament closed: with the last match that counts, but not before its own
// end. last is when the newest of them ended; running reports whether one may still be going. It is
// zero while the tournament is open.
func Closed(c data.Tournament, last time.Time, running bool, now time.Time) time.Time {
	switch {
	case now.Before(c.Ends) || running && now.Before(LastEnd(c)):
		return time.Time{}
	case last.After(c.Ends):
		return last
	}
	return c.Ends
}

// Next returns the tournament that follows a repeated one. It skips those that would already have
// begun by now.
func Next(c data.Tournament, now time.Time) data.Tournament {
	later := (now.Sub(c.Starts)/c.Every + 1) * c.Every
	c.Opened, c.Closed = data.Schedule, time.Time{}
	c.Starts, c.Ends = c.Starts.Add(later), c.Ends.Add(later)
	return c
}
