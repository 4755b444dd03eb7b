package districtnoir

import (
	"noir/engine"
)

// Why a game ended. engine.Aborted is one more.
const (
	City     = "city"     // three cities taken
	Points   = "points"   // the higher total
	TieBreak = "tiebreak" // equal totals
	Shared   = "shared"   // everything equal
	Resigned = engine.Resigned
	TimedOut = engine.TimedOut
)

// setPoints is what a set of 5, 6, 7 and 8 pays.
const setPoints = 5

// Score is the value of a seat's tableau (rules page, section 5).
type Score struct {
	Majorities map[Card]int `json:"majorities"` // points for each of Five, Six, Seven and Eight
	Sets       int          `json:"sets"`
	SetPoints  int          `json:"set_points"`
	Deals      int          `json:"deals"` // alliances and betrayals
	Total      int          `json:"total"`
}

// scores counts both tableaus.
func scores(tableau [seats]Tally) [seats]Score {
	return [seats]Score{scoreOf(tableau[0], tableau[1]), scoreOf(tableau[1], tableau[0])}
}

func scoreOf(own, rival Tally) Score {
	s := Score{Majorities: make(map[Card]int, 4), Sets: sets(own), Deals: deals(own), Total: total(own, rival)}
	for c := Five; c <= Eight; c++ {
		s.Majorities[c] = majority(c, own, rival)
	}
	s.SetPoints = setPoints * s.Sets
	return s
}

// total returns the total value of a tableau, without making a map.
func total(own, rival Tally) int {
	sum := setPoints*sets(own) + deals(own)
	for c := Five; c <= Eight; c++ {
		sum += majority(c, own, rival)
	}
	return sum
}

// majority is what having more of a card than the rival pays.
func majority(c Card, own, rival Tally) int {
	if own[c] > rival[c] {
		return c.Value()
	}
	return 0
}

func sets(t Tally) int { return int(min(t[Five], t[Six], t[Seven], t[Eight])) }

func deals(t Tally) int {
	sum := 0
	for c := Plus2; c <= Minus3; c++ {
		sum += int(t[c]) * c.Value()
	}
	return sum
}

// settle returns who has won after four rounds; Spectator for a shared victory.
func settle(tableau [seats]Tally) (reason string, winner engine.Seat) {
	if winner := ahead(total(tableau[0], tableau[1]), total(tableau[1], tableau[0])); winner != engine.Spectator {
		return Points, winner
	}
	if winner, level := tieBreak(tableau); level != "" {
		return TieBreak, winner
	}
	return Shared, engine.Spectator
}

// tieBreak compares the number of 8s, 7s, 6s, 5s and cities, whether or not they
// paid.
func tieBreak(tableau [seats]Tally) (winner engine.Seat, level string) {
	for c := Eight; c >= Five; c-- {
		if winner := ahead(int(tableau[0][c]), int(tableau[1][c])); winner != engine.Spectator {
			return winner, c.String()
		}
	}
	if winner := ahead(tableau[0].Cities(), tableau[1].Cities()); winner != engine.Spectator {
		return winner, "cities"
	}
	return engine.Spectator, ""
}

// ahead returns the seat with the higher figure, Spectator when they are equal.
func ahead(seat0, seat1 int) engine.Seat {
	switch {
	case seat0 > seat1:
		return 0
	case seat1 > seat0:
		return 1
	}
	return engine.Spectator
}

// Result returns how the game ended; the scores are as if counted then.
func (p position) Result() (engine.Result, bool) {
	if !p.Over() {
		return engine.Result{}, false
	}
	return p.Outcome(encode(scores(p.tableau))), true
}
