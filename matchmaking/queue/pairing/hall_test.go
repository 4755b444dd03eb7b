package pairing

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// hall is a house full of people who queue, play, and queue again.
type hall struct {
	name      string
	people    int
	spread    float64 // standard deviation of the ratings
	away      int64   // seconds, at most, from sitting down to the next ticket
	sizes     func(*rand.Rand) Sizes
	forbidden uint64        // percent of all pairs
	longest   time.Duration // longest allowed wait; 0 where nobody may be in reach
	seats     int           // to be filled
}

// halls have 136,000 seats in all. The small ones are for exceptions: people who are all
// forbidden to each other, or have just met, or have nobody in reach.
var halls = []hall{
	{"pairs", 30_000, 200, 20, pairs, 2, 20 * time.Second, 100_000},
	{"larger tables", 20_000, 200, 20, wishes, 1, 90 * time.Second, 15_000},
	{"few pairs", 40, 400, 60, pairs, 10, 0, 8_000},
	{"few and far", 12, 800, 60, pairs, 20, 0, 6_000},
	{"few larger tables", 60, 300, 60, wishes, 5, 0, 150},
	{"two", 2, 50, 20, pairs, 0, 2 * time.Minute, 5_000},
	{"few strangers, far apart", 7, 800, 60, anyNumber, 0, 2 * time.Minute, 700},
	{"one size", 9, 200, 40, func(*rand.Rand) Sizes { return Exactly(3) }, 0, 0, 700},
}

// No player is at two tables or twice at one; windows, sizes and forbidden pairs are respected;
// those who have just met meet others if possible; nobody is left who could have been seated,
// and nobody waits for ever.
func TestHalls(t *testing.T) {
	for _, h := range halls {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			h.open(t).run()
		})
	}
}

// entry is a ticket in a hall's own books.
type entry struct {
	Ticket
	since time.Time
}

// opening is a hall while it is open.
type opening struct {
	hall
	t       *testing.T
	r       *rand.Rand
	pool    *Pool
	apart   func(a, b int64) bool
	now     time.Time
	ratings []float64
	back    map[time.Time][]int64 // players and when they come back
	waiting map[Handle]entry
	newest  Handle
	met     map[[2]int64]time.Time
}

func (h hall) open(t *testing.T) *opening {
	o := &opening{
		hall: h, t: t, r: rand.New(rand.NewPCG(uint64(h.people), h.forbidden)), apart: apart(h.forbidden), now: start,
		back: make(map[time.Time][]int64), waiting: make(map[Handle]entry), met: make(map[[2]int64]time.Time),
	}
	o.pool = New(o.apart)
	for player := range int64(h.people) {
		o.ratings = append(o.ratings, 1500+h.spread*o.r.NormFloat64())
		o.goAway(player)
	}
	return o
}

// run ticks once a second until the seats are filled.
func (o *opening) run() {
	for filled := 0; filled < o.seats; {
		o.now = o.now.Add(time.Second)
		for _, player := range o.back[o.now] {
			o.comeBack(player)
		}
		delete(o.back, o.now)
		tables := o.pool.Tick(o.now)
		seated := make(map[Handle]bool)
		for _, table := range tables {
			o.check(table, seated)
		}
		o.checkLeft(seated)
		for _, table := range tables {
			o.sitDown(table)
			filled += len(table)
		}
	}
}

func (o *opening) goAway(player int64) {
	at := o.now.Add(time.Duration(1+o.r.Int64N(o.away)) * time.Second)
	o.back[at] = append(o.back[at], player)
}

// comeBack has a player queue; one in fifty does so twice, and one of the two tickets is given
// up later.
func (o *opening) comeBack(player int64) {
	o.add(player)
	if o.r.IntN(50) > 0 {
		return
	}
	first := o.newest
	o.add(player)
	if o.r.IntN(2) == 0 {
		if !o.pool.Remove(first) {
			o.t.Fatal("a ticket that waits is not there")
		}
		delete(o.waiting, first)
	}
}

