package pairing

// nearlyAsGood is by how many points the spread of tables may grow for each table of two that has players of one home
// in return. By ten points the better of two equals wins 51 of 100 games.
const nearlyAsGood = 10

// bringHome exchanges players between tables of two at which one home meets others, so that two of that home sit
// together and those others too, where that is nearly as good. It takes time in proportion to the tables: each
// exchange leaves one table less at which homes meet.
func (p *Pool) bringHome() {
	clear(p.mixed)
	for i := range p.groups {
		for p.exchanged(i) {
		}
	}
}

// exchanged reports whether table i has been given the players of an earlier one, where two of one home sit since.
// Otherwise later tables may be exchanged with it.
func (p *Pool) exchanged(i int) bool {
	g := &p.groups[i]
	homes, mixed := p.homesOf(g)
	if !mixed {
		return false
	}
	for _, home := range homes {
		before, waits := p.mixed[home]
		if _, still := p.homesOf(&p.groups[before]); waits && still && p.exchange(&p.groups[before], g, home) {
			return true
		}
	}
	for _, home := range homes {
		p.mixed[home] = i // tables that are next to each other have about the same ratings
	}
	return false
}

// homesOf returns the two homes that meet at a table; mixed is false at any other table.
func (p *Pool) homesOf(g *group) (homes [2]int64, mixed bool) {
	if g.n != 2 {
		return homes, false
	}
	homes = [2]int64{p.home(g.members[0]), p.home(g.members[1])}
	return homes, homes[0] != homes[1]
}

func (p *Pool) home(i int32) int64 { return p.buckets.slots[p.line[i].slot].home }

// exchange has the players of a home from two tables, each of which has one, sit at the first, and the others at the
// second, if they may and it is nearly as good.
func (p *Pool) exchange(one, other *group, home int64) bool {
	a, b, c, d := one.members[0], one.members[1], other.members[0], other.members[1]
	if p.home(a) != home {
		a, b = b, a
	}
	if p.home(c) != home {
		c, d = d, c
	}
	first, second := p.newGroup(a, c), p.newGroup(b, d)
	most := int64(nearlyAsGood * grain)
	if p.home(b) == p.home(d) {
		most *= 2
	}
	wider := first.spread() + second.spread() - one.spread() - other.spread()
	if wider > most || !first.complete() || !second.complete() ||
		p.blocked(&p.line[a], &p.line[c]) || p.blocked(&p.line[b], &p.line[d]) {
		return false
	}
	*one, *other = first, second
	return true
}
