package pairing

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestPlayersOfOneHomeSitTogether where that is nearly as good, and they may.
func TestPlayersOfOneHomeSitTogether(t *testing.T) {
	near := []float64{1500, 1501, 1505, 1506}
	for _, c := range []struct {
		name      string
		ratings   []float64
		homes     string // a letter each
		sizes     Sizes
		forbidden func(a, b int64) bool
		want      [][]int64
	}{
		{"near", near, "abab", two, nil, [][]int64{{0, 2}, {1, 3}}},
		{"just near", []float64{1500, 1501, 1511, 1512}, "abab", two, nil, [][]int64{{0, 2}, {1, 3}}},
		{"too far", []float64{1500, 1501, 1512, 1513}, "abab", two, nil, [][]int64{{0, 1}, {2, 3}}},
		{"for one table", near, "abbc", two, nil, [][]int64{{0, 3}, {1, 2}}},
		{"too far for one table", []float64{1500, 1501, 1507, 1508}, "abac", two, nil, [][]int64{{0, 1}, {2, 3}}},
		{"three homes", []float64{1500, 1501, 1505, 1506, 1510, 1511}, "abcabc", two, nil, [][]int64{{0, 3}, {1, 4}, {2, 5}}},
		{"two of one home may not meet", near, "abab", two, func(a, b int64) bool { return a+b == 4 }, [][]int64{{0, 1}, {2, 3}}},
		{"four at a table", near, "abab", Exactly(4), nil, [][]int64{{0, 1, 2, 3}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := newQueue(c.forbidden)
			for i, rating := range c.ratings {
				q.Add(Ticket{Player: int64(i), Rating: rating, Sizes: c.sizes, Home: int64(c.homes[i])}, q.now)
			}
			q.wants(t, c.want...)
		})
	}
}

// TestHomesCostLittle: as many are seated as where homes do not count, hardly farther apart, and most tables of two have
// players of one home alone.
func TestHomesCostLittle(t *testing.T) {
	for _, homes := range []int64{2, 3} {
		t.Run(fmt.Sprint(homes, " homes"), func(t *testing.T) {
			seat := func(homes int64) (tables, mixed int, spread float64) {
				r := rand.New(rand.NewPCG(1, 1))
				q, ratings := newQueue(nil), map[int64]float64{}
				for i := range int64(1000) {
					ratings[i] = 1500 + 200*r.NormFloat64()
					q.Add(Ticket{Player: i, Rating: ratings[i], Sizes: two, Home: i % homes}, q.now)
				}
				for _, table := range q.Tick(q.now) {
					tables++
					a, b := table[0].Player, table[1].Player
					spread += ratings[a] - ratings[b]
					if a%homes != b%homes {
						mixed++
					}
				}
				return tables, mixed, spread
			}
			all, _, least := seat(1)
			tables, mixed, spread := seat(homes)
			if tables != all || spread > least+nearlyAsGood/2*float64(all) || mixed > tables/20 {
				t.Errorf("%d tables of %d, of which %d have players of two homes; %.0f points apart in place of %.0f", tables, all, mixed, spread, least)
			}
		})
	}
}
