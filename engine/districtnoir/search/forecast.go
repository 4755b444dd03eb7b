package search

import "math"

// steadiness turns a chance by good play into a chance between equals of a rating. The logit is multiplied, since the
// weaker both play, the more is still open. It is raised, since the rival, who moves next, plays worse or better than
// in the playouts. While much of the game is left, chances are cut to the range from least to 1-least.
type steadiness struct{ rating, holds, raised, least float64 }

// fitted are the steadinesses of the levels, fitted to games of each level against itself and checked against other
// games (TestCalibrated).
var fitted = [...]steadiness{
	{1006, 0.55, 0.12, 0.01},
	{1500, 0.8, 0.19, 0.02},
	{1873, 1, -0.17, 0.001},
	{1926, 1, -0.19, 0.001},
}

// In this last part of a game the range widens, to lowest and 1-lowest.
const (
	lastly   = 1. / 8
	lowest   = 1e-4
	eloScale = math.Ln10 / 400
)

// Between turns the deciding seat's chance by good play into one for two players with ratings, when a part of the game
// is left. With the whole game to come the difference of the ratings counts as in Elo's formula; it counts less as less
// is left.
func Between(chance, own, rival, left float64) float64 {
	s := steady((own + rival) / 2)
	return 1 / (1 + math.Exp(-s.holds*s.logit(chance, left)-s.raised-left*(own-rival)*eloScale))
}

// logit returns the logit of a chance when a part of the game is left.
func (s steadiness) logit(chance, left float64) float64 {
	least := max(lowest, s.least*min(1, left/lastly))
	chance = max(least, min(chance, 1-least))
	return math.Log(chance / (1 - chance))
}

// steady is the steadiness at a rating.
func steady(rating float64) steadiness {
	last := fitted[0]
	for _, s := range fitted {
		if rating <= s.rating {
			if part := s.rating - last.rating; part > 0 && rating > last.rating {
				share := (rating - last.rating) / part
				mix := func(a, b float64) float64 { return a + (b-a)*share }
				return steadiness{rating, mix(last.holds, s.holds), mix(last.raised, s.raised), mix(last.least, s.least)}
			}
			return s
		}
		last = s
	}
	return last
}
