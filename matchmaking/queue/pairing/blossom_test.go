package pairing

import "slices"

// heaviest finds a matching of the greatest total weight in a general graph,
// by Edmonds' blossoms with dual variables, in O(n³). It is what the plan
// is held against where every matching cannot be tried. Vertices are counted
// from 1; a blossom is a vertex above n.
type heaviest struct {
	n, top  int // vertices; the highest vertex or blossom in use
	edges   [][]edge
	dual    []int64
	match   []int
	slack   []int // the vertex by which each is cheapest to reach
	outer   []int // the outermost blossom that each is in
	parent  []int
	label   []int // free, even or odd in the alternating forest
	visited []int
	visit   int
	within  [][]int // which part of a blossom holds a vertex
	parts   [][]int
	queue   []int
}

type edge struct {
	u, v   int
	weight int64 // 0: no edge
}

const (
	free = iota - 1
	even
	odd
)

// matching returns the partner of each of n vertices, counted from 0, or -1.
func matching(n int, weight func(u, v int) int64) []int {
	size := 2*n + 1
	h := &heaviest{
		n: n, top: n, edges: make([][]edge, size), dual: make([]int64, size), match: make([]int, size),
		slack: make([]int, size), outer: make([]int, size), parent: make([]int, size), label: make([]int, size),
		visited: make([]int, size), within: make([][]int, size), parts: make([][]int, size),
	}
	var most int64
	for u := range size {
		h.edges[u] = make([]edge, size)
		h.within[u] = make([]int, n+1)
		for v := range size {
			h.edges[u][v] = edge{u: u, v: v}
			if u != v && 0 < u && u <= n && 0 < v && v <= n {
				h.edges[u][v].weight = weight(u-1, v-1)
				most = max(most, h.edges[u][v].weight)
			}
		}
	}
	for u := 1; u <= n; u++ {
		h.outer[u], h.within[u][u], h.dual[u] = u, u, most
	}
	for h.grow() {
	}
	partners := make([]int, n)
	for u := range partners {
		partners[u] = h.match[u+1] - 1
	}
	return partners
}

func (h *heaviest) reduced(e edge) int64 {
	return h.dual[e.u] + h.dual[e.v] - 2*h.edges[e.u][e.v].weight
}

func (h *heaviest) relax(u, x int) {
	if h.slack[x] == 0 || h.reduced(h.edges[u][x]) < h.reduced(h.edges[h.slack[x]][x]) {
		h.slack[x] = u
	}
}

func (h *heaviest) resetSlack(x int) {
	h.slack[x] = 0
	for u := 1; u <= h.n; u++ {
		if h.edges[u][x].weight > 0 && h.outer[u] != x && h.label[h.outer[u]] == even {
			h.relax(u, x)
		}
	}
}

func (h *heaviest) push(x int) {
	if x <= h.n {
		h.queue = append(h.queue, x)
		return
	}
	for _, part := range h.parts[x] {
		h.push(part)
	}
}

func (h *heaviest) setOuter(x, b int) {
	h.outer[x] = b
	if x > h.n {
		for _, part := range h.parts[x] {
			h.setOuter(part, b)
		}
	}
}

// path turns blossom b so that part x is an even number of steps from its base.
func (h *heaviest) path(b, x int) int {
	at := slices.Index(h.parts[b], x)
	if at%2 == 1 {
		slices.Reverse(h.parts[b][1:])
		return len(h.parts[b]) - at
	}
	return at
}

func (h *heaviest) marry(u, v int) {
	e := h.edges[u][v]
	h.match[u] = e.v
	if u <= h.n {
		return
	}
	part := h.within[u][e.u]
	at := h.path(u, part)
	for i := range at {
		h.marry(h.parts[u][i], h.parts[u][i^1])
	}
	h.marry(part, v)
	h.parts[u] = append(slices.Clone(h.parts[u][at:]), h.parts[u][:at]...)
}

func (h *heaviest) augment(u, v int) {
	for {
		next := h.outer[h.match[u]]
		h.marry(u, v)
		if next == 0 {
			return
		}
		h.marry(next, h.outer[h.parent[next]])
		u, v = h.outer[h.parent[next]], next
	}
}

