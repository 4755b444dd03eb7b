package arena

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// outcome is a result of so many wins in so many games.
func outcome(challenger, rival string, seats, games int, won float64) Result {
	return Result{challenger, rival, seats, Standing{Games: games, won: int(won * parts)}}
}

// TestInterval against figures of Wilson's own formula.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		games     int
		won       float64
		low, high float64
	}{
		{0, 0, 0, 1},
		{10, 10, 0.7225, 1},
		{10, 0, 0, 0.2775},
		{100, 50, 0.4038, 0.5962},
		{1000, 850, 0.8265, 0.8708},
	} {
		s := outcome("a", "b", 2, c.games, c.won)
		if low, high := s.Interval(); math.Abs(low-c.low) > 5e-4 || math.Abs(high-c.high) > 5e-4 {
			t.Errorf("%v of %d: %.4f to %.4f, want %.4f to %.4f", c.won, c.games, low, high, c.low, c.high)
		}
	}
}

// TestThought is of the moves as they stand in order of their times.
func TestThought(t *testing.T) {
	var s Standing
	if median, late, most := s.Thought(); median != 0 || late != 0 || most != 0 {
		t.Errorf("about no move it has thought %s, %s late, %s at most", median, late, most)
	}
	for i := range 101 {
		s.thought = append(s.thought, time.Duration(i*7%101+1)*time.Millisecond)
	}
	if median, late, most := s.Thought(); median != 51*time.Millisecond || late != 100*time.Millisecond || most != 101*time.Millisecond {
		t.Errorf("it has thought %s, %s late, %s at most", median, late, most)
	}
}

// TestRatings finds strengths again by which results were drawn, at tables of two and
// of four.
func TestRatings(t *testing.T) {
	truth := map[string]float64{"easy": 1150, "normal": 1500, "hard": 1780, "boss": 1900}
	r := rand.New(rand.NewPCG(3, 4))
	for _, seats := range []int{2, 4} {
		var results []Result
		for a, strength := range truth {
			for b, other := range truth {
				if a == b {
					continue
				}
				chance, won := 1/(1+float64(seats-1)*math.Pow(10, (other-strength)/400)), 0
				for range 4000 {
					if r.Float64() < chance {
						won++
					}
				}
				results = append(results, outcome(a, b, seats, 4000, float64(won)))
			}
		}
		for name, rating := range Ratings(results, "normal", 1500) {
			if math.Abs(rating-truth[name]) > 20 {
				t.Errorf("%d seats: %s is rated %.0f, want %.0f", seats, name, rating, truth[name])
			}
		}
	}
}

// TestRatingsOfWhoLosesNothing stay finite, and grow with the games.
func TestRatingsOfWhoLosesNothing(t *testing.T) {
	last := 1500.0
	for _, games := range []int{10, 100, 1000} {
		rated := Ratings([]Result{outcome("boss", "normal", 2, games, float64(games))}, "normal", 1500)
		if rated["normal"] != 1500 || rated["boss"] <= last || rated["boss"] > 3500 {
			t.Errorf("after %d games: %v", games, rated)
		}
		last = rated["boss"]
	}
}
