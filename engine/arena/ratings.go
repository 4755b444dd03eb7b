package arena

import (
	"maps"
	"math"
	"slices"
)

// Result is how a contest has ended, or stands.
type Result struct {
	Challenger string
	Rival      string
	Seats      int
	Standing
}

// logit is a point of strength on the scale of the fit in points of Elo.
const logit = 400 / math.Ln10

// Ratings returns the strengths that make the results likeliest, on the scale of Elo, by name. The
// anchor, who must have played, has the given rating. The model: each of n players at a table wins
// with a chance in proportion to 10^(rating/400), which for two is Elo's formula. Each contest is
// counted with one additional game that the whole table shares, so that a player that has won all
// its games has a rating too.
func Ratings(results []Result, anchor string, rating float64) map[string]float64 {
	strengths := map[string]float64{}
	for _, r := range results {
		strengths[r.Challenger], strengths[r.Rival] = 0, 0
	}
	const sweeps, still = 10_000, 1e-9
	names := slices.Sorted(maps.Keys(strengths)) // the sums of another order differ a little
	for range sweeps {
		moved := 0.0
		for _, name := range names {
			step := ascent(results, strengths, name)
			strengths[name] += step
			moved = max(moved, math.Abs(step))
		}
		if moved < still {
			break
		}
	}
	ratings := map[string]float64{}
	for name, s := range strengths {
		ratings[name] = rating + logit*(s-strengths[anchor])
	}
	return ratings
}

// ascent is Newton's step of one strength towards the likeliest, a short one where the
// curve is flat.
func ascent(results []Result, strengths map[string]float64, name string) float64 {
	const longest = 1
	slope, bend := 0.0, 0.0
	for _, r := range results {
		sign := 1.0
		switch name {
		case r.Challenger:
		case r.Rival:
			sign = -1
		default:
			continue
		}
		games, won := float64(r.Games)+1, r.Won()+1/float64(r.Seats)
		chance := 1 / (1 + float64(r.Seats-1)*math.Exp(strengths[r.Rival]-strengths[r.Challenger]))
		slope += sign * (won - games*chance)
		bend += games * chance * (1 - chance)
	}
	return max(-longest, min(longest, slope/bend))
}
