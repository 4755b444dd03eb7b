package queue

import (
	"maps"
	"net/netip"
	"slices"

	"noir/data"
	"noir/matchmaking/seating"
)

// strangers tells who of a pool for rated games may meet, as it was at the last tick: not
// those of whom a ticket comes from the same address, nor those who have a rated game
// with each other.
type strangers struct {
	addresses map[data.PlayerID][]netip.Addr
	meetings  map[[2]data.PlayerID]bool
}

// apart reports whether two may not meet.
func (s *strangers) apart(a, b data.PlayerID) bool {
	if len(s.meetings) > 0 && s.meetings[seating.Pair(a, b)] {
		return true
	}
	others := s.addresses[b]
	return slices.ContainsFunc(s.addresses[a], func(own netip.Addr) bool {
		return slices.ContainsFunc(others, func(other netip.Addr) bool { return seating.Nearby(own, other) })
	})
}

// study looks how things stand with those in a pool for rated games. It is looked at again
// when a table is opened.
func (q *Queue) study(game string, p *pool) strangers {
	s := strangers{addresses: map[data.PlayerID][]netip.Addr{}}
	for _, who := range p.places {
		if a := who.ticket.Address; a.IsValid() {
			s.addresses[who.player()] = append(s.addresses[who.player()], a)
		}
	}
	s.meetings = q.house.Meetings(game, slices.Collect(maps.Keys(p.tickets)))
	return s
}
