package engine

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"time"
)

// Opponent is a house player as players see it.
type Opponent struct {
	Level  string // as programs write it, such as "normal"
	Name   string // as people read it: two to six lower-case letters
	Temper Temper
	Rating float64 // on the scale where normal has 1500; 0 if it was not measured
}

// Temper is how long an opponent takes to answer, thinking included: at least half a second, so
// that people can follow, and less than the game's shortest Prompt.Minimum, so that no window
// waits for the house.
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

// Levels returns the levels of the house players, weakest first.
func (i Info) Levels() []string {
	levels := make([]string, len(i.House))
	for n, o := range i.House {
		levels[n] = o.Level
	}
	return levels
}

// Drifter returns a player that plays random entries of State.Legal. It keeps nothing between
// moves.
func Drifter(g Game, seed uint64) Player { return drifter{g, seed} }

type drifter struct {
	game Game
	seed uint64
}

// Choose implements Player.
func (d drifter) Choose(_ context.Context, s Sight) (json.RawMessage, error) {
	r := rand.New(rand.NewPCG(d.seed, uint64(len(s.Log))))
	return Complete(d.game, s.View, s.Seat, s.Legal[r.IntN(len(s.Legal))], r)
}
