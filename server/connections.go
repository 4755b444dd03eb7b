package server

import (
	"maps"
	"slices"
	"sync"

	"noir/data"
)

// connections are the clients that were let in, until they have left.
type connections struct {
	mu   sync.Mutex
	open map[*connection]bool
}

func (cs *connections) all() []*connection {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return slices.Collect(maps.Keys(cs.open))
}

func (cs *connections) remove(c *connection) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(cs.open, c)
}

// dismiss ends the sessions that a dismissal means, except spared if it is not nil.
func (cs *connections) dismiss(spared *session, d Dismissal) {
	why := dismissed[d.Why]
	if why == nil {
		return // by a newer server
	}
	for _, c := range cs.all() {
		switch who := c.who(); {
		case !who.meant(d):
		case d.Why == keyClaimed:
			c.endSessions(why, spared) // further ones are the new owner's
		default:
			c.expel(why, spared)
		}
	}
}

// people are the players with a running session, with their names, and the guests whose connections are open.
func (cs *connections) people() (here map[data.PlayerID]string, guests []data.PlayerID) {
	here = map[data.PlayerID]string{}
	for _, c := range cs.all() {
		c.mu.Lock()
		switch {
		case c.guest.ID.Guest() && !c.over:
			guests = append(guests, c.guest.ID)
		case len(c.running) > 0 && c.player > 0:
			here[c.player] = c.name
		}
		c.mu.Unlock()
	}
	return here, guests
}
