package search

import (
	"math"
	"testing"
)

// TestBetween: equals have equal chances, the whole game to come gives what Elo's formula expects, chances stay in
// order and between 0 and 1, and ratings count for less the less is left.
func TestBetween(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-9 }
	if got := Between(0.5, 1700, 1700, 0.5); !near(got, 0.5) {
		t.Errorf("equals have %g", got)
	}
	if got, want := Between(0.5, 1900, 1500, 1), 1/(1+math.Pow(10, -1)); !near(got, want) {
		t.Errorf("before the game %g, want %g", got, want)
	}
	for _, chance := range []float64{0, 0.01, 0.3, 0.5, 0.9, 1} {
		for _, left := range []float64{0, 0.4, 1} {
			own, rival := Between(chance, 1600, 1200, left), Between(1-chance, 1200, 1600, left)
			if !near(own+rival, 1) || own < 0 || own > 1 {
				t.Errorf("%g for one, %g for the other", own, rival)
			}
			if less := Between(chance, 1600, 1200, left/2); less > own {
				t.Errorf("the better player has %g with less to come, %g with more", less, own)
			}
		}
	}
	if weak, strong := Between(0.9, 1000, 1000, 0.5), Between(0.9, 2000, 2000, 0.5); weak >= strong {
		t.Errorf("a lead holds with %g between weak players, with %g between strong ones", weak, strong)
	}
	for _, r := range []float64{0, 1006, 1200, 1500, 1700, 1873, 3000} {
		if at, above := holds(r), holds(r+1); at > above || above-at > 0.01 {
			t.Errorf("from %g at a rating of %g to %g", at, r, above)
		}
	}
}
