package pairing

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// queue is a pool that is told the time by itself.
type queue struct {
	*Pool
	now time.Time
}

func newQueue(forbidden func(a, b int64) bool) *queue { return &queue{New(forbidden), start} }

func (q *queue) pass(d time.Duration) { q.now = q.now.Add(d) }

func (q *queue) add(sizes Sizes, player int64, rating float64) Handle {
	return q.Add(Ticket{Player: player, Rating: rating, Sizes: sizes}, q.now)
}

// tick has everybody sit down who is seated. It returns the players of each table
// in ascending order, the tables by their first players.
func (q *queue) tick() [][]int64 {
	var tables [][]int64
	for _, table := range q.Tick(q.now) {
		q.SatDown(table, q.now)
		var players []int64
		for _, s := range table {
			players = append(players, s.Player)
		}
		slices.Sort(players)
		tables = append(tables, players)
	}
	slices.SortFunc(tables, slices.Compare)
	return tables
}

func (q *queue) wants(t *testing.T, want ...[]int64) {
	t.Helper()
	if got := q.tick(); !slices.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("after %v: seated %v, want %v", q.now.Sub(start), got, want)
	}
}

var two = Exactly(2)

func TestNearestSitTogether(t *testing.T) {
	q := newQueue(nil)
	for player, rating := range []float64{1500, 1590, 1510, 1600} {
		q.add(two, int64(player), rating)
	}
	q.wants(t, []int64{0, 2}, []int64{1, 3})
	if q.Len() != 0 {
		t.Errorf("%d wait still", q.Len())
	}
}

func TestWindowOpens(t *testing.T) {
	q := newQueue(nil)
	q.add(two, 1, 1000)
	q.pass(30 * time.Second)
	q.add(two, 2, 1300)
	q.wants(t) // within 400 points of the one, not within 100 of the other
	q.pass(19_999 * time.Millisecond)
	q.wants(t)
	q.pass(time.Millisecond)
	q.wants(t, []int64{1, 2})

	q.add(two, 3, 0)
	q.add(two, 4, 4000)
	q.pass(59_999 * time.Millisecond)
	q.wants(t)
	q.pass(time.Millisecond)
	q.wants(t, []int64{3, 4})
}

// TestNobodyStarves: a player far from everybody finds somebody after a minute,
// though all others find each other at once.
func TestNobodyStarves(t *testing.T) {
	q := newQueue(nil)
	q.add(two, 1, 3500)
	for n := range int64(60) {
		q.wants(t)
		q.add(two, 10+2*n, 1500)
		q.add(two, 11+2*n, 1500)
		q.pass(time.Second)
		q.wants(t, []int64{10 + 2*n, 11 + 2*n})
	}
	q.add(two, 200, 1500)
	q.wants(t, []int64{1, 200})
}

func TestNewestIsLeft(t *testing.T) {
	q := newQueue(nil)
	q.add(two, 1, 1500)
	q.pass(5 * time.Second)
	q.add(two, 2, 1510)
	q.pass(5 * time.Second)
	q.add(two, 3, 1505)
	q.wants(t, []int64{1, 2})
}

func TestSameRatingFirstComeFirst(t *testing.T) {
	q := newQueue(nil)
	for player := range int64(5) {
		q.add(two, player, 1500)
		q.pass(10 * time.Millisecond)
	}
	q.wants(t, []int64{0, 1}, []int64{2, 3})
}

func TestStepsRoundForbiddenPair(t *testing.T) {
	apart := func(a, b int64) bool { return min(a, b) == 2 && max(a, b) == 3 }
	q := newQueue(apart)
	for player, rating := range []float64{1400, 1410, 1500, 1501, 1510, 1520} {
		q.add(two, int64(player), rating)
	}
	// The contiguous pairs would be 0 1, 2 3 and 4 5.
	q.wants(t, []int64{0, 1}, []int64{2, 4}, []int64{3, 5})
}

func TestNobodySitsWithThemselves(t *testing.T) {
	q := newQueue(nil)
	q.add(two, 7, 1500)
	q.add(two, 7, 1500)
	q.wants(t)
	q.pass(5 * time.Minute)
	q.wants(t)
	q.add(two, 8, 1500)
	q.pass(time.Minute)
	q.wants(t, []int64{7, 8})
	if q.Len() != 1 {
		t.Errorf("%d wait, want the other ticket", q.Len())
	}
}

