package server

import (
	"sync"
	"time"

	"noir/data"
)

// presence is who is connected. It is updated at most once a second, so that a thousand
// lists of players cost one scan of the connections.
type presence struct {
	among *connections

	mu      sync.Mutex
	asked   time.Time
	here    map[data.PlayerID]string // the players with their names; never changed once set
	keyless []data.PlayerID          // the guests; never changed once set
}

const presenceAge = time.Second

// Here returns the names of the players with a running session, at most a second old. The map is shared and
// never changes.
func (p *presence) Here() map[data.PlayerID]string {
	here, _ := p.lookAround()
	return here
}

// Guests returns the guests whose connections are open, at most a second old. The slice is shared and never changes.
func (p *presence) Guests() []data.PlayerID {
	_, guests := p.lookAround()
	return guests
}

func (p *presence) lookAround() (here map[data.PlayerID]string, guests []data.PlayerID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); p.here == nil || now.Sub(p.asked) >= presenceAge {
		p.here, p.keyless = p.among.people()
		p.asked = now
	}
	return p.here, p.keyless
}
