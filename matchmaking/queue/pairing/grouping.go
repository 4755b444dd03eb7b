package pairing

import "slices"

const (
	// stretchLength is how much of the line is solved at once: small enough for a processor's
	// cache, and a multiple of every table size.
	stretchLength = 2040

	// passes is how often a tick goes through the line. Tickets left by one pass, at the ends
	// of stretches or because another ticket was held, meet again in the next.
	passes = 4
)

// grouping is who sits with whom by one tick. Its memory is kept for the next.
type grouping struct {
	line    line
	rest    []waiter // who is left after a pass
	plan    plan
	groups  []group
	overdue overdue
	homes   homes
}

func (g *grouping) init(b *buckets, r *recent, forbidden func(a, b int64) bool) {
	g.line = line{buckets: b, recent: r, forbidden: forbidden}
	g.plan.blocked = g.line.blocked
	g.overdue.line = &g.line
	g.homes = homes{line: &g.line, mixed: map[int64]int{}}
}

// find groups those who wait.
func (g *grouping) find(now int64) {
	g.line.form(now)
	g.solve()
	g.groups = g.overdue.seat(g.groups)
	g.homes.bring(g.groups)
}

// solve finds the cheapest groups.
func (g *grouping) solve() {
	g.groups = g.groups[:0]
	line := g.line.waiters
	for range passes {
		before := len(g.groups)
		for stretch := range slices.Chunk(line, stretchLength) {
			g.plan.solve(stretch)
			for members := range g.plan.tables {
				for k, i := range members {
					members[k] = stretch[i].place
				}
				one := g.line.newGroup(members...)
				g.line.mark(&one)
				g.groups = append(g.groups, one)
			}
		}
		if len(g.groups) == before {
			break
		}
		g.rest = g.rest[:0]
		for i := range line {
			if w := line[i]; !g.line.waiters[w.place].seated {
				g.rest = append(g.rest, w)
			}
		}
		line = g.rest
	}
}
