package compact

import "cmp"

// SetPoints is what a set of 5, 6, 7 and 8 pays.
const SetPoints = 5

// Outcome returns the result of a settled game for seat 0: 1 for a win, -1 for a loss, 0 for a
// shared victory (rules page, sections 4 and 5).
func (p *Position) Outcome() int {
	if p.complete {
		return 1 - 2*int(p.Turn)
	}
	return compare(p.Tableau[0], p.Tableau[1])
}

// compare counts both tableaus; between equal totals the number of 8s, 7s, 6s, 5s
// and cities decides.
func compare(a, b Cards) int {
	if lead := Lead(a, b); lead != 0 {
		return cmp.Compare(lead, 0)
	}
	for k := int(Eight); k >= int(Five); k-- {
		if more := cmp.Compare(a.Count(Kind(k)), b.Count(Kind(k))); more != 0 {
			return more
		}
	}
	return cmp.Compare(a.Cities(), b.Cities())
}

// Lead returns by how many points the first tableau is ahead of the second.
func Lead(a, b Cards) int {
	lead := SetPoints*(Sets(a)-Sets(b)) + Pacts(a) - Pacts(b)
	for k := Five; k <= Eight; k++ {
		lead += k.Value() * cmp.Compare(a.Count(k), b.Count(k))
	}
	return lead
}

// Sets returns how many sets of 5, 6, 7 and 8 there are.
func Sets(c Cards) int {
	return min(c.Count(Five), c.Count(Six), c.Count(Seven), c.Count(Eight))
}

// Pacts adds up alliances and betrayals.
func Pacts(c Cards) int {
	return 2*c.Count(Plus2) + 3*c.Count(Plus3) + 4*c.Count(Plus4) -
		c.Count(Minus1) - 2*c.Count(Minus2) - 3*c.Count(Minus3)
}
