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
	won     int // in parts
	thought thought
}

func (s *Standing) add(g *game) {
	s.Games++
	s.won += g.won
	s.thought.join(g.thought)
}

// Won is how many games the challenger has won; of a shared one each winner has its
// part.
func (s Standing) Won() float64 { return float64(s.won) / parts }

// Share is the part of the games that it has won; 0 before the first.
func (s Standing) Share() float64 { return s.Won() / math.Max(1, float64(s.Games)) }

// Interval is the 95 % interval of Share by Wilson's formula, which takes games for
// independent. Those of a deal are not: what one seat owes to the cards another has
// against it, so that the interval is rather too wide than too narrow.
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

// Thought is how long the challenger has thought about a move, on the average and at
// most. It is of the clock on the wall.
func (s Standing) Thought() (mean, most time.Duration) {
	return s.thought.sum / time.Duration(max(1, s.thought.moves)), s.thought.most
}

// thought is the time that went into moves.
type thought struct {
	moves     int
	sum, most time.Duration
}

func (t *thought) add(d time.Duration) { t.join(thought{1, d, d}) }

func (t *thought) join(o thought) {
	t.moves += o.moves
	t.sum += o.sum
	t.most = max(t.most, o.most)
}
