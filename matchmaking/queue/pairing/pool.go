// Package pairing seats people who wait for a table. One Pool holds the tickets of one kind
// of table (a game, rated or not, at one pace); a tick seats at the least cost all who can
// be seated. The pool must be told whether they did sit down.
//
// A pool is owned by one goroutine and has no clock: every call is told the
// time, which should not run backwards. Nothing blocks and nothing is stored; a
// pool that is dropped takes its tickets with it.
package pairing

import "time"

// Pool is the tickets that wait. Adding and removing one takes constant time. It also remembers for
// 30 seconds who sat down with whom (of at most 131,072 seats), so that the same people are not
// seated together again while others are possible.
type Pool struct {
	buckets   buckets
	recent    recent
	waits     waits
	forbidden func(a, b int64) bool
	epoch     time.Time
	waiting   int

	// The working memory of a tick, kept for the next.
	line, rest []waiter
	groups     []group
	left       []int32       // places in the line of those in no group,
	overdue    []int32       // of them, those for whom exceptions are made,
	near       []int32       // and those near one of them
	order      []uint64      // within a bucket: rating, arrival, slot
	company    []company     // by place in the line
	mixed      map[int64]int // the newest table at which a home meets another one, by its index in groups
	plan       plan
	seated     []Seated
	tables     []Table
}

// Handle identifies a ticket in its pool while it waits there. The zero Handle identifies none.
type Handle struct {
	slot       int32
	generation uint32
}

// Table is the people who are to sit down together, highest rating first.
type Table []Seated

// Seated is a player at it, whose ticket has left the pool.
type Seated struct {
	Handle Handle // what Add returned
	Player int64
	Waited time.Duration
}

// New returns an empty pool. Players for whom forbidden is true never sit together; it is
// called often and must not call the pool. It may be nil.
func New(forbidden func(a, b int64) bool) *Pool {
	p := &Pool{forbidden: forbidden, mixed: map[int64]int{}}
	p.buckets.init()
	p.recent.init()
	p.plan.blocked = p.blocked
	return p
}

// Add puts a ticket into the pool; its wait begins now. A player may have several.
func (p *Pool) Add(t Ticket, now time.Time) Handle {
	sizes := t.Sizes.ordered()
	i := p.buckets.insert(slot{
		player: t.Player, since: p.elapsed(now), home: t.Home, rating: ratingGrains(t.Rating), after: int32(sizes.After.Milliseconds()),
		late: int8(sizes.Late), min: int8(sizes.Min), max: int8(sizes.Max),
	})
	p.waiting++
	return p.handle(i)
}

// Remove takes a ticket out of the pool and reports whether it was there: false
// if it has been seated or removed.
func (p *Pool) Remove(h Handle) bool {
	if int(h.slot) >= len(p.buckets.slots) || p.handle(h.slot) != h {
		return false
	}
	p.buckets.remove(h.slot)
	p.waiting--
	return true
}

// Len returns how many tickets wait.
func (p *Pool) Len() int { return p.waiting }

// Wait returns how long those seated lately had waited, a mean in which a wait counts half as much
// every two minutes. The second result is false when nobody has been seated in the last ten. The waits of players
// who still wait or gave up are not in it.
func (p *Pool) Wait(now time.Time) (time.Duration, bool) {
	return p.waits.mean(p.elapsed(now))
}

func (p *Pool) handle(i int32) Handle { return Handle{i, p.buckets.slots[i].generation} }

// elapsed returns the nanoseconds since the pool's epoch, which is the first time it was given.
func (p *Pool) elapsed(now time.Time) int64 {
	if p.epoch.IsZero() {
		p.epoch = now
	}
	return int64(now.Sub(p.epoch))
}
