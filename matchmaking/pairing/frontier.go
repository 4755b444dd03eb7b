package pairing

import (
	"math"
	"slices"
)

// frontier walks once along the line of those who wait, lowest rating first, and
// finds who sits with whom at the least cost:
//
//	for each table         highest − lowest rating + emptySeat × seats short of Max
//	for each ticket left   leaveBase + leavePerSecond × its wait
//
// The spread of a table is the sum of the gaps between neighbours of the line
// from its lowest member to its highest, so every party that is open (begun and
// not complete) can pay it gap by gap. What the rest of the line will cost then
// depends on the open parties alone: of two ways to deal with the tickets so far
// that have the same parties open, only the cheaper can be part of the best
// (Bellman). A state is such a way. With the next ticket it branches: the ticket
// is left, begins a party, or joins an open one, which closes or stays open. One
// open party at a time makes contiguous tables; a ticket left meanwhile is
// stepped over; two open at once are how the line steps round a pair that may
// not sit together (i with i+2, i+1 with i+3) or carries somebody with a wide
// window past neighbours with narrow ones.
//
// With every state kept that is the optimum (among tables of which maxParties are
// open at once, with maxOpen tickets). There are too many, so of each class
// only the cheapest few are kept. The states of a class have as many tickets in
// open parties, so that they have disposed of as many, and have left an even or
// an odd number, since one of them may have to be left in the end and who has
// not yet paid for that only looks cheaper. Where nothing is forbidden and all
// windows are alike the best pairs are contiguous (to uncross or unnest two pairs
// never widens them), which takes one state of a class; the others are for the
// exceptions.
type frontier struct {
	blocked func(a, b *waiter) bool // whether two may not sit together

	line     []waiter
	width    int     // states kept of a class
	depth    int8    // parties open at once
	parity   int8    // 1 if even and odd are classes of their own
	slack    int64   // how much dearer than the cheapest a state may be to go on
	cheapest int64   // of the states now
	parties  []party // first those of one ticket, by place in the line
	steps    []step  // of every state that was kept

	// The states before and after the newest ticket, by class, cheapest first.
	now, next [classes][]state
}

const (
	maxParties = 5  // open at once
	maxOpen    = 10 // tickets in them
	classes    = 2 * (maxOpen + 1)
)

// state is one way to have dealt with the line so far. Its open parties stand in
// the order in which they were begun; unused places are 0.
type state struct {
	cost    int64
	step    int32 // how it came about; in a state just offered, that of the one before
	closed  int32 // the party that the newest ticket completed, or none
	parties [maxParties]int32
	n       int8 // of the parties
	open    int8 // tickets in them
	odd     int8 // 1 if an odd number of tickets has been left
}

// same reports whether two states have the same parties open. The first party
// tells most apart.
func (s *state) same(t *state) bool {
	return s.parties[0] == t.parties[0] && s.n == t.n && s.parties == t.parties
}

// step is a link of the way back from a state.
type step struct{ from, closed int32 }

// hopeless is by how much a state is too dear, in points, to be caught up with
// where all want the same: a few short tables, half a person left.
const hopeless = leaveBase / 2

// solve deals with a line and keeps at most width states of a class. At the
// narrowest, which is for long lines, it looks less far for exceptions.
func (f *frontier) solve(line []waiter, width int) {
	f.line, f.width, f.depth, f.parity, f.slack = line, width, maxParties, 1, math.MaxInt64/2
	if width == narrowest {
		f.depth, f.parity = 3, 0
		if alike(line) {
			f.slack = hopeless * grain
		}
	}
	f.cheapest = 0
	f.parties, f.steps = f.parties[:0], f.steps[:0]
	for i := range line {
		w := &line[i]
		f.parties = append(f.parties, newParty(w.terms, w.rating, int32(i), none, 1))
	}
	for c := range f.now {
		f.now[c] = f.now[c][:0]
	}
	f.now[0] = append(f.now[0], state{step: none, closed: none})
	for i := range line {
		f.advance(int32(i))
	}
}

// alike reports whether everybody in a line wants the same sizes of table.
func alike(line []waiter) bool {
	return !slices.ContainsFunc(line, func(w waiter) bool {
		return w.late != line[0].late || w.min != line[0].min || w.max != line[0].max
	})
}

// advance takes the next ticket of the line.
func (f *frontier) advance(i int32) {
	for c := range f.next {
		f.next[c] = f.next[c][:0]
	}
	var gap int64
	if i > 0 {
		gap = int64(f.line[i].rating - f.line[i-1].rating)
	}
	for c := range f.now {
		for k := range f.now[c] {
			if s := &f.now[c][k]; s.open == 0 || s.cost <= f.cheapest+f.slack {
				f.branch(s, i, gap)
			}
		}
	}
	f.cheapest = math.MaxInt64 / 2
	for c := range f.next {
		for k := range f.next[c] {
			f.cheapest = min(f.cheapest, f.next[c][k].cost)
			f.settle(&f.next[c][k], i)
		}
	}
	f.now, f.next = f.next, f.now
}

