package pairing

import "math"

// plan walks once along the line of those who wait, lowest rating first, and finds
// who sits with whom at little cost:
//
//	for each table         highest − lowest rating + emptySeat × seats short of Max
//	for each ticket left   leaveBase + leavePerSecond × its wait
//
// It is a dynamic programme over the places of the line: the least cost of dealing with everybody
// before a place. From there the next ticket is left, or the next few sit down together, all of
// them or all except the one that costs least to leave. Where nothing is forbidden and all windows
// are alike, the best tables are contiguous (to uncross or unnest two pairs never widens them). So
// that is the optimum, except that it never leaves several out of the middle of one table.
//
// Where two who are near each other may not sit together, one ticket may be held: it sits down with
// later ones while those between them sit with others or are left. At most one ticket is held at a
// time, for reach places. A player who is left because more were needed has another chance in the
// next pass of a tick.
type plan struct {
	blocked func(a, b *waiter) bool // whether two may not sit together

	line    []waiter
	most    int     // the largest table that anybody in the line takes
	clear   []int8  // by place: how many of those that follow suit each other and this one
	trouble int     // the next place where a ticket does not suit its followers, or the end
	cells   []cell  // by place and held ticket: place × (reach+1) + how far back it is, 0 for none
	held    []int32 // by place: how many of its cells with a held ticket are in use
}

// reach is for how many places a ticket is held.
const reach = 8

// cell is the cheapest way to have dealt with all tickets before a place, except the held one,
// and its last step.
type cell struct {
	cost int64
	from int32 // the cell before, or none
	how  move
	skip int8 // how far behind the first place of a table a ticket is skipped, or none
}

// move is a step from one cell to another.
type move int8

const (
	leaves move = iota // the next ticket, or the held one, is left, or the next is held
	sits               // the next tickets sit down together
	joins              // the same, with the held ticket
)

// solve solves a line.
func (p *plan) solve(line []waiter) {
	p.line = line
	n := len(line)
	p.cells = grown(p.cells, (n+1)*(reach+1))
	for i := range p.cells {
		p.cells[i].cost = math.MaxInt64
	}
	p.held = grown(p.held, n+reach+1)
	clear(p.held)
	p.look()
	p.trouble = 0
	p.cells[0] = cell{cost: 0, from: none, skip: none}
	for i := range n {
		if p.held[i] > 0 {
			for d := reach; d > 0; d-- {
				if p.at(i, d).cost < math.MaxInt64 {
					p.stepHolding(i, d)
				}
			}
		}
		for p.trouble < n && (p.trouble < i || p.suited(p.trouble)) {
			p.trouble++
		}
		p.step(i)
	}
	for d := reach; d > 0; d-- { // a ticket still held is left
		if c := p.at(n, d).cost; c < math.MaxInt64 {
			p.offer(n, 0, c+line[n-d].leave, p.index(n, d), leaves, none)
		}
	}
}

// grown returns a slice of n elements with any contents.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

func (p *plan) index(place, back int) int32 { return int32(place*(reach+1) + back) }

func (p *plan) at(place, back int) *cell { return &p.cells[place*(reach+1)+back] }

// offer keeps a way to a cell if it is the cheapest so far, or the newest of these.
func (p *plan) offer(place, back int, cost int64, from int32, how move, skip int8) {
	c := p.at(place, back)
	if cost > c.cost {
		return
	}
	if back > 0 && c.cost == math.MaxInt64 {
		p.held[place]++
	}
	*c = cell{cost, from, how, skip}
}

// look finds how far along the line all tickets suit each other.
func (p *plan) look() {
	n := len(p.line)
	p.clear = grown(p.clear, n)
	p.most = 2
	for i := range p.line {
		p.most = max(p.most, int(p.line[i].max))
	}
	for i := n - 1; i >= 0; i-- {
		run := int8(0)
		if i+1 < n {
			run = min(p.clear[i+1]+1, int8(p.most))
		}
		for d := int8(1); d <= run; d++ {
			if !p.suits(&p.line[i], &p.line[i+int(d)]) {
				run = d - 1
			}
		}
		p.clear[i] = run
	}
}

// suited reports whether enough tickets suit the one at a place to fill its table.
func (p *plan) suited(i int) bool { return int(p.clear[i]) >= min(p.most, len(p.line)-i-1) }

// suits reports whether two tickets may be at one table, without regard to others.
func (p *plan) suits(a, b *waiter) bool {
	return max(a.late, b.late) <= min(a.max, b.max) && b.rating-a.rating <= min(a.window, b.window) && !p.blocked(a, b)
}

