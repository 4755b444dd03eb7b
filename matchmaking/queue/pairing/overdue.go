package pairing

import (
	"cmp"
	"math"
	"slices"
)

// overdueMost is for how many overdue tickets a tick makes an exception; the longest waits come
// first.
const overdueMost = 64

// overdueReach is how many of the tickets left, below and above, are considered for each.
const overdueReach = 32

// overdue looks after tickets that wait for too long. Its memory is kept for the next tick.
type overdue struct {
	*line
	left    []int32 // places in the line of those in no group,
	tickets []int32 // of them, those for whom exceptions are made,
	near    []int32 // and those near one of them
}

// seat looks after the overdue tickets that were left. At tables for two each takes the
// nearest ticket left, however far away. At larger tables, exceptions from the others' windows
// are made only for overdue tickets. Two further exceptions are: if too few are left, they join
// the table that they stretch least; and if all are full, they take the seat of a ticket that
// has waited so much shorter that this costs less. Every exception lowers the cost of the tick.
func (o *overdue) seat(groups []group) []group {
	o.left = o.left[:0]
	o.tickets = o.tickets[:0]
	for i := range o.waiters {
		w := &o.waiters[i]
		if w.seated {
			continue
		}
		o.left = append(o.left, w.place)
		if w.max == 2 || w.takesAnybody() {
			o.tickets = append(o.tickets, w.place)
		}
	}
	slices.SortStableFunc(o.tickets, func(i, j int32) int { return cmp.Compare(o.waiters[j].leave, o.waiters[i].leave) })
	for _, i := range o.tickets[:min(len(o.tickets), overdueMost)] {
		w := &o.waiters[i]
		if w.seated {
			continue
		}
		if g, found := o.takeLeft(i); found {
			groups = append(groups, g)
		} else if w.max > 2 && !o.squeezeIn(groups, i) {
			o.takeOver(groups, i)
		}
	}
	return groups
}

// takeLeft makes a table of a ticket and the nearest ones left.
func (o *overdue) takeLeft(i int32) (g group, found bool) {
	near := o.nearest(i)
	for k := range near {
		g = o.newGroup(i)
		for _, j := range near[k:] {
			if o.welcome(&g, j) {
				g = o.joined(g, j)
			}
		}
		if g.complete() {
			o.mark(&g)
			return g, true
		}
	}
	return g, false
}

// nearest returns the tickets left near another one, nearest first.
func (o *overdue) nearest(i int32) []int32 {
	at, _ := slices.BinarySearch(o.left, i)
	o.near = o.near[:0]
	for _, j := range o.left[max(0, at-overdueReach):min(len(o.left), at+overdueReach)] {
		if j != i && !o.waiters[j].seated {
			o.near = append(o.near, j)
		}
	}
	gap := func(j int32) int32 {
		return max(o.waiters[i].rating-o.waiters[j].rating, o.waiters[j].rating-o.waiters[i].rating)
	}
	slices.SortStableFunc(o.near, func(j, k int32) int { return cmp.Compare(gap(j), gap(k)) })
	return o.near
}

// squeezeIn adds a ticket to the table with a free seat that it stretches least.
func (o *overdue) squeezeIn(groups []group, i int32) bool {
	best, least := none, int64(math.MaxInt64)
	for k := range groups {
		g := &groups[k]
		if int(g.n) == MaxSize || g.n >= g.max {
			continue
		}
		if stretch := o.stretch(g, i); stretch < least && o.welcome(g, i) {
			if with := o.joined(*g, i); with.complete() {
				best, least = k, stretch
			}
		}
	}
	if best == none {
		return false
	}
	groups[best] = o.joined(groups[best], i)
	o.mark(&groups[best])
	return true
}

// takeOver gives a ticket the seat of another where that costs least, if it costs less than to
// leave it.
func (o *overdue) takeOver(groups []group, i int32) {
	table, seat, least := none, none, int64(0)
	for k := range groups {
		g := &groups[k]
		for s, out := range g.places() {
			saved := o.waiters[i].leave - o.waiters[out].leave + g.spread()
			if -saved >= least {
				continue
			}
			with := o.without(g, s)
			if cost := with.spread() + o.stretch(&with, i) - saved; cost < least && o.welcome(&with, i) {
				if with = o.joined(with, i); with.complete() {
					table, seat, least = k, s, cost
				}
			}
		}
	}
	if table == none {
		return
	}
	g := &groups[table]
	o.waiters[g.members[seat]].seated = false
	*g = o.without(g, seat)
	*g = o.joined(*g, i)
	o.mark(g)
}
