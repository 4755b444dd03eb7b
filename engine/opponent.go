package engine

import (
	"slices"
	"time"
)

// Opponent is a house player as people meet it.
type Opponent struct {
	Level  string // as programs write it, such as "normal"
	Name   string // as people read it: two to six small letters
	Temper Temper
	Rating float64 // among the house's own, in which normal has 1500; 0 when it was not measured
}

// Temper is how long an opponent takes to answer, thinking included, so that a
// person can follow. It is below the shortest Prompt.Minimum of the game: the house
// keeps no window open.
type Temper struct {
	Least, Most time.Duration
}

// Opponent returns the house player of a level.
func (i Info) Opponent(level string) (Opponent, bool) {
	at := slices.IndexFunc(i.House, func(o Opponent) bool { return o.Level == level })
	if at < 0 {
		return Opponent{}, false
	}
	return i.House[at], true
}

// Levels are those of the house players, weakest first.
func (i Info) Levels() []string {
	levels := make([]string, len(i.House))
	for n, o := range i.House {
		levels[n] = o.Level
	}
	return levels
}
