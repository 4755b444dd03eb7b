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

// group is tickets that are to sit together.
type group struct {
	terms
	low, high int32 // ratings, grains
	members   [MaxSize]int32
	n         int8
}

func (g *group) places() []int32 { return g.members[:g.n] }

// spread is how far apart the ratings of a group are, grains.
func (g *group) spread() int64 { return int64(g.high - g.low) }

func (p *Pool) newGroup(members ...int32) group {
	var g group
	for _, i := range members {
		g = p.joined(g, i)
	}
	return g
}

// joined returns a group with one more ticket.
func (p *Pool) joined(g group, i int32) group {
	w := &p.line[i]
	if g.n == 0 {
		g = group{terms: w.terms, low: w.rating, high: w.rating}
	} else {
		g.terms, g.low, g.high = g.with(w.terms), min(g.low, w.rating), max(g.high, w.rating)
	}
	g.members[g.n] = i
	g.n++
	return g
}

// welcome reports whether another ticket may join a group, which need not be a table yet.
func (p *Pool) welcome(g *group, i int32) bool {
	w := &p.line[i]
	all := g.with(w.terms)
	return g.n < all.max && all.late <= all.max && !slices.ContainsFunc(g.places(), func(j int32) bool {
		return p.blocked(&p.line[j], w)
	})
}

// complete reports whether a group makes a table.
func (g *group) complete() bool { return g.least() <= g.n && g.n <= g.max }

// seatOverdue looks after the overdue tickets that were left. At tables for two each takes the
// nearest ticket left, however far away. At larger tables, exceptions from the others' windows
// are made only for overdue tickets. Two further exceptions are: if too few are left, they join
// the table that they stretch least; and if all are full, they take the seat of a ticket that
// has waited so much shorter that this costs less. Every exception lowers the cost of the tick.
func (p *Pool) seatOverdue() {
	p.left = p.left[:0]
	p.overdue = p.overdue[:0]
	for i := range p.line {
		w := &p.line[i]
		if w.seated {
			continue
		}
		p.left = append(p.left, w.place)
		if w.max == 2 || w.takesAnybody() {
			p.overdue = append(p.overdue, w.place)
		}
	}
	slices.SortStableFunc(p.overdue, func(i, j int32) int { return cmp.Compare(p.line[j].leave, p.line[i].leave) })
	for _, i := range p.overdue[:min(len(p.overdue), overdueMost)] {
		if p.line[i].seated || p.takeLeft(i) || p.line[i].max == 2 {
			continue
		}
		if !p.squeezeIn(i) {
			p.takeOver(i)
		}
	}
}

// takeLeft makes a table of a ticket and the nearest ones left.
func (p *Pool) takeLeft(i int32) bool {
	near := p.nearest(i)
	for k := range near {
		g := p.newGroup(i)
		for _, j := range near[k:] {
			if p.welcome(&g, j) {
				g = p.joined(g, j)
			}
		}
		if g.complete() {
			p.groups = append(p.groups, g)
			p.mark(&g)
			return true
		}
	}
	return false
}

// nearest returns the tickets left near another one, nearest first.
func (p *Pool) nearest(i int32) []int32 {
	at, _ := slices.BinarySearch(p.left, i)
	p.near = p.near[:0]
	for _, j := range p.left[max(0, at-overdueReach):min(len(p.left), at+overdueReach)] {
		if j != i && !p.line[j].seated {
			p.near = append(p.near, j)
		}
	}
	gap := func(j int32) int32 {
		return max(p.line[i].rating-p.line[j].rating, p.line[j].rating-p.line[i].rating)
	}
	slices.SortStableFunc(p.near, func(j, k int32) int { return cmp.Compare(gap(j), gap(k)) })
	return p.near
}

// squeezeIn adds a ticket to the table with a free seat that it stretches least.
func (p *Pool) squeezeIn(i int32) bool {
	best, least := none, int64(math.MaxInt64)
	for k := range p.groups {
		g := &p.groups[k]
		if int(g.n) == MaxSize || g.n >= g.max {
			continue
		}
		if stretch := p.stretch(g, i); stretch < least && p.welcome(g, i) {
			if with := p.joined(*g, i); with.complete() {
				best, least = k, stretch
			}
		}
	}
	if best == none {
		return false
	}
	p.groups[best] = p.joined(p.groups[best], i)
	p.mark(&p.groups[best])
	return true
}

// stretch returns by how much another ticket widens a group.
func (p *Pool) stretch(g *group, i int32) int64 {
	w := &p.line[i]
	return int64(max(g.high, w.rating)-min(g.low, w.rating)) - g.spread()
}

// takeOver gives a ticket the seat of another where that costs least, if it costs less than to
// leave it.
func (p *Pool) takeOver(i int32) {
	table, seat, least := none, none, int64(0)
	for k := range p.groups {
		g := &p.groups[k]
		for s, out := range g.places() {
			saved := p.line[i].leave - p.line[out].leave + g.spread()
			if -saved >= least {
				continue
			}
			with := p.without(g, s)
			if cost := with.spread() + p.stretch(&with, i) - saved; cost < least && p.welcome(&with, i) {
				if with = p.joined(with, i); with.complete() {
					table, seat, least = k, s, cost
				}
			}
		}
	}
	if table == none {
		return
	}
	g := &p.groups[table]
	p.line[g.members[seat]].seated = false
	*g = p.without(g, seat)
	*g = p.joined(*g, i)
	p.mark(g)
}

// without returns a group without one of its members.
func (p *Pool) without(g *group, seat int) group {
	members := *g
	members.n--
	members.members[seat] = members.members[members.n]
	return p.newGroup(members.places()...)
}

// mark records that the tickets of a group are seated.
func (p *Pool) mark(g *group) {
	for _, i := range g.places() {
		p.line[i].seated = true
	}
}
