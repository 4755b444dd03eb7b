package queue

import (
	"time"

	"noir/matchmaking"
)

// seekEvery is how often at most it is told that one player seeks company.
const seekEvery = 10 * time.Minute

// announce tells that somebody waits in a queue in which nobody else does.
func (q *Queue) announce(p *Place) {
	now := time.Now()
	for player, at := range q.announced {
		if now.Sub(at) >= seekEvery {
			delete(q.announced, player)
		}
	}
	id := p.player()
	if _, lately := q.announced[id]; lately || id.Guest() {
		return
	}
	q.announced[id] = now
	q.house.Tell(0, matchmaking.Event{
		News: matchmaking.Seeking, Game: p.ticket.Game, Others: []string{p.ticket.Player.Name}, By: p.ticket.Player,
		Pace: p.ticket.Pace, Rated: p.ticket.Rated,
	})
}