func (o *opening) add(player int64) {
	since := o.now.Add(-time.Duration(o.r.Int64N(int64(time.Second))))
	ticket := Ticket{Player: player, Rating: o.ratings[player], Sizes: o.sizes(o.r)}
	o.newest = o.pool.Add(ticket, since)
	o.waiting[o.newest] = entry{ticket, since}
}

func (o *opening) person(e entry) person {
	e.Rating = min(max(e.Rating, 0), bucketCount-1)
	return person{e.Ticket, o.now.Sub(e.since)}
}

// check checks a table against the rules. The books are as before the tick.
func (o *opening) check(table Table, seated map[Handle]bool) {
	o.t.Helper()
	var people []person
	var all []int
	for i, s := range table {
		e, ok := o.waiting[s.Handle]
		if !ok || seated[s.Handle] || o.pool.Remove(s.Handle) {
			o.t.Fatalf("%v does not wait, is seated twice, or waits still", s)
		}
		seated[s.Handle] = true
		if s.Player != e.Player || s.Waited != o.now.Sub(e.since) {
			o.t.Fatalf("%v is not %v", s, e)
		}
		people, all = append(people, o.person(e)), append(all, i)
		for _, other := range table[:i] {
			if o.haveMet(s.Player, other.Player) && (o.hasCompany(e) || o.hasCompany(o.waiting[other.Handle])) {
				o.t.Fatalf("%d and %d meet again, and others were to be had", s.Player, other.Player)
			}
		}
	}
	if !allowed(people, all, o.apart) {
		o.t.Fatalf("%v may not sit together", people)
	}
	if o.longest > 0 {
		for _, who := range people {
			if who.waited > o.longest {
				o.t.Fatalf("%v waited for too long", who)
			}
		}
	}
}

func (o *opening) sitDown(table Table) {
	o.pool.SatDown(table, o.now)
	for i, s := range table {
		delete(o.waiting, s.Handle)
		for _, other := range table[:i] {
			o.met[both(s.Player, other.Player)] = o.now
		}
		o.goAway(s.Player)
	}
}

// checkLeft checks that no possible pair is left in a hall of pairs. In a large hall it looks
// only at those who have waited long.
func (o *opening) checkLeft(seated map[Handle]bool) {
	o.t.Helper()
	var left []entry
	for h, e := range o.waiting {
		if seated[h] {
			continue
		}
		waited := o.now.Sub(e.since)
		if o.longest > 0 && waited > o.longest {
			o.t.Fatalf("%v is left after %v", e.Ticket, waited)
		}
		if e.Sizes.Max == 2 && (o.people < 100 || waited > 10*time.Second) {
			left = append(left, e)
		}
	}
	for i, a := range left {
		for _, b := range left[:i] {
			pair := []person{o.person(a), o.person(b)}
			if allowed(pair, []int{0, 1}, o.apart) && !(o.haveMet(a.Player, b.Player) && (o.hasCompany(a) || o.hasCompany(b))) {
				o.t.Fatalf("%v and %v are left", pair[0], pair[1])
			}
		}
	}
}

func both(a, b int64) [2]int64 { return [2]int64{min(a, b), max(a, b)} }

func (o *opening) haveMet(a, b int64) bool {
	at, ok := o.met[both(a, b)]
	return ok && o.now.Sub(at) < recentFor && o.now.Sub(at) > 0
}

// hasCompany reports whether another ticket waits with which an entry may sit and has not just
// sat; at larger tables, one in its own window.
func (o *opening) hasCompany(e entry) bool {
	own := o.person(e)
	for _, other := range o.waiting {
		theirs := o.person(other)
		a, b := own.Sizes.ordered(), theirs.Sizes.ordered()
		if own.Player != theirs.Player && !o.apart(own.Player, theirs.Player) && !o.haveMet(own.Player, theirs.Player) &&
			withinReach(own, theirs) && (own.Sizes.Max == 2 || math.Abs(own.Rating-theirs.Rating) <= Window(own.waited)) && max(a.Late, b.Late) <= min(a.Max, b.Max) {
			return true
		}
	}
	return false
}