func (h *heaviest) meet(u, v int) int {
	h.visit++
	for u != 0 || v != 0 {
		if u != 0 {
			if h.visited[u] == h.visit {
				return u
			}
			h.visited[u] = h.visit
			if u = h.outer[h.match[u]]; u != 0 {
				u = h.outer[h.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the odd cycle through u, v and where they meet.
func (h *heaviest) shrink(u, base, v int) {
	b := h.n + 1
	for b <= h.top && h.outer[b] != 0 {
		b++
	}
	h.top = max(h.top, b)
	h.dual[b], h.label[b], h.match[b] = 0, even, h.match[base]
	h.parts[b] = []int{base}
	arm := func(x int) {
		for x != base {
			y := h.outer[h.match[x]]
			h.parts[b] = append(h.parts[b], x, y)
			h.push(y)
			x = h.outer[h.parent[y]]
		}
	}
	arm(u)
	slices.Reverse(h.parts[b][1:])
	arm(v)
	h.setOuter(b, b)
	for x := 1; x <= h.top; x++ {
		h.edges[b][x].weight, h.edges[x][b].weight = 0, 0
	}
	clear(h.within[b])
	for _, part := range h.parts[b] {
		for x := 1; x <= h.top; x++ {
			if h.edges[b][x].weight == 0 || h.reduced(h.edges[part][x]) < h.reduced(h.edges[b][x]) {
				h.edges[b][x], h.edges[x][b] = h.edges[part][x], h.edges[x][part]
			}
		}
		for x := 1; x <= h.n; x++ {
			if h.within[part][x] != 0 {
				h.within[b][x] = part
			}
		}
	}
	h.resetSlack(b)
}

func (h *heaviest) expand(b int) {
	for _, part := range h.parts[b] {
		h.setOuter(part, part)
	}
	x := h.within[b][h.edges[b][h.parent[b]].u]
	at := h.path(b, x)
	for i := 0; i < at; i += 2 {
		y, z := h.parts[b][i], h.parts[b][i+1]
		h.parent[y] = h.edges[z][y].u
		h.label[y], h.label[z] = odd, even
		h.slack[y] = 0
		h.resetSlack(z)
		h.push(z)
	}
	h.label[x], h.parent[x] = odd, h.parent[b]
	for _, y := range h.parts[b][at+1:] {
		h.label[y] = free
		h.resetSlack(y)
	}
	h.outer[b] = 0
}

// take uses a tight edge and reports whether it ended an augmenting path.
func (h *heaviest) take(e edge) bool {
	u, v := h.outer[e.u], h.outer[e.v]
	switch h.label[v] {
	case free:
		h.parent[v], h.label[v] = e.u, odd
		w := h.outer[h.match[v]]
		h.slack[v], h.slack[w] = 0, 0
		h.label[w] = even
		h.push(w)
	case even:
		base := h.meet(u, v)
		if base == 0 {
			h.augment(u, v)
			h.augment(v, u)
			return true
		}
		h.shrink(u, base, v)
	}
	return false
}

// grow makes the matching one edge larger, while that makes it heavier.
func (h *heaviest) grow() bool {
	h.queue = h.queue[:0]
	for x := 1; x <= h.top; x++ {
		h.label[x], h.slack[x] = free, 0
	}
	for x := 1; x <= h.top; x++ {
		if h.outer[x] == x && h.match[x] == 0 {
			h.parent[x], h.label[x] = 0, even
			h.push(x)
		}
	}
	if len(h.queue) == 0 {
		return false
	}
	for {
		for len(h.queue) > 0 {
			u := h.queue[0]
			h.queue = h.queue[1:]
			if h.label[h.outer[u]] == odd {
				continue
			}
			for v := 1; v <= h.n; v++ {
				e := h.edges[u][v]
				if e.weight == 0 || h.outer[u] == h.outer[v] {
					continue
				}
				if h.reduced(e) != 0 {
					h.relax(u, h.outer[v])
				} else if h.take(e) {
					return true
				}
			}
		}
		if !h.adjust() {
			return false
		}
		for x := 1; x <= h.top; x++ {
			s := h.slack[x]
			if h.outer[x] == x && s != 0 && h.outer[s] != x && h.reduced(h.edges[s][x]) == 0 && h.take(h.edges[s][x]) {
				return true
			}
		}
		for b := h.n + 1; b <= h.top; b++ {
			if h.outer[b] == b && h.label[b] == odd && h.dual[b] == 0 {
				h.expand(b)
			}
		}
	}
}

// adjust moves the dual variables until another edge is tight, and reports
// false when the matching is as heavy as can be.
func (h *heaviest) adjust() bool {
	delta := int64(1) << 60
	for x := 1; x <= h.top; x++ {
		if h.outer[x] != x {
			continue
		}
		if x > h.n && h.label[x] == odd {
			delta = min(delta, h.dual[x]/2)
		}
		if s := h.slack[x]; s != 0 && h.label[x] == free {
			delta = min(delta, h.reduced(h.edges[s][x]))
		} else if s != 0 && h.label[x] == even {
			delta = min(delta, h.reduced(h.edges[s][x])/2)
		}
	}
	for u := 1; u <= h.n; u++ {
		switch h.label[h.outer[u]] {
		case even:
			if h.dual[u] <= delta {
				return false
			}
			h.dual[u] -= delta
		case odd:
			h.dual[u] += delta
		}
	}
	for b := h.n + 1; b <= h.top; b++ {
		if h.outer[b] == b && h.label[b] == even {
			h.dual[b] += 2 * delta
		} else if h.outer[b] == b && h.label[b] == odd {
			h.dual[b] -= 2 * delta
		}
	}
	return true
}
