package pairing

// group is tickets that are to sit together.
type group struct {
	terms
	low, high int32 // ratings, grains
	members   [MaxSize]int32
	n         int8
}

func (g *group) places() []int32 { return g.members[:g.n] }

// spread is how far apart the ratings of a group are, grains.
func (g *group) spread() int64 { return int64(g.high - g.low) }

// complete reports whether a group makes a table.
func (g *group) complete() bool { return g.least() <= g.n && g.n <= g.max }
