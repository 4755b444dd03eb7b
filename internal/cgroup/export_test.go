package cgroup

// What tests ask of the files of another machine.
var (
	IsLimited = limited
	PathOf    = pathOf
)

// Dir is where the group is.
func (g *Group) Dir() string { return g.dir }