// step goes on from a place without a held ticket.
func (p *plan) step(i int) {
	from, cost := p.index(i, 0), p.at(i, 0).cost
	if cost == math.MaxInt64 {
		return
	}
	p.offer(i+1, 0, cost+p.line[i].leave, from, leaves, none)
	p.together(i, 0, cost, from)
	p.allButOne(i, cost, from)
	if p.trouble < len(p.line) && p.trouble-i <= reach {
		p.around(i, 0, cost, from)
		p.offer(i+1, 1, cost, from, leaves, none)
	}
}

// stepHolding goes on from a place with a ticket held since some places back.
func (p *plan) stepHolding(i, back int) {
	from, cost := p.index(i, back), p.at(i, back).cost
	p.offer(i, 0, cost+p.line[i-back].leave, from, leaves, none)
	if back < reach {
		p.offer(i+1, back+1, cost+p.line[i].leave, from, leaves, none)
	}
	p.together(i, back, cost, from)
	p.around(i, back, cost, from)
}

// together seats the next few tickets, which all suit each other. A held ticket stays held.
func (p *plan) together(i, back int, cost int64, from int32) {
	first := &p.line[i]
	all := first.terms
	for k := 2; k <= int(p.clear[i])+1 && k <= MaxSize; k++ {
		last := &p.line[i+k-1]
		all = all.with(last.terms)
		spread := last.rating - first.rating
		if spread > all.window || int8(k) > all.max {
			return
		}
		if held := heldAfter(back, k); held <= reach && all.least() <= int8(k) {
			p.offer(i+k, held, cost+int64(spread)+all.empty(k), from, sits, none)
		}
	}
}

func heldAfter(back, k int) int {
	if back == 0 {
		return 0
	}
	return back + k
}

// allButOne seats the next few tickets except the one between them that costs least to leave.
// All of them suit each other.
func (p *plan) allButOne(i int, cost int64, from int32) {
	first := &p.line[i]
	out := i + 1
	for k := 2; k <= int(p.clear[i]) && k <= MaxSize; k++ {
		if p.line[i+k-1].leave < p.line[out].leave {
			out = i + k - 1
		}
		last := &p.line[i+k]
		all := first.with(last.terms)
		spread := last.rating - first.rating
		if spread > all.window {
			return
		}
		for j := i + 1; j < i+k; j++ {
			if j != out {
				all = all.with(p.line[j].terms)
			}
		}
		if spread <= all.window && all.least() <= int8(k) && int8(k) <= all.max {
			p.offer(i+k+1, 0, cost+int64(spread)+all.empty(k)+p.line[out].leave, from, sits, int8(out-i))
		}
	}
}

// around seats the held ticket, or the next one if none is held, with those that follow. One of
// them that does not suit is skipped and held in turn.
func (p *plan) around(i, back int, cost int64, from int32) {
	var members [MaxSize]*waiter
	how, skip, next := sits, int8(none), i
	members[0] = &p.line[i-back]
	if back == 0 {
		next++
	} else {
		how = joins
	}
	all, k := members[0].terms, 1
	for j := next; j < len(p.line) && k < MaxSize; j++ {
		w := &p.line[j]
		with := all.with(w.terms)
		spread := w.rating - members[0].rating
		if spread > with.window || k >= int(with.max) || !p.welcome(members[:k], w) {
			if skip != none || j-i >= reach {
				return
			}
			skip = int8(j - i)
			continue
		}
		members[k] = w
		all = with
		k++
		if all.least() > int8(k) {
			continue
		}
		held := 0
		if skip != none {
			held = j + 1 - (i + int(skip))
		}
		if held <= reach {
			p.offer(j+1, held, cost+int64(spread)+all.empty(k), from, how, skip)
		}
	}
}

// welcome reports whether a ticket suits all members of a table to be.
func (p *plan) welcome(members []*waiter, w *waiter) bool {
	for _, m := range members {
		if !p.suits(m, w) {
			return false
		}
	}
	return true
}

// tables yields the tables of the cheapest way, each as places in the line, highest first. The
// slice is reused.
func (p *plan) tables(yield func([]int32) bool) {
	var members [MaxSize + 1]int32
	at := p.index(len(p.line), 0)
	for p.cells[at].from != none {
		c := p.cells[at]
		if c.how != leaves {
			table := members[:0]
			first := c.from / (reach + 1)
			for i := at/(reach+1) - 1; i >= first; i-- {
				if c.skip == none || i != first+int32(c.skip) {
					table = append(table, i)
				}
			}
			if c.how == joins {
				table = append(table, first-c.from%(reach+1))
			}
			if !yield(table) {
				return
			}
		}
		at = c.from
	}
}
