package pairing

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// start is when the tests begin; any time would do.
var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// strangers is a queue without a wished size, as many games have: 4 to 6 as found, 3 once a
// ticket has waited 25 seconds.
var strangers = Sizes{Min: 4, Max: 6, Late: 3, After: 25 * time.Second}

// person is a waiting player, as the tests know them.
type person struct {
	Ticket
	waited time.Duration
}

// apart is a forbidden hook: a fixed percentage of all pairs, the same each time.
func apart(percent uint64) func(a, b int64) bool {
	return func(a, b int64) bool {
		h := uint64(min(a, b))*0x9e3779b97f4a7c15 ^ uint64(max(a, b))*0xc2b2ae3d27d4eb4f
		h ^= h >> 29
		h *= 0xbf58476d1ce4e5b9
		h ^= h >> 32
		return h%100 < percent
	}
}

// crowd is a number of people with ratings around 1500.
type crowd struct {
	n      int
	spread float64 // standard deviation of the ratings
	fresh  float64 // share of those who came within the last 5 s; others up to 90 s
	sizes  func(*rand.Rand) Sizes
}

func (c crowd) people(r *rand.Rand) []person {
	people := make([]person, c.n)
	first := r.Int64N(1 << 40) // so that a forbidden hook differs from crowd to crowd
	for i := range people {
		rating := min(max(0, 1500+c.spread*r.NormFloat64()), bucketCount-1)
		waited := time.Duration(r.IntN(90_000)) * time.Millisecond
		if r.Float64() < c.fresh {
			waited = time.Duration(r.IntN(5_000)) * time.Millisecond
		}
		people[i] = person{Ticket{Player: first + int64(i), Rating: math.Round(rating*grain) / grain, Sizes: c.sizes(r)}, waited}
	}
	return people
}

func pairs(*rand.Rand) Sizes { return Exactly(2) }

func anyNumber(*rand.Rand) Sizes { return strangers }

// wishes is strangers of whom every fourth wants a certain size.
func wishes(r *rand.Rand) Sizes {
	if r.IntN(4) == 0 {
		return Exactly(3 + r.IntN(4))
	}
	return strangers
}

// fill puts people into a pool of their own and returns it, when it is now, and
// their numbers.
func fill(people []person, forbidden func(a, b int64) bool) (*Pool, time.Time, map[Handle]int) {
	p := New(forbidden)
	p.elapsed(start)
	now := start.Add(time.Hour)
	numbers := make(map[Handle]int)
	for i, who := range people {
		numbers[p.Add(who.Ticket, now.Add(-who.waited))] = i
	}
	return p, now, numbers
}

// tick seats people and returns the tables by number.
func tick(people []person, forbidden func(a, b int64) bool) [][]int {
	p, now, numbers := fill(people, forbidden)
	return numbered(p.Tick(now), numbers)
}

// tickWithin is a tick without exceptions.
func tickWithin(people []person, forbidden func(a, b int64) bool) [][]int {
	p, now, numbers := fill(people, forbidden)
	at := p.elapsed(now)
	p.grouping.line.form(at)
	p.grouping.solve()
	return numbered(p.seatAll(at), numbers)
}

func numbered(tables []Table, numbers map[Handle]int) [][]int {
	var all [][]int
	for _, table := range tables {
		var members []int
		for _, s := range table {
			members = append(members, numbers[s.Handle])
		}
		all = append(all, members)
	}
	return all
}

// outcome is the result of a tick.
type outcome struct {
	cost   float64 // points; see Tick
	spread float64 // summed over the tables
	left   int
}

func leaving(who person) float64 { return leaveBase + leavePerSecond*who.waited.Seconds() }

// weigh returns the outcome of some tables of people. It works on the rules as written, not on
// the pool's numbers.
func weigh(people []person, tables [][]int) outcome {
	var o outcome
	seated := make([]bool, len(people))
	for _, table := range tables {
		spread, empty := shape(people, table)
		o.spread += spread
		o.cost += spread + emptySeat*float64(empty)
		for _, i := range table {
			seated[i] = true
		}
	}
	for i, who := range people {
		if !seated[i] {
			o.cost += leaving(who)
			o.left++
		}
	}
	return o
}

// shape returns the spread of a table and how many more it could have seated.
func shape(people []person, table []int) (spread float64, empty int) {
	low, high, most := math.Inf(1), math.Inf(-1), MaxSize
	for _, i := range table {
		low, high = min(low, people[i].Rating), max(high, people[i].Rating)
		most = min(most, people[i].Sizes.ordered().Max)
	}
	return high - low, most - len(table)
}

// allowed reports whether people may sit at one table.
func allowed(people []person, table []int, forbidden func(a, b int64) bool) bool {
	_, empty := shape(people, table)
	var oldest, after time.Duration
	var late, least int
	for k, i := range table {
		who := people[i]
		sizes := who.Sizes.ordered()
		late, least, after = max(late, sizes.Late), max(least, sizes.Min), max(after, sizes.After)
		oldest = max(oldest, who.waited)
		if slices.ContainsFunc(table[:k], func(j int) bool {
			return !withinReach(who, people[j]) || people[j].Player == who.Player || forbidden != nil && forbidden(people[j].Player, who.Player)
		}) {
			return false
		}
	}
	if oldest >= after {
		least = late
	}
	return len(table) >= max(2, least) && empty >= 0
}

// withinReach reports whether two are in each other's windows, or one takes any opponent.
func withinReach(a, b person) bool {
	anybody := func(p person) bool { return math.IsInf(Window(p.waited), 1) }
	return math.Abs(a.Rating-b.Rating) <= min(Window(a.waited), Window(b.waited)) || anybody(a) || anybody(b)
}

// withinWindows reports whether a table keeps within the windows of all its people, as tables
// for more than two do except for exceptions.
func withinWindows(people []person, table []int) bool {
	spread, _ := shape(people, table)
	return len(table) == 2 || !slices.ContainsFunc(table, func(i int) bool { return spread > Window(people[i].waited) })
}
