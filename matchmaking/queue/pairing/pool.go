// Package pairing seats people who wait for a table. One Pool holds the tickets of one kind
// of table (a game, rated or not, at one pace); a tick seats at the least cost all who can
// be seated. The pool must be told whether they did sit down.
//
// A pool is owned by one goroutine and has no clock: every call is told the
// time, which should not run backwards. Nothing blocks and nothing is stored; a
// pool that is dropped takes its tickets with it.
package pairing

import (
	"cmp"
	"slices"
	"time"
)

// Pool is the tickets that wait. Adding and removing one takes constant time. It also remembers for
// 30 seconds who sat down with whom (of at most 131,072 seats), so that the same people are not
// seated together again while others are possible.
type Pool struct {
	buckets  buckets
	recent   recent
	waits    waits
	epoch    time.Time
	waiting  int
	grouping grouping

	// What a tick returns, kept for the next.
	seated []Seated
	tables []Table
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
	p := &Pool{}
	p.buckets.init()
	p.recent.init()
	p.grouping.init(&p.buckets, &p.recent, forbidden)
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

// Tick finds tables for all who can be seated now, at the least cost, and takes them out of the
// pool. The tables belong to the pool and are valid until its next tick. The caller must tell
// SatDown when a table has opened.
//
// The cost is the sum of the spreads of the tables, emptySeat points for each seat short of the
// largest table that its people take, and for each ticket left leaveBase points and
// leavePerSecond a second of its wait. Seating people always costs less than leaving them, so
// nobody is left to save points, and if one must be left it is usually the newest. The cost is
// the least possible or near it: the tests hold the summed gap to within 5 % of the least, and
// to within 15 % where one pair in twenty is forbidden, with 99 of 100 possible seats taken (97
// at larger tables); see plan. At larger tables the plan keeps to all windows; exceptions for
// overdue tickets follow, each of which lowers the cost; see overdue. Last, players of one home are brought
// together where that costs nearlyAsGood points at most; see homes.
func (p *Pool) Tick(now time.Time) []Table {
	at := p.elapsed(now)
	p.recent.forget(at)
	p.grouping.find(at)
	return p.seatAll(at)
}

// seatAll makes tables from the groups.
func (p *Pool) seatAll(now int64) []Table {
	p.seated, p.tables = slices.Grow(p.seated[:0], len(p.grouping.line.waiters)), p.tables[:0]
	for i := range p.grouping.groups {
		p.seat(&p.grouping.groups[i], now)
	}
	return p.tables
}

// seat makes a table from a group.
func (p *Pool) seat(g *group, now int64) {
	first := len(p.seated)
	members := g.places()
	slices.SortFunc(members, func(i, j int32) int { return cmp.Compare(j, i) })
	for _, i := range members {
		w := &p.grouping.line.waiters[i]
		s := Seated{p.handle(w.slot), w.player, p.buckets.slots[w.slot].waited(now)}
		p.seated = append(p.seated, s)
		p.Remove(s.Handle)
	}
	p.tables = append(p.tables, p.seated[first:len(p.seated):len(p.seated)])
}

// SatDown records that the people of a table from a tick have sat down. It may be called until the next tick, also with
// a copy of the table.
func (p *Pool) SatDown(table Table, now time.Time) {
	at := p.elapsed(now)
	p.recent.nextTable()
	for _, s := range table {
		p.recent.add(s.Player, at)
		p.waits.add(s.Waited, at)
	}
}

// Met records that players have been at one table until now, as if they had just sat down
// there. It does nothing for fewer than two.
func (p *Pool) Met(players []int64, now time.Time) {
	if len(players) < 2 {
		return
	}
	at := p.elapsed(now)
	p.recent.nextTable()
	for _, player := range players {
		p.recent.add(player, at)
	}
}

func (p *Pool) handle(i int32) Handle { return Handle{i, p.buckets.slots[i].generation} }

// elapsed returns the nanoseconds since the pool's epoch, which is the first time it was given.
func (p *Pool) elapsed(now time.Time) int64 {
	if p.epoch.IsZero() {
		p.epoch = now
	}
	return int64(now.Sub(p.epoch))
}
