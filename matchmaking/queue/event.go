package queue

import (
	"maps"
	"slices"
	"time"

	"noir/data"
	"noir/matchmaking"
)

// convened reports whether people of an event may be paired: not before it starts. Once
// it is over they are sent away.
func (q *Queue) convened(key poolKey, p *pool, now time.Time) bool {
	c, ok := q.house.Tournament(key.tournament)
	if ok && now.Before(c.Ends) {
		return !now.Before(c.Starts)
	}
	waiting := slices.Collect(maps.Keys(p.held)) // who is asked whether they are there stays until they have answered
	for _, who := range p.places {
		waiting = append(waiting, who)
	}
	q.discharge(waiting, "", matchmaking.ErrTournamentOver)
	if len(p.tickets) == 0 {
		delete(q.pools, key)
	}
	return false
}

// separate notes who have sat down together at an event.
func (p *pool) separate(people []data.PlayerID) {
	met := make([]int64, len(people))
	for i, player := range people {
		met[i] = int64(player)
	}
	for _, player := range people {
		p.met[player] = met
	}
}
