package arena

import (
	"math"
	"slices"
	"time"

	"noir/engine"
)

// parts is what a win is counted in: as many as can be shared by up to six winners.
const parts = 60

// partsOf is what a seat has of the victory.
func partsOf(r engine.Result, s engine.Seat) int {
	if !slices.Contains(r.Winners, s) {
		return 0
	}
	return parts / len(r.Winners)
}

// Standing is how a contest stands for its challenger.
type Standing struct {
	Games   int
	won     int             // in parts
	thought []time.Duration // about each move
	ends    map[string]*End
}

// End is how often the challenger has won, in parts, and how often it has not, in games that ended for a reason.
type End struct{ Won, Lost float64 }

// Ends are those by the reason (engine.Result.Reason).
func (s Standing) Ends() map[string]End {
	ends := map[string]End{}
	for reason, e := range s.ends {
		ends[reason] = *e
	}
	return ends
}

func (s *Standing) add(g *game) {
	s.Games++
	s.won += g.won
	s.thought = append(s.thought, g.thought...)
	if s.ends == nil {
		s.ends = map[string]*End{}
	}
	e := s.ends[g.reason]
	if e == nil {
		e = new(End)
		s.ends[g.reason] = e
	}
	won := float64(g.won) / parts
	e.Won += won
	e.Lost += 1 - won
}

// Won is how many games the challenger has won; a shared game counts in part for each winner.
func (s Standing) Won() float64 { return float64(s.won) / parts }

// Share is the part of the games that the challenger has won; 0 before the first.
func (s Standing) Share() float64 { return s.Won() / math.Max(1, float64(s.Games)) }

// Interval is the 95 % interval of Share by Wilson's formula, which assumes independent games. Games of one deal are
// not independent: cards that help the challenger on one seat hurt it on another. So the interval is too wide rather
// than too narrow.
func (s Standing) Interval() (low, high float64) {
	const z = 1.96
	n, p := float64(s.Games), s.Share()
	if n == 0 {
		return 0, 1
	}
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	margin := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, middle-margin), min(1, middle+margin)
}

// Thought returns how long the challenger has thought about a move, in wall-clock time: half of its moves took no
// longer than median, 99 of 100 no longer than late.
func (s Standing) Thought() (median, late, most time.Duration) {
	if len(s.thought) == 0 {
		return 0, 0, 0
	}
	all := slices.Sorted(slices.Values(s.thought))
	at := func(part float64) time.Duration { return all[int(part*float64(len(all)-1))] }
	return at(0.5), at(0.99), at(1)
}
