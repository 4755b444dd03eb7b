package search

import "math"

// steadiness is how far a chance by good play holds between equals of a rating: their logits are multiplied by it. The
// weaker both play on, the more is still open. They were fitted to games of each level against itself
// (TestCalibrated).
var steadiness = [...]struct{ rating, holds float64 }{{1006, 0.55}, {1500, 0.8}, {1873, 1}}

// Between says what a chance by good play is for two players of ratings, when a part of the game is left. With the
// whole game to come and a chance of a half it is what Elo's formula expects, and it counts for less the less is left.
func Between(chance, own, rival, left float64) float64 {
	const least = 1e-4
	chance = max(least, min(chance, 1-least))
	x := math.Log(chance/(1-chance))*holds((own+rival)/2) + left*(own-rival)*math.Ln10/400
	return 1 / (1 + math.Exp(-x))
}

// holds is the steadiness at a rating.
func holds(rating float64) float64 {
	last := steadiness[0]
	for _, s := range steadiness {
		if rating <= s.rating {
			if part := s.rating - last.rating; part > 0 && rating > last.rating {
				return last.holds + (s.holds-last.holds)*(rating-last.rating)/part
			}
			return s.holds
		}
		last = s
	}
	return last.holds
}