func TestNotTheSameAgain(t *testing.T) {
	q := newQueue(nil)
	both := func() {
		q.add(two, 1, 1500)
		q.add(two, 2, 1500)
	}
	both()
	q.wants(t, []int64{1, 2})

	q.pass(10 * time.Second)
	both() // with nobody else there
	q.wants(t, []int64{1, 2})

	q.pass(10 * time.Second)
	both()
	q.add(two, 3, 1599) // anybody will rather do
	q.wants(t, []int64{1, 3})
	q.add(two, 4, 3000) // could be had by nobody
	q.add(two, 1, 1500)
	q.wants(t, []int64{1, 2})

	both()
	q.add(two, 5, 1590) // will do for one of them; the other waits
	q.wants(t, []int64{1, 5})
}

func TestTheSameAgainLater(t *testing.T) {
	q := newQueue(nil)
	q.add(two, 1, 1500)
	q.add(two, 2, 1500)
	q.wants(t, []int64{1, 2})
	q.add(two, 1, 1500)
	q.add(two, 2, 1500)
	q.add(two, 3, 1590)
	q.add(two, 4, 1590)
	q.pass(29_999 * time.Millisecond)
	q.wants(t, []int64{1, 3}, []int64{2, 4})

	q.add(two, 1, 1500)
	q.add(two, 3, 1590)
	q.add(two, 2, 1500)
	q.add(two, 4, 1590)
	q.pass(30 * time.Second)
	q.wants(t, []int64{1, 2}, []int64{3, 4})
}

// TestMetIsAsSatDown: two who come from a long game rather sit with others.
func TestMetIsAsSatDown(t *testing.T) {
	q := newQueue(nil)
	q.add(two, 1, 1500)
	q.add(two, 2, 1500)
	q.wants(t, []int64{1, 2})
	q.pass(10 * time.Minute)
	q.Met([]int64{1, 2}, q.now)
	q.Met([]int64{3}, q.now)
	q.Met(nil, q.now)
	q.add(two, 1, 1500)
	q.add(two, 2, 1500)
	q.add(two, 3, 1590)
	q.add(two, 4, 1590)
	q.wants(t, []int64{1, 3}, []int64{2, 4})
}

