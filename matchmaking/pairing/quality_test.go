package pairing

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The excess of a tick is by how much the cost of what it did is above the least
// possible. It is held against the summed spread of the optimum's tables: where
// as many are left, it is how much larger the summed gap is (waits weighed in);
// leaving one more than need be is above 4,096 points of excess, more than a
// whole line's gaps. A tick is good when the excess is at most tolerated.
const tolerated = 0.05

// optimum tries every way to seat people within their windows.
func optimum(people []person, forbidden func(a, b int64) bool) outcome {
	type table struct {
		set  int
		cost float64
	}
	n := len(people)
	tables := make([][]table, n) // by their first member
	for set := range 1 << n {
		if size := bits.OnesCount(uint(set)); size < 2 || size > MaxSize {
			continue
		}
		if members := elements(set); allowed(people, members, forbidden) && withinWindows(people, members) {
			spread, empty := shape(people, members)
			tables[members[0]] = append(tables[members[0]], table{set, spread + emptySeat*float64(empty)})
		}
	}
	cost := make([]float64, 1<<n) // of dealing with each set of people
	choice := make([]int, 1<<n)   // the table of its first, 0 if he is left
	for set := 1; set < 1<<n; set++ {
		first := bits.TrailingZeros(uint(set))
		cost[set] = cost[set&(set-1)] + leaving(people[first])
		for _, t := range tables[first] {
			if c := t.cost + cost[set&^t.set]; t.set&^set == 0 && c < cost[set] {
				cost[set], choice[set] = c, t.set
			}
		}
	}
	var best [][]int
	for set := 1<<n - 1; set > 0; {
		if choice[set] == 0 {
			set &= set - 1
			continue
		}
		best = append(best, elements(choice[set]))
		set &^= choice[set]
	}
	return weigh(people, best)
}

func elements(set int) []int {
	var e []int
	for ; set > 0; set &= set - 1 {
		e = append(e, bits.TrailingZeros(uint(set)))
	}
	return e
}

// optimalPairs finds the best pairs by a matching in the graph of those who may
// sit together: an edge weighs what it costs to leave both, less their gap.
func optimalPairs(people []person, forbidden func(a, b int64) bool) outcome {
	var best [][]int
	for i, j := range matching(len(people), func(i, j int) int64 {
		if !allowed(people, []int{i, j}, forbidden) {
			return 0
		}
		gap := math.Abs(people[i].Rating - people[j].Rating)
		return int64(math.Round((leaving(people[i]) + leaving(people[j]) - gap) * grain * 1000))
	}) {
		if i < j {
			best = append(best, []int{i, j})
		}
	}
	return weigh(people, best)
}

// quality is what some ticks came to against their optima.
type quality struct {
	ticks, bad     int
	excess, spread float64
}

func (q *quality) add(r quality) {
	q.ticks += r.ticks
	q.bad += r.bad
	q.excess += r.excess
	q.spread += r.spread
}

func (q quality) String() string {
	return fmt.Sprintf("%d of %d ticks above %.0f %%; in all %.2f %%", q.bad, q.ticks, 100*tolerated, 100*q.excess/q.spread)
}

// compare has crowds of several densities and waits seated, with a share of the
// pairs forbidden, and holds each tick against its optimum.
func compare(t *testing.T, n, times int, sizes func(*rand.Rand) Sizes, percent uint64, best func([]person, func(a, b int64) bool) outcome) quality {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(n), percent))
	var q quality
	for _, spread := range []float64{60, 200, 600} {
		for _, fresh := range []float64{0, 0.7, 1} {
			for range times {
				people, forbidden := crowd{n, spread, fresh, sizes}.people(r), apart(percent)
				tables := tickWithin(people, forbidden)
				for _, table := range tables {
					if !allowed(people, table, forbidden) || !withinWindows(people, table) {
						t.Fatalf("%v may not sit together", table)
					}
				}
				got, want := weigh(people, tables), best(people, forbidden)
				excess := got.cost - want.cost
				if excess < -0.01 {
					t.Fatalf("a cost of %.2f is below the optimum of %.2f", got.cost, want.cost)
				}
				q.ticks++
				q.excess += excess
				q.spread += want.spread
				if excess > tolerated*want.spread+0.01 {
					q.bad++
				}
			}
		}
	}
	return q
}

var forbiddenShares = []uint64{0, 10, 30} // percent of all pairs

// Every tick over pairs of up to 12 is good, whatever is forbidden.
func TestFewPairsAgainstEveryWay(t *testing.T) {
	t.Parallel()
	for _, percent := range forbiddenShares {
		var all quality
		for _, n := range []int{2, 3, 4, 5, 7, 8, 10, 11, 12} {
			all.add(compare(t, n, 8, pairs, percent, optimum))
		}
		t.Logf("%d %% forbidden: %v", percent, all)
		if all.bad > 0 {
			t.Errorf("%d %% forbidden: %v", percent, all)
		}
	}
}

// Every tick over pairs of up to 200 is good.
func TestManyPairsAgainstMatching(t *testing.T) {
	t.Parallel()
	for _, percent := range forbiddenShares {
		var all quality
		for _, c := range []struct{ n, times int }{{12, 5}, {31, 2}, {60, 2}, {200, 1}} {
			all.add(compare(t, c.n, c.times, pairs, percent, optimalPairs))
		}
		t.Logf("%d %% forbidden: %v", percent, all)
		if all.bad > 0 {
			t.Errorf("%d %% forbidden: %v", percent, all)
		}
	}
}

// The two references agree.
func TestMatchingAgainstEveryWay(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		people, forbidden := crowd{2 + r.IntN(9), 300, 0.5, pairs}.people(r), apart(uint64(r.IntN(60)))
		got, want := optimalPairs(people, forbidden), optimum(people, forbidden)
		if math.Abs(got.cost-want.cost) > 0.01 {
			t.Fatalf("a matching costs %.3f, the optimum %.3f", got.cost, want.cost)
		}
	}
}

// Of larger tables 98 ticks in 100 are good, also where every fourth wants a
// table of a certain size; without such wishes all ticks together are as well.
func TestLargerTablesAgainstEveryWay(t *testing.T) {
	t.Parallel()
	for _, sizes := range []struct {
		name string
		of   func(*rand.Rand) Sizes
		most float64 // excess in all
	}{{"strangers", anyNumber, tolerated}, {"wishes", wishes, math.Inf(1)}} {
		for _, percent := range forbiddenShares {
			var all quality
			for _, c := range []struct{ n, times int }{{4, 12}, {5, 12}, {7, 10}, {9, 5}, {12, 2}} {
				all.add(compare(t, c.n, c.times, sizes.of, percent, optimum))
			}
			t.Logf("%s, %d %% forbidden: %v", sizes.name, percent, all)
			if 50*all.bad > all.ticks || all.excess > sizes.most*all.spread {
				t.Errorf("%s, %d %% forbidden: %v", sizes.name, percent, all)
			}
		}
	}
}
