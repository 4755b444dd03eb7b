package queue

import (
	"maps"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// seekEvery is how often at most it is told that one player seeks company.
const seekEvery = 10 * time.Minute

// seekers are those of whom it was told that they seek company, and when.
type seekers map[data.PlayerID]time.Time

// note reports whether it is to be told that a player seeks company now.
func (s seekers) note(p data.PlayerID, now time.Time) bool {
	maps.DeleteFunc(s, func(_ data.PlayerID, at time.Time) bool { return now.Sub(at) >= seekEvery })
	if _, lately := s[p]; lately || p.Guest() {
		return false
	}
	s[p] = now
	return true
}

// seeking is what is told of somebody who waits in a pool in which nobody else does.
func (p *Place) seeking() matchmaking.Event {
	return matchmaking.Event{
		News: matchmaking.Seeking, Game: p.ticket.Game, Others: []string{p.ticket.Player.Name}, By: p.ticket.Player,
		Pace: p.ticket.Pace, Rated: p.ticket.Rated,
	}
}
