package queue

import (
	"maps"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// seekEvery is the least time between two announcements that a player seeks opponents.
const seekEvery = 10 * time.Minute

// seekers are the players announced as seeking opponents, and when.
type seekers map[data.PlayerID]time.Time

// note reports whether to announce a player now.
func (s seekers) note(p data.PlayerID, now time.Time) bool {
	maps.DeleteFunc(s, func(_ data.PlayerID, at time.Time) bool { return now.Sub(at) >= seekEvery })
	if _, lately := s[p]; lately || p.Guest() {
		return false
	}
	s[p] = now
	return true
}

// seeking announces a player who waits alone in a pool.
func (p *Place) seeking() matchmaking.Event {
	return matchmaking.Event{
		News: matchmaking.Seeking, Game: p.ticket.Game, Others: []string{p.ticket.Player.Name}, By: p.ticket.Player,
		Pace: p.ticket.Pace, Rated: p.ticket.Rated,
	}
}
