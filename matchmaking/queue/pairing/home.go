package pairing

// nearlyAsGood is by how many points the spreads of two tables together may grow for players of one home to sit
// together: ten a table, by which the better of two equals wins 51 of 100 games.
const nearlyAsGood = 20

// bringHome exchanges players between tables of two at which the same two homes meet, so that each of the two has
// players of one home, where that is nearly as good. It takes time in proportion to the tables.
func (p *Pool) bringHome() {
	clear(p.mixed)
	for i := range p.groups {
		g := &p.groups[i]
		homes, mixed := p.homesOf(g)
		if !mixed {
			continue
		}
		before, waits := p.mixed[homes]
		if waits && p.exchange(&p.groups[before], g) {
			delete(p.mixed, homes)
		} else {
			p.mixed[homes] = i // tables that are next to each other have about the same ratings
		}
	}
}

// homesOf returns the two homes that meet at a table, the smaller number first; mixed is false at any other table.
func (p *Pool) homesOf(g *group) (homes [2]int64, mixed bool) {
	if g.n != 2 {
		return homes, false
	}
	a, b := p.home(g.members[0]), p.home(g.members[1])
	return [2]int64{min(a, b), max(a, b)}, a != b
}

func (p *Pool) home(i int32) int64 { return p.buckets.slots[p.line[i].slot].home }

// exchange has the players of two tables at which the same homes meet sit with those of their own home, if they may
// and it is nearly as good.
func (p *Pool) exchange(one, other *group) bool {
	a, b, c, d := one.members[0], one.members[1], other.members[0], other.members[1]
	if p.home(a) != p.home(c) {
		c, d = d, c
	}
	first, second := p.newGroup(a, c), p.newGroup(b, d)
	wider := first.spread() + second.spread() - one.spread() - other.spread()
	if wider > nearlyAsGood*grain || !first.complete() || !second.complete() ||
		p.blocked(&p.line[a], &p.line[c]) || p.blocked(&p.line[b], &p.line[d]) {
		return false
	}
	*one, *other = first, second
	return true
}
