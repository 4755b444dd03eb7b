package data_test

import (
	"math"
	"testing"

	"noir/data"
	"noir/engine"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestExpected(t *testing.T) {
	for _, c := range []struct{ own, other, want float64 }{
		{1500, 1500, 0.5},
		{1900, 1500, 10.0 / 11}, // 400 points are odds of ten to one
		{1500, 1900, 1.0 / 11},
		{2300, 1500, 100.0 / 101},
		{1600, 1400, 0.7597469266479578},
	} {
		if got := data.Expected(c.own, c.other); !near(got, c.want) {
			t.Errorf("Expected(%v, %v) = %v, not %v", c.own, c.other, got, c.want)
		}
	}
}

func TestK(t *testing.T) {
	for games, want := range map[int]float64{0: 60, 4: 50, 10: 40, 20: 30, 60: 15, 80: 12, 100: 12, 100_000: 12} {
		if got := data.K(games); !near(got, want) {
			t.Errorf("K(%d) = %v, not %v", games, got, want)
		}
	}
}

func TestWeight(t *testing.T) {
	for m, want := range []float64{1, 0.5, 0.25, 0.125} {
		if got := data.Weight(m); got != want {
			t.Errorf("Weight(%d) = %v, not %v", m, got, want)
		}
	}
}

func TestProvisional(t *testing.T) {
	if !data.Provisional(0) || !data.Provisional(9) || data.Provisional(10) {
		t.Error("a rating is provisional until the tenth game")
	}
}

func TestElo(t *testing.T) {
	type seat struct {
		before           float64
		games, pairGames int
	}
	for _, c := range []struct {
		name   string
		seats  []seat
		places []int
		want   []float64
	}{
		{"two newcomers", []seat{{1500, 0, 0}, {1500, 0, 0}}, []int{1, 2}, []float64{1530, 1470}},
		{"the second seat wins", []seat{{1500, 0, 0}, {1500, 0, 0}}, []int{2, 1}, []float64{1470, 1530}},
		{"a draw of equals", []seat{{1500, 0, 0}, {1500, 0, 0}}, []int{1, 1}, []float64{1500, 1500}},
		{"a draw with a newcomer", []seat{{1900, 20, 0}, {1500, 0, 0}}, []int{1, 1},
			[]float64{1900 - 30*(9.0/22), 1500 + 60*(9.0/22)}}, // ½ − 1/11
		{"the favourite loses", []seat{{1900, 80, 0}, {1500, 10, 0}}, []int{2, 1},
			[]float64{1900 - 12*(10.0/11), 1500 + 40*(10.0/11)}},
		{"a pair's third game of the day", []seat{{1500, 0, 2}, {1500, 0, 2}}, []int{1, 2}, []float64{1507.5, 1492.5}},
		{"three equals", []seat{{1500, 0, 0}, {1500, 0, 0}, {1500, 0, 0}}, []int{2, 3, 1}, []float64{1500, 1470, 1530}},
		{"three, two share the win", []seat{{1900, 0, 0}, {1500, 0, 0}, {1500, 20, 0}}, []int{3, 1, 1},
			[]float64{1900 - 60*(10.0/11), 1500 + 60*(5.0/11), 1500 + 30*(5.0/11)}},
		{"three, all share, again", []seat{{1900, 0, 1}, {1500, 0, 1}, {1500, 0, 1}}, []int{1, 1, 1},
			[]float64{1900 - 30*(9.0/22), 1500 + 30*(9.0/44), 1500 + 30*(9.0/44)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var seats []data.Seat
			for _, s := range c.seats {
				seats = append(seats, data.Seat{Before: &s.before, Games: s.games, PairGames: s.pairGames})
			}
			got := data.Elo(seats, engine.Result{Reason: "points", Places: c.places})
			for i := range c.want {
				if !near(got[i], c.want[i]) {
					t.Errorf("seat %d: %v, not %v", i, got[i], c.want[i])
				}
			}
		})
	}
}

func TestEloOfNothing(t *testing.T) {
	if after := data.Elo(make([]data.Seat, 2), engine.Result{Reason: engine.Aborted}); after != nil {
		t.Errorf("an aborted game: %v", after)
	}
}
