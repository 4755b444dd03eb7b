package local

import (
	"maps"
	"slices"
	"sync"

	"noir/data"
)

// guests are the connected guests who have looked for a game. It is safe for concurrent use.
type guests struct {
	mu   sync.Mutex
	here map[data.PlayerID]bool
}

func newGuests() *guests { return &guests{here: map[data.PlayerID]bool{}} }

// arrive records that a guest is here until they depart. It ignores players.
func (g *guests) arrive(p data.PlayerID) {
	if !p.Guest() {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.here[p] = true
}

// all returns the guests who are here.
func (g *guests) all() []data.PlayerID {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Keys(g.here))
}

func (g *guests) depart(p data.PlayerID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.here, p)
}

// Here reports whether a guest's connection is open.
func (g *guests) Here(guest data.PlayerID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.here[guest]
}
