package server

import (
	"sync"
	"time"

	"noir/data"
)

// presence is which players are connected, with their names. It is updated at most once a second, so that a thousand
// lists of players cost one scan of the connections.
type presence struct {
	mu    sync.Mutex
	asked time.Time
	here  map[data.PlayerID]string // never changed once set
}

const presenceAge = time.Second

// Here returns the names of the players with a running session, at most a second old. The map is shared and
// never changes.
func (s *Server) Here() map[data.PlayerID]string {
	p := &s.presence
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); p.here == nil || now.Sub(p.asked) >= presenceAge {
		p.here, p.asked = s.connections.players(), now
	}
	return p.here
}
