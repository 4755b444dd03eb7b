package pairing

// nearlyAsGood is by how many points the spread of tables may grow for each table of two that has players of one home
// in return. By ten points the better of two equals wins 51 of 100 games.
const nearlyAsGood = 10

// homes brings players of one home together. Its memory is kept for the next tick.
type homes struct {
	*line
	mixed map[int64]int // the newest table at which a home meets another one, by its index
}

// bring exchanges players between tables of two at which one home meets others, so that two of that home sit
// together and those others too, where that is nearly as good. It takes time in proportion to the tables: each
// exchange leaves one table less at which homes meet.
func (h *homes) bring(groups []group) {
	clear(h.mixed)
	for i := range groups {
		for h.exchanged(groups, i) {
		}
	}
}

// exchanged reports whether table i has been given the players of an earlier one, where two of one home sit since.
// Otherwise later tables may be exchanged with it.
func (h *homes) exchanged(groups []group, i int) bool {
	g := &groups[i]
	homes, mixed := h.homesOf(g)
	if !mixed {
		return false
	}
	for _, home := range homes {
		before, waits := h.mixed[home]
		if _, still := h.homesOf(&groups[before]); waits && still && h.exchange(&groups[before], g, home) {
			return true
		}
	}
	for _, home := range homes {
		h.mixed[home] = i // tables that are next to each other have about the same ratings
	}
	return false
}

// homesOf returns the two homes that meet at a table; mixed is false at any other table.
func (h *homes) homesOf(g *group) (homes [2]int64, mixed bool) {
	if g.n != 2 {
		return homes, false
	}
	homes = [2]int64{h.home(g.members[0]), h.home(g.members[1])}
	return homes, homes[0] != homes[1]
}

// exchange has the players of a home from two tables, each of which has one, sit at the first, and the others at the
// second, if they may and it is nearly as good.
func (h *homes) exchange(one, other *group, home int64) bool {
	a, b, c, d := one.members[0], one.members[1], other.members[0], other.members[1]
	if h.home(a) != home {
		a, b = b, a
	}
	if h.home(c) != home {
		c, d = d, c
	}
	first, second := h.newGroup(a, c), h.newGroup(b, d)
	most := int64(nearlyAsGood * grain)
	if h.home(b) == h.home(d) {
		most *= 2
	}
	wider := first.spread() + second.spread() - one.spread() - other.spread()
	if wider > most || !first.complete() || !second.complete() ||
		h.blocked(&h.waiters[a], &h.waiters[c]) || h.blocked(&h.waiters[b], &h.waiters[d]) {
		return false
	}
	*one, *other = first, second
	return true
}
