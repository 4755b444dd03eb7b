// Package review judges the decisions of finished games: what each was worth by what the player
// could know, and what with open cards. It makes reviews one after another in the background and
// stores them with their matches.
package review

import (
	"encoding/json"
	"math"
	"slices"

	"noir/data"
	"noir/engine"
	"noir/internal/language"
)

// Version is the format of a stored Review, and the judgement that made it. A review of another version is made again.
// 2: a rival may have played any of several like cards. 3: by networks, and with the ratings. 4: with chances as rivals
// of a rating turn them into wins.
const Version = 4

// Review is the judgement of a match. Its JSON is what the store keeps and what programs read.
type Review struct {
	Version   int          `json:"review"`
	ID        data.MatchID `json:"id"`
	Game      string       `json:"game"`
	Decisions []Decision   `json:"decisions"` // in the order of the log, without forced moves; never nil
	Turning   *int         `json:"turning"`   // its ply; nil: nobody who lost gave much away at once
}

// Decision is a move for which there was a choice, with its worth.
type Decision struct {
	Ply   int             `json:"ply"`
	Seat  engine.Seat     `json:"seat"`
	By    engine.By       `json:"by"` // the player, or a bot in their place
	Move  json.RawMessage `json:"move"`
	Known Estimate        `json:"known"` // by what the seat could know
	Open  Estimate        `json:"open"`  // with open cards, including those still to come
	Mark  Mark            `json:"mark"`  // from the loss in Known
}

// Estimate is the worth of a decision. Chances are chances to win, from 0 to 1 with four
// decimals; the winners of a shared victory divide it.
type Estimate struct {
	Chance float64         `json:"chance"` // before the move, if the best one is made, between equals
	Rated  *float64        `json:"rated"`  // the same for these two, by their ratings; nil unless both have one
	Best   json.RawMessage `json:"best"`   // the move itself when nothing was better
	Made   float64         `json:"made"`   // after the move
	Loss   float64         `json:"loss"`   // of chance
}

// Mark is how good a move was.
type Mark string

// The marks.
const (
	Good    Mark = "good"
	Dubious Mark = "dubious"
	Blunder Mark = "blunder"
)

// marks are the names of the marks.
var marks = map[Mark]string{
	Good: language.Mark("good"), Dubious: language.Mark("dubious"), Blunder: language.Mark("blunder"),
}

// Say names the mark to a reader.
func (m Mark) Say(r *language.Reader) string { return r.Words(marks[m]) }

// A move is dubious, or a blunder, from these losses on: 5 and 15 games in a hundred given away.
const (
	DubiousLoss = 0.05
	BlunderLoss = 0.15
)

// markOf returns the mark of a loss estimated from a number of worlds. A loss of two standard errors or less may be
// chance and gets no bad mark.
func markOf(loss float64, worlds int) Mark {
	switch {
	case loss < DubiousLoss || loss < 1/math.Sqrt(float64(worlds)):
		return Good
	case loss < BlunderLoss:
		return Dubious
	}
	return Blunder
}

// turning returns the ply at which a player who did not win gave most away, the last one among equals, if the mark was
// worse than good.
func turning(decisions []Decision, r engine.Result) *int {
	var at *int
	most := 0.0
	for _, d := range decisions {
		if d.Mark != Good && d.Known.Loss >= most && !slices.Contains(r.Winners, d.Seat) {
			at, most = &d.Ply, d.Known.Loss
		}
	}
	return at
}

// Rated is a seat's chance at a moment with the ratings of the two, from its newest decision (Estimate.Rated).
func (r Review) Rated(of engine.Seat, at int) *float64 {
	var rated *float64
	for _, d := range r.Decisions {
		if d.Seat == of && (rated == nil || d.Ply <= at+1) {
			rated = d.Known.Rated
		}
	}
	return rated
}

// Sum is how well a seat played.
type Sum struct {
	Decisions int
	Marks     map[Mark]int
	Loss      float64 // average over all its decisions
}

// Chances are the chances of a seat to win at each moment of a match of plies plies: by what it could know at its
// newest decision, and at the end the result. There are none if it had no decision.
func (r Review) Chances(of engine.Seat, winners []engine.Seat, plies int) []float64 {
	own := slices.DeleteFunc(slices.Clone(r.Decisions), func(d Decision) bool { return d.Seat != of })
	if len(own) == 0 {
		return nil
	}
	chances := make([]float64, plies+1)
	for i := range chances {
		for len(own) > 1 && own[1].Ply <= i+1 {
			own = own[1:]
		}
		chances[i] = own[0].Known.Chance
	}
	chances[plies] = 0
	if slices.Contains(winners, of) {
		chances[plies] = 1 / float64(len(winners))
	}
	return chances
}

// Sum adds up the decisions that the seat's player made themselves.
func (r Review) Sum(s engine.Seat) Sum {
	sum := Sum{Marks: map[Mark]int{}}
	for _, d := range r.Decisions {
		if d.Seat == s && d.By == engine.ByPlayer {
			sum.Decisions++
			sum.Marks[d.Mark]++
			sum.Loss += d.Known.Loss
		}
	}
	sum.Loss /= float64(max(1, sum.Decisions))
	return sum
}
