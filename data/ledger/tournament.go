package ledger

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
)

// Scores reports whether a match of a tournament brings points to its winners. The log is
// that of all of it, turns are the types of the moves with which a seat has had a turn
// (none: they are not counted), and met is how many games of the tournament the most frequent
// pair at the table has finished before. Losing a match that brings none, or sharing its
// win, ends a run of wins all the same.
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

// Standings add up what the matches of a tournament bring, by name, since a guest has no id.
type Standings map[string]*data.Score

// Add adds a match to the player's score. Matches come in the order in which they ended.
// One that does not score ends a run of wins, and lengthens none.
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

// Podium returns those of ranked scores that are honoured when the tournament is closed: the
// first three who have points and are still known.
func Podium(ranked []data.Score) (first []data.Score) {
	for _, score := range ranked {
		if score.Rank <= 3 && score.Points > 0 && score.Player.ID != 0 {
			first = append(first, score)
		}
	}
	return first
}

// LastEnd is when a match of a tournament must be over at the latest to count.
func LastEnd(c data.Tournament) time.Time { return c.Ends.Add(data.TournamentGrace) }

// Closed returns when a tournament was closed, seen from a moment: with the last of its
// matches that count, but not before its own end. last is when the newest of those has
// ended, running whether one may still. It is zero while the tournament is open.
func Closed(c data.Tournament, last time.Time, running bool, now time.Time) time.Time {
	switch {
	case now.Before(c.Ends) || running && now.Before(LastEnd(c)):
		return time.Time{}
	case last.After(c.Ends):
		return last
	}
	return c.Ends
}

// Next returns the one that follows upon a tournament that is repeated: those that would have
// begun by now, while nobody looked, are left out.
func Next(c data.Tournament, now time.Time) data.Tournament {
	later := (now.Sub(c.Starts)/c.Every + 1) * c.Every
	c.Opened, c.Closed = data.Schedule, time.Time{}
	c.Starts, c.Ends = c.Starts.Add(later), c.Ends.Add(later)
	return c
}