func TestTableSizes(t *testing.T) {
	q := newQueue(nil)
	add := func(sizes Sizes, players ...int64) {
		for _, player := range players {
			q.add(sizes, player, 1500)
		}
	}
	add(strangers, 1, 2, 3)
	q.wants(t)
	q.pass(24_999 * time.Millisecond)
	q.wants(t)
	q.pass(time.Millisecond)
	q.wants(t, []int64{1, 2, 3})

	add(strangers, 4, 5, 6, 7)
	q.wants(t, []int64{4, 5, 6, 7})

	q.pass(30 * time.Second)
	add(strangers, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	if tables := q.tick(); len(tables) != 2 || len(tables[0]) != 6 || len(tables[1]) != 6 {
		t.Errorf("twelve sit at %v, want two full tables", tables)
	}
	add(strangers, 21, 22, 13, 14, 15, 16, 17, 18, 19)
	if tables := q.tick(); len(tables) != 2 || q.Len() != 0 {
		t.Errorf("nine sit at %v and %d wait, want nobody left", tables, q.Len())
	}
}

func TestWishForSize(t *testing.T) {
	q := newQueue(nil)
	for player := range int64(4) {
		q.add(strangers, player, 1500)
	}
	q.add(Exactly(5), 10, 1500)
	q.wants(t, []int64{0, 1, 2, 3, 10})

	q.add(Exactly(3), 20, 1500)
	q.add(Exactly(3), 21, 1500)
	q.add(Exactly(4), 22, 1500)
	q.add(strangers, 23, 1500)
	q.pass(24 * time.Second)
	q.wants(t)
	q.pass(time.Second) // a table of 3 will do now
	q.wants(t, []int64{20, 21, 23})
}

func TestImpossibleSizes(t *testing.T) {
	for _, c := range []struct{ in, want Sizes }{
		{Sizes{}, Sizes{2, 2, 2, 0}},
		{Sizes{Min: -4, Max: 99, Late: -1, After: -1}, Sizes{2, MaxSize, 2, 0}},
		{Sizes{Min: 5, Max: 3, Late: 4}, Sizes{3, 3, 3, 0}},
		{Sizes{Min: 4, Max: 6, Late: 1, After: 1e18}, Sizes{4, 6, 2, longestWait}},
		{strangers, strangers},
	} {
		if got := c.in.ordered(); got != c.want {
			t.Errorf("%v is taken for %v, want %v", c.in, got, c.want)
		}
	}
}

func TestRatingsBeyondTheBuckets(t *testing.T) {
	q := newQueue(nil)
	nan := 0.0
	nan /= nan
	for player, rating := range []float64{-300, nan, 1e300, 4095} {
		q.add(two, int64(player), rating)
	}
	q.wants(t, []int64{0, 1}, []int64{2, 3})
}

func TestRemove(t *testing.T) {
	q := newQueue(nil)
	if q.Remove(Handle{}) {
		t.Error("removed nothing")
	}
	a := q.add(two, 1, 1500)
	if q.Remove(Handle{}) || !q.Remove(a) || q.Remove(a) || q.Len() != 0 {
		t.Error("a ticket is there until it is removed, once")
	}
	b := q.add(two, 1, 1500)
	if q.Remove(a) {
		t.Error("an old handle removed the ticket in its place")
	}
	q.add(two, 2, 1500)
	q.wants(t, []int64{1, 2})
	if q.Remove(b) {
		t.Error("removed a ticket that is seated")
	}
}

func TestWait(t *testing.T) {
	q := newQueue(nil)
	wait := func(want time.Duration, known bool) {
		t.Helper()
		if got, ok := q.Wait(q.now); ok != known || got.Round(time.Millisecond) != want.Round(time.Millisecond) {
			t.Errorf("wait %v, %v; want %v, %v", got, ok, want, known)
		}
	}
	wait(0, false)
	q.add(two, 1, 1500)
	wait(0, false)
	q.pass(8 * time.Second)
	q.add(two, 2, 1500)
	q.wants(t, []int64{1, 2})
	wait(4*time.Second, true)

	q.pass(2 * time.Minute)
	q.add(two, 3, 1500)
	q.add(two, 4, 1500)
	q.wants(t, []int64{3, 4})
	wait(4*time.Second/3, true) // half the weight on 4 s, the whole on 0

	q.pass(10 * time.Minute)
	wait(4*time.Second/3, true)
	q.pass(time.Millisecond)
	wait(0, false)
}

// Those left at the ends of stretches meet all the same.
func TestAcrossStretches(t *testing.T) {
	q := newQueue(nil)
	q.add(two, 0, 0) // has nobody
	for player := range int64(stretchLength) {
		q.add(two, player+1, 1500)
	}
	if q.tick(); q.Len() != 1 {
		t.Errorf("%d are left, want one", q.Len())
	}
}

// The buckets hold what was inserted and not removed, in order of rating and
// arrival, whatever happened before.
func TestBuckets(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p := New(nil)
	type ticket struct {
		Handle
		player int64
		rating float64
	}
	var want []ticket
	for step := range int64(20_000) {
		if n := len(want); n > 0 && r.IntN(1000) < n {
			i := r.IntN(n)
			if !p.Remove(want[i].Handle) {
				t.Fatal("a ticket is gone")
			}
			want = slices.Delete(want, i, i+1)
		} else {
			rating := float64(r.IntN(4096)) * float64(r.IntN(2))
			rating += float64(r.IntN(4)) / 4
			want = append(want, ticket{p.Add(Ticket{Player: step, Rating: rating, Sizes: two}, start), step, rating})
		}
		if p.Len() != len(want) {
			t.Fatalf("%d wait, want %d", p.Len(), len(want))
		}
		if step%100 > 0 {
			continue
		}
		p.grouping.line.form(0)
		sorted := slices.Clone(want)
		slices.SortStableFunc(sorted, func(a, b ticket) int { return int(4 * (a.rating - b.rating)) })
		if !slices.EqualFunc(p.grouping.line.waiters, sorted, func(w waiter, t ticket) bool { return w.player == t.player && w.slot == t.slot }) {
			t.Fatal("the line is not in order")
		}
	}
	for _, ticket := range want {
		p.Remove(ticket.Handle)
	}
	if p.buckets.summary != 0 || p.buckets.words != [bucketCount / 64]uint64{} {
		t.Error("empty buckets are marked as occupied")
	}
}

// No more is remembered than there is room for, and the newest of it.
func TestRecentIsBounded(t *testing.T) {
	var r recent
	r.init()
	for player := range int64(recentLimit + 100) {
		if player%2 == 0 {
			r.nextTable()
		}
		r.add(player, player/recentLimit) // the last hundred a little later
	}
	if r.len() != recentLimit || len(r.ring) != recentLimit || len(r.newestOf) != recentLimit {
		t.Errorf("remembers %d seats, %d players in %d", r.len(), len(r.newestOf), len(r.ring))
	}
	met := func(a, b int64) bool { return r.together(r.of(a), r.of(b)) }
	if met(98, 99) || !met(100, 101) || met(101, 102) || !met(recentLimit+98, recentLimit+99) {
		t.Error("the oldest is not what was forgotten")
	}
	r.forget(int64(recentFor))
	if r.len() != 100 || len(r.newestOf) != 100 || met(recentLimit-2, recentLimit-1) || !met(recentLimit, recentLimit+1) {
		t.Error("what is old is not what was forgotten")
	}
	r.forget(int64(recentFor) + 1)
	if r.len() != 0 || len(r.newestOf) != 0 || met(100, 101) {
		t.Error("something is remembered for too long")
	}
}
