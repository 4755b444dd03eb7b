package search

import "math"

// steadiness is what chances by good play are between equals of a rating. Their logits are multiplied, since the weaker
// both play on, the more is still open; and raised, since the rival, who is next, plays worse or better than the playouts
// have it. While much of the game is left none is lower than the least, nor as much closer to 1.
type steadiness struct{ rating, holds, raised, least float64 }

// fitted are those of the levels, fitted to games of each against itself and held against others (TestCalibrated).
var fitted = [...]steadiness{
	{1006, 0.55, 0.12, 0.01},
	{1500, 0.8, 0.19, 0.02},
	{1873, 1, -0.17, 0.001},
	{1926, 1, -0.19, 0.001},
}

// A chance is 0 or 1 by the playouts, or lower or higher than the least, only in this last part of a game.
const (
	lastly   = 1. / 8
	lowest   = 1e-4
	eloScale = math.Ln10 / 400
)

// Between says what a chance by good play, of the seat that decides, is for two players of ratings, when a part of the
// game is left. The difference of the ratings counts as in Elo's formula with the whole game to come, and for less the
// less is left.
func Between(chance, own, rival, left float64) float64 {
	s := steady((own + rival) / 2)
	return 1 / (1 + math.Exp(-s.holds*s.logit(chance, left)-s.raised-left*(own-rival)*eloScale))
}

// logit is that of a chance when a part of the game is left.
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
