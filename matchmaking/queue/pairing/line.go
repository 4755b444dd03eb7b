package pairing

import (
	"math"
	"slices"
)

// line is the tickets that wait as one tick sees them, by rating, then by arrival. Its memory is kept for the next.
type line struct {
	buckets   *buckets
	recent    *recent
	forbidden func(a, b int64) bool

	waiters []waiter
	order   []uint64  // within a bucket: rating, arrival, slot
	company []company // by place
}

// form lines up the tickets that wait now.
func (l *line) form(now int64) {
	l.waiters = l.waiters[:0]
	overdue := false
	for head := range l.buckets.occupied() {
		l.order = l.order[:0]
		for i := head; i != none; i = l.buckets.slots[i].next {
			l.order = append(l.order, uint64(l.buckets.slots[i].rating%grain)<<54|uint64(len(l.order))<<32|uint64(i))
		}
		slices.Sort(l.order)
		for _, key := range l.order {
			w := l.waiter(int32(uint32(key)), now)
			overdue = overdue || w.max == 2 && w.takesAnybody()
			l.waiters = append(l.waiters, w)
		}
	}
	if overdue {
		for i := range l.waiters {
			l.waiters[i].window = math.MaxInt32 // blocked, which looks at reach, decides about them
		}
	}
	l.company = slices.Grow(l.company[:0], len(l.waiters))[:len(l.waiters)]
	clear(l.company)
}

// waiter returns the ticket in a slot as the next in line.
func (l *line) waiter(i int32, now int64) waiter {
	s := &l.buckets.slots[i]
	waited := min(s.waited(now), longestWait)
	return waiter{
		player: s.player, recent: l.recent.of(s.player), leave: leaveGrains(waited),
		rating: s.rating, reach: windowGrains(waited), slot: i, place: int32(len(l.waiters)),
		terms: terms{
			window: windowGrains(waited),
			waited: int32(waited.Milliseconds()), after: s.after,
			late: s.late, min: s.min, max: s.max,
		},
	}
}

// home is where the player of a place is.
func (l *line) home(i int32) int64 { return l.buckets.slots[l.waiters[i].slot].home }

func (l *line) newGroup(members ...int32) group {
	var g group
	for _, i := range members {
		g = l.joined(g, i)
	}
	return g
}

// joined returns a group with one more ticket.
func (l *line) joined(g group, i int32) group {
	w := &l.waiters[i]
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
func (l *line) welcome(g *group, i int32) bool {
	w := &l.waiters[i]
	all := g.with(w.terms)
	return g.n < all.max && all.late <= all.max && !slices.ContainsFunc(g.places(), func(j int32) bool {
		return l.blocked(&l.waiters[j], w)
	})
}

// stretch returns by how much another ticket widens a group.
func (l *line) stretch(g *group, i int32) int64 {
	w := &l.waiters[i]
	return int64(max(g.high, w.rating)-min(g.low, w.rating)) - g.spread()
}

// without returns a group without one of its members.
func (l *line) without(g *group, seat int) group {
	members := *g
	members.n--
	members.members[seat] = members.members[members.n]
	return l.newGroup(members.places()...)
}

// mark records that the tickets of a group are seated.
func (l *line) mark(g *group) {
	for _, i := range g.places() {
		l.waiters[i].seated = true
	}
}

// blocked reports whether two may not sit together at any table: their ratings are too far
// apart, they are the same player or forbidden to each other, or they sat together lately and
// either could have had another opponent when the tick began.
func (l *line) blocked(a, b *waiter) bool {
	return !within(a, b) || l.apart(a, b) || l.recent.together(a.recent, b.recent) && (l.hasCompany(a) || l.hasCompany(b))
}

func (l *line) apart(a, b *waiter) bool {
	return a.player == b.player || l.forbidden != nil && l.forbidden(a.player, b.player)
}

// company reports whether a ticket could be seated with a player whom its own did not meet
// lately; computed on demand.
type company int8

const (
	unknown company = iota
	alone
	accompanied
)

func (l *line) hasCompany(w *waiter) bool {
	known := &l.company[w.place]
	if *known == unknown {
		*known = l.findCompany(w)
	}
	return *known == accompanied
}

// findCompany looks up and down the line within the window of w.
func (l *line) findCompany(w *waiter) company {
	for i := int(w.place) + 1; i < len(l.waiters) && l.waiters[i].rating-w.rating <= w.window; i++ {
		if l.suits(w, &l.waiters[i]) {
			return accompanied
		}
	}
	for i := int(w.place) - 1; i >= 0 && w.rating-l.waiters[i].rating <= w.window; i-- {
		if l.suits(w, &l.waiters[i]) {
			return accompanied
		}
	}
	return alone
}

// suits reports whether w could be seated with o and has not met them lately.
func (l *line) suits(w, o *waiter) bool {
	all := w.with(o.terms)
	return within(w, o) && all.late <= all.max && !l.apart(w, o) && !l.recent.together(w.recent, o.recent)
}
