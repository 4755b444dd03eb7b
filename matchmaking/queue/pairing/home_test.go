package pairing

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestPlayersOfOneHomeSitTogether where that is nearly as good, and they may.
func TestPlayersOfOneHomeSitTogether(t *testing.T) {
	for _, c := range []struct {
		name      string
		ratings   [4]float64
		sizes     Sizes
		forbidden func(a, b int64) bool
		want      [][]int64
	}{
		{"near", [4]float64{1500, 1501, 1505, 1506}, two, nil, [][]int64{{0, 2}, {1, 3}}},
		{"just near", [4]float64{1500, 1501, 1511, 1512}, two, nil, [][]int64{{0, 2}, {1, 3}}},
		{"too far", [4]float64{1500, 1501, 1512, 1513}, two, nil, [][]int64{{0, 1}, {2, 3}}},
		{"two of one home may not meet", [4]float64{1500, 1501, 1505, 1506}, two, func(a, b int64) bool { return a+b == 4 }, [][]int64{{0, 1}, {2, 3}}},
		{"four at a table", [4]float64{1500, 1501, 1505, 1506}, Exactly(4), nil, [][]int64{{0, 1, 2, 3}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := newQueue(c.forbidden)
			for i, rating := range c.ratings {
				q.Add(Ticket{Player: int64(i), Rating: rating, Sizes: c.sizes, Home: int64(i % 2)}, q.now)
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
			if tables != all || spread > least+nearlyAsGood/2*float64(all) || mixed > tables/6 {
				t.Errorf("%d tables of %d, of which %d have players of two homes; %.0f points apart in place of %.0f", tables, all, mixed, spread, least)
			}
		})
	}
}
