package search

import (
	"math"
	"testing"
)

// TestBetween: equals have about equal chances, the difference of two ratings counts as Elo's formula has it with the
// whole game to come and for less the less is left, and chances stay in order and between 0 and 1. At the end of a game
// what is sure is said to be.
func TestBetween(t *testing.T) {
	near := func(got, want, by float64) bool { return math.Abs(got-want) < by }
	logit := func(chance float64) float64 { return math.Log(chance / (1 - chance)) }
	for _, rating := range []float64{900, 1500, 1700, 1900, 2400} {
		if got := Between(0.5, rating, rating, 0.5); !near(got, 0.5, 0.05) {
			t.Errorf("equals of %g have %g", rating, got)
		}
	}
	if got := logit(Between(0.5, 1900, 1500, 1)) - logit(Between(0.5, 1700, 1700, 1)); !near(got, math.Ln10, 1e-9) {
		t.Errorf("400 points are worth %g before the game, want %g", got, math.Ln10)
	}
	for _, left := range []float64{0, 0.05, 0.4, 1} {
		last := 0.0
		for _, chance := range []float64{0, 0.01, 0.3, 0.5, 0.9, 1} {
			own := Between(chance, 1600, 1200, left)
			if own < last || own < 0 || own > 1 {
				t.Errorf("%g for a chance of %g, after %g for a lower one", own, chance, last)
			}
			if weaker := Between(chance, 1200, 1600, left); left > 0 && weaker >= own {
				t.Errorf("the weaker player has %g, the better %g", weaker, own)
			}
			last = own
		}
	}
	if much, little := Between(0.5, 1600, 1200, 0.8), Between(0.5, 1600, 1200, 0.2); little >= much {
		t.Errorf("the better player has %g with less to come, %g with more", little, much)
	}
	if lost, won := Between(0, 1500, 1500, 0), Between(1, 1500, 1500, 0); lost > 0.01 || won < 0.99 {
		t.Errorf("a lost game has %g, a won one %g", lost, won)
	}
	if weak, strong := Between(0.9, 1000, 1000, 0.5), Between(0.9, 2000, 2000, 0.5); weak >= strong {
		t.Errorf("a lead holds with %g between weak players, with %g between strong ones", weak, strong)
	}
	for r := 0.0; r < 3000; r++ {
		if at, next := Between(0.8, r, r, 0.5), Between(0.8, r+1, r+1, 0.5); !near(at, next, 0.01) {
			t.Errorf("from %g at a rating of %g to %g", at, r, next)
		}
	}
}
