package pairing

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

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
	choice := make([]int, 1<<n)   // the table of its first, 0 if they are left
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
	ticks, fewer int     // fewer: those that left more than the optimum
	seats, most  int     // people seated, and by the optimum
	spread, best float64 // summed over the ticks that left as few
}

func (q *quality) add(people int, got, want outcome) {
	q.ticks++
	q.seats += people - got.left
	q.most += people - want.left
	if got.left > want.left {
		q.fewer++
		return
	}
	q.spread += got.spread
	q.best += want.spread
}

func (q *quality) String() string {
	return fmt.Sprintf("summed gap %.3f of the least; %d of %d seats; fewer in %d of %d ticks",
		q.spread/q.best, q.seats, q.most, q.fewer, q.ticks)
}

// holds reports whether the gap is within a factor of the least, and at most a given share of seats
// is missing.
func (q *quality) holds(factor float64, missing int) bool {
	return q.spread <= factor*q.best && 100*q.seats >= (100-missing)*q.most
}

type optimizer func(people []person, forbidden func(a, b int64) bool) outcome

// compare has crowds of several densities and waits seated, with a share of the
// pairs forbidden, and holds each tick against its optimum.
func compare(t *testing.T, n, times int, sizes func(*rand.Rand) Sizes, percent uint64, best optimizer) (q quality) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(n), percent))
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
				if got.cost < want.cost-0.01 {
					t.Fatalf("a cost of %.2f is below the optimum of %.2f", got.cost, want.cost)
				}
				q.add(n, got, want)
			}
		}
	}
	return q
}

// bounds are by how much the summed gap may be above the least, by the share of pairs
// that are forbidden, in percent.
var bounds = map[uint64]float64{0: 1.05, 5: 1.15}

// Pairs are near the optimum in pools of up to 200.
func TestPairsAgainstMatching(t *testing.T) {
	for _, c := range []struct{ n, times int }{{4, 60}, {8, 40}, {12, 20}, {31, 8}, {60, 4}, {100, 2}, {200, 1}} {
		for percent, factor := range bounds {
			t.Run(fmt.Sprintf("%d/%d%%", c.n, percent), func(t *testing.T) {
				t.Parallel()
				q := compare(t, c.n, c.times, pairs, percent, optimalPairs)
				t.Log(&q)
				if !q.holds(factor, 1) {
					t.Error(&q)
				}
			})
		}
	}
}

// The two reference solutions agree.
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

// Larger tables too are near it, in pools small enough to try everything.
func TestLargerTablesAgainstEveryWay(t *testing.T) {
	for percent, factor := range bounds {
		t.Run(fmt.Sprintf("%d%%", percent), func(t *testing.T) {
			t.Parallel()
			var all quality
			for _, c := range []struct{ n, times int }{{4, 12}, {5, 12}, {7, 10}, {9, 5}, {12, 2}} {
				q := compare(t, c.n, c.times, anyNumber, percent, optimum)
				all.ticks, all.fewer = all.ticks+q.ticks, all.fewer+q.fewer
				all.seats, all.most = all.seats+q.seats, all.most+q.most
				all.spread, all.best = all.spread+q.spread, all.best+q.best
			}
			t.Log(&all)
			if !all.holds(factor, 3) {
				t.Error(&all)
			}
		})
	}
}
