package pairing

// waiter is a ticket as one tick sees it.
type waiter struct {
	player int64
	recent int64 // its player's newest seating
	leave  int64 // the cost of leaving it, grains
	rating int32 // grains
	reach  int32 // its own window, grains; that of its terms is lifted where somebody takes anybody
	slot   int32
	place  int32 // in the whole line
	seated bool
	terms
}

// terms are what a ticket, or everybody in a party, sits down under.
type terms struct {
	window         int32 // grains
	waited, after  int32 // milliseconds
	late, min, max int8
}

// with returns the terms that suit both.
func (t terms) with(u terms) terms {
	return terms{
		min(t.window, u.window),
		max(t.waited, u.waited), max(t.after, u.after),
		max(t.late, u.late), max(t.min, u.min), min(t.max, u.max),
	}
}

// least returns the smallest table that will do by now.
func (t terms) least() int8 {
	if t.waited >= t.after {
		return t.late
	}
	return t.min
}

// shortfall is what an open party costs, in points, for each member that it
// still lacks: the risk of never finding one. It is paid back as they join.
const shortfall = leaveBase / 8

// risk returns what a party of a size costs while it is open, in grains. A
// party whose smallest table is above its largest waits for somebody who has
// waited long enough to let a smaller one do; it is counted as good as lost.
func (t terms) risk(size int8) int64 {
	least := t.least()
	if least > t.max {
		return int64(size) * leaveBase * grain
	}
	return int64(max(0, least-size)) * shortfall * grain
}

// party is some tickets that are to sit together: the newest of them and the
// party that it joined.
type party struct {
	terms
	lowest int32 // rating of its first member
	last   int32 // place in the line
	rest   int32 // none if there is but one ticket
	risk   int32 // grains
	joiner int32 // the newest ticket that joined it,
	joined int32 // and the party that they are together
	size   int8
}

func newParty(t terms, lowest, last, rest int32, size int8) party {
	return party{terms: t, lowest: lowest, last: last, rest: rest, risk: int32(t.risk(size)), joiner: none, size: size}
}
