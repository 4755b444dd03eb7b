package pairing

import (
	"cmp"
	"math"
	"slices"
	"time"
)

const (
	// stretchLength is how much of the line is solved at once: small enough for a processor's
	// cache, and a multiple of every table size.
	stretchLength = 2040

	// passes is how often a tick goes through the line. Tickets left by one pass, at the ends
	// of stretches or because another ticket was held, meet again in the next.
	passes = 4
)

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
// overdue tickets follow, each of which lowers the cost; see seatOverdue. Last, players of one home are brought
// together where that costs nearlyAsGood points at most; see bringHome.
func (p *Pool) Tick(now time.Time) []Table {
	at := p.elapsed(now)
	p.recent.forget(at)
	p.lineUp(at)
	p.solve()
	p.seatOverdue()
	p.bringHome()
	return p.seatAll(at)
}

// solve finds the cheapest groups.
func (p *Pool) solve() {
	p.groups = p.groups[:0]
	line := p.line
	for range passes {
		before := len(p.groups)
		for stretch := range slices.Chunk(line, stretchLength) {
			p.plan.solve(stretch)
			for members := range p.plan.tables {
				for k, i := range members {
					members[k] = stretch[i].place
				}
				g := p.newGroup(members...)
				p.mark(&g)
				p.groups = append(p.groups, g)
			}
		}
		if len(p.groups) == before {
			break
		}
		p.rest = p.rest[:0]
		for i := range line {
			if w := line[i]; !p.line[w.place].seated {
				p.rest = append(p.rest, w)
			}
		}
		line = p.rest
	}
}

// takesAnybody reports whether a ticket has waited so long that any opponent will do, whatever
// the opponent's window. Otherwise a player far from all ratings would wait for ever while the
// others find each other.
func (w *waiter) takesAnybody() bool { return w.reach == math.MaxInt32 }

// within reports whether two are in each other's windows, or one takes any opponent.
func within(a, b *waiter) bool {
	gap := max(a.rating-b.rating, b.rating-a.rating)
	return gap <= min(a.reach, b.reach) || a.takesAnybody() || b.takesAnybody()
}

// lineUp sorts the tickets by rating, then by arrival.
func (p *Pool) lineUp(now int64) {
	p.line = p.line[:0]
	overdue := false
	for head := range p.buckets.occupied() {
		p.order = p.order[:0]
		for i := head; i != none; i = p.buckets.slots[i].next {
			p.order = append(p.order, uint64(p.buckets.slots[i].rating%grain)<<54|uint64(len(p.order))<<32|uint64(i))
		}
		slices.Sort(p.order)
		for _, key := range p.order {
			w := p.waiter(int32(uint32(key)), now)
			overdue = overdue || w.max == 2 && w.takesAnybody()
			p.line = append(p.line, w)
		}
	}
	if overdue {
		for i := range p.line {
			p.line[i].window = math.MaxInt32 // blocked, which looks at reach, decides about them
		}
	}
	p.company = slices.Grow(p.company[:0], len(p.line))[:len(p.line)]
	clear(p.company)
}

// waiter returns the ticket in a slot as the next in line.
func (p *Pool) waiter(i int32, now int64) waiter {
	s := &p.buckets.slots[i]
	waited := min(waited(s, now), longestWait)
	return waiter{
		player: s.player, recent: p.recent.of(s.player), leave: leaveGrains(waited),
		rating: s.rating, reach: windowGrains(waited), slot: i, place: int32(len(p.line)),
		terms: terms{
			window: windowGrains(waited),
			waited: int32(waited.Milliseconds()), after: s.after,
			late: s.late, min: s.min, max: s.max,
		},
	}
}

func waited(s *slot, now int64) time.Duration { return time.Duration(max(0, now-s.since)) }

// seatAll makes tables from the groups.
func (p *Pool) seatAll(now int64) []Table {
	p.seated, p.tables = slices.Grow(p.seated[:0], len(p.line)), p.tables[:0]
	for i := range p.groups {
		p.seat(&p.groups[i], now)
	}
	return p.tables
}

// seat makes a table from a group.
func (p *Pool) seat(g *group, now int64) {
	first := len(p.seated)
	members := g.places()
	slices.SortFunc(members, func(i, j int32) int { return cmp.Compare(j, i) })
	for _, i := range members {
		w := &p.line[i]
		s := Seated{p.handle(w.slot), w.player, waited(&p.buckets.slots[w.slot], now)}
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

// blocked reports whether two may not sit together at any table: their ratings are too far
// apart, they are the same player or forbidden to each other, or they sat together lately and
// either could have had another opponent when the tick began.
func (p *Pool) blocked(a, b *waiter) bool {
	return !within(a, b) || p.apart(a, b) || p.recent.together(a.recent, b.recent) && (p.hasCompany(a) || p.hasCompany(b))
}

func (p *Pool) apart(a, b *waiter) bool {
	return a.player == b.player || p.forbidden != nil && p.forbidden(a.player, b.player)
}

// company reports whether a ticket could be seated with a player whom its own did not meet
// lately; computed on demand.
type company int8

const (
	unknown company = iota
	alone
	accompanied
)

func (p *Pool) hasCompany(w *waiter) bool {
	known := &p.company[w.place]
	if *known == unknown {
		*known = p.findCompany(w)
	}
	return *known == accompanied
}

// findCompany looks up and down the line within the window of w.
func (p *Pool) findCompany(w *waiter) company {
	for i := int(w.place) + 1; i < len(p.line) && p.line[i].rating-w.rating <= w.window; i++ {
		if p.suits(w, &p.line[i]) {
			return accompanied
		}
	}
	for i := int(w.place) - 1; i >= 0 && w.rating-p.line[i].rating <= w.window; i-- {
		if p.suits(w, &p.line[i]) {
			return accompanied
		}
	}
	return alone
}

// suits reports whether w could be seated with o and has not met them lately.
func (p *Pool) suits(w, o *waiter) bool {
	all := w.with(o.terms)
	return within(w, o) && all.late <= all.max && !p.apart(w, o) && !p.recent.together(w.recent, o.recent)
}