// branch offers every way to go on from a state with ticket i, gap above the
// ticket before.
func (f *frontier) branch(s *state, i int32, gap int64) {
	w := &f.line[i]
	for _, p := range s.parties[:s.n] {
		if q := &f.parties[p]; w.rating-q.lowest > q.window {
			return // it can never be completed
		}
	}
	paid := s.cost + gap*int64(s.n)
	if cost := paid + w.leave; f.room(s.open, s.odd^1, cost) {
		t := *s
		t.cost, t.closed, t.odd = cost, none, s.odd^1
		f.keep(&t, true)
	}
	if cost := paid + int64(f.parties[i].risk); s.n < f.depth && s.open < maxOpen && f.room(s.open+1, s.odd, cost) {
		t := *s
		t.cost, t.closed = cost, none
		t.parties[t.n] = i
		t.n++
		t.open++
		f.keep(&t, false)
	}
	for k := range s.n {
		f.join(s, k, w, paid)
	}
}

// join offers the ways to go on in which a waiter joins the k-th open party of a
// state that has cost so much up to him. Whether people may sit together, the
// dearest question, is asked last.
func (f *frontier) join(s *state, k int8, w *waiter, paid int64) {
	q := &f.parties[s.parties[k]]
	size, most := q.size+1, min(q.max, w.max)
	if size > most || w.rating-q.lowest > w.window {
		return
	}
	paid -= int64(q.risk)
	full := paid + int64(most-size)*emptySeat*grain
	closes := f.room(s.open-q.size, s.odd, full)
	stays := size < most && s.open < maxOpen && f.room(s.open+1, s.odd, paid)
	if !closes && !stays {
		return
	}
	all := q.with(w.terms)
	closes = closes && size >= all.least()
	if !closes && !stays || all.late > all.max || f.unwelcome(w, s.parties[k]) {
		return
	}
	if closes {
		t := *s
		t.cost, t.closed = full, s.parties[k]
		t.n--
		t.open -= q.size
		copy(t.parties[k:], t.parties[k+1:])
		t.parties[maxParties-1] = 0
		f.keep(&t, true)
	}
	if cost := paid + all.risk(size); stays && f.room(s.open+1, s.odd, cost) {
		t := *s
		t.cost, t.closed = cost, none
		t.parties[k] = ^s.parties[k] // to be made if the state is kept
		t.open++
		f.keep(&t, false)
	}
}

// unwelcome reports whether a waiter may not sit with somebody in a party.
func (f *frontier) unwelcome(w *waiter, p int32) bool {
	for ; p != none; p = f.parties[p].rest {
		if f.blocked(&f.line[f.parties[p].last], w) {
			return true
		}
	}
	return false
}

// class returns the number of the class of states with so many open tickets.
func (f *frontier) class(open, odd int8) int { return int(open) + int(odd&f.parity)*(maxOpen+1) }

// room reports whether a state of a class with such a cost would be among the
// cheapest.
func (f *frontier) room(open, odd int8, cost int64) bool {
	states := f.next[f.class(open, odd)]
	return len(states) < f.width || cost < states[len(states)-1].cost
}

// keep takes a state for which there is room among the cheapest of its class. The
// dearest gives way to it. A state in whose parties the newest ticket is can have
// come about in one way only; one without may be there already (again), and of
// the two the cheaper stays.
func (f *frontier) keep(t *state, again bool) {
	class := &f.next[f.class(t.open, t.odd)]
	states := *class
	at, out := 0, len(states)
	for end := len(states); at < end; {
		if middle := int(uint(at+end) / 2); states[middle].cost <= t.cost {
			at = middle + 1
		} else {
			end = middle
		}
	}
	if again {
		for out = 0; out < len(states) && !states[out].same(t); out++ {
		}
		if out < at {
			return
		}
	}
	if out == len(states) {
		if out < f.width {
			states = append(states, state{})
			*class = states
		} else {
			out--
		}
	}
	copy(states[at+1:out+1], states[at:out])
	states[at] = *t
}

// settle makes a state that was kept with ticket i ready to go on from.
func (f *frontier) settle(s *state, i int32) {
	for k, p := range s.parties[:s.n] {
		if p < 0 {
			s.parties[k] = f.joined(^p, i)
		}
	}
	f.steps = append(f.steps, step{s.step, s.closed})
	s.step = int32(len(f.steps) - 1)
}

// joined returns the party that ticket i makes of another: the same one, however
// many states have it.
func (f *frontier) joined(p, i int32) int32 {
	q := &f.parties[p]
	if q.joiner != i {
		q.joiner, q.joined = i, int32(len(f.parties))
		f.parties = append(f.parties, newParty(q.with(f.line[i].terms), q.lowest, i, p, q.size+1))
		return int32(len(f.parties) - 1)
	}
	return q.joined
}

// end returns the last step of the cheapest way to deal with the whole line.
func (f *frontier) end() int32 {
	best := state{cost: math.MaxInt64}
	for odd := range f.parity + 1 {
		for _, s := range f.now[f.class(0, odd)] {
			if s.cost < best.cost {
				best = s
			}
		}
	}
	return best.step
}

// tables yields the tables of the cheapest way, each as places in the line,
// highest first. The slice is reused.
func (f *frontier) tables(yield func([]int32) bool) {
	var members [MaxSize]int32
	at := f.end()
	for i := int32(len(f.line)) - 1; i >= 0; i-- {
		s := f.steps[at]
		if s.closed != none {
			table := append(members[:0], i)
			for p := s.closed; p != none; p = f.parties[p].rest {
				table = append(table, f.parties[p].last)
			}
			if !yield(table) {
				return
			}
		}
		at = s.from
	}
}
