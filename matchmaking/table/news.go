package table

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// untold stands in news.told for a seat that is asked nothing.
const untold = -1

// news owns which questions the people of a day game have been told of.
type news struct {
	broker     Broker
	match      *data.Match
	game       *game
	attendance *attendance
	passing    *passing
	time       *schedule
	told       []int // by seat
}

func newNews(broker Broker, m *data.Match, g *game, a *attendance, p *passing, time *schedule) *news {
	return &news{broker: broker, match: m, game: g, attendance: a, passing: p, time: time, told: slices.Repeat([]int{untold}, len(g.seats))}
}

// tell tells the people of a day game that it is their move, or that the game is over.
func (n *news) tell() {
	switch {
	case n.match.Pace != data.Day:
	case n.game.end != nil:
		for s := range n.told {
			n.tellOne(engine.Seat(s), matchmaking.Over)
		}
	default:
		for _, s := range n.asked() {
			n.tellOne(s, matchmaking.YourMove)
		}
	}
}

// begun tells the people of a day game that it has begun.
func (n *news) begun() {
	if n.match.Pace != data.Day {
		return
	}
	for s := range n.told {
		news := matchmaking.Begun
		if n.game.clocks.seats[s].open {
			news = matchmaking.YourMove
		}
		n.tellOne(engine.Seat(s), news)
	}
}

// tellOne tells one seat's player an event of the game.
func (n *news) tellOne(s engine.Seat, what matchmaking.News) {
	player := n.game.seats[s].player
	if player <= 0 {
		return
	}
	e := matchmaking.Event{
		News: what, Game: n.match.Game, Match: n.match.ID, Ply: n.game.played.ply(),
		Here: !n.attendance.lines[s].empty(), Pace: n.match.Pace, Rated: n.match.Rated,
	}
	for i, other := range n.game.seats {
		if engine.Seat(i) != s {
			e.Others = append(e.Others, other.name)
		}
	}
	if q := &n.game.clocks.seats[s]; what == matchmaking.YourMove && q.open {
		e.Deadline = time.Now().Add(q.ends() - n.time.now())
	}
	if n.game.end != nil {
		e.End(n.game.end.Result, s)
	}
	n.broker.Tell(player, e)
}

// asked lists the seats with a question they have not been told of, and marks it as told.
func (n *news) asked() []engine.Seat {
	var found []engine.Seat
	prompts := n.game.asked()
	for i := range n.told {
		asked := slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == engine.Seat(i) })
		if asked < 0 || n.passing.passes(engine.Seat(i), never-1) {
			n.told[i] = untold
			continue
		}
		if question := prompts[asked].Question; n.told[i] != question {
			n.told[i] = question
			found = append(found, engine.Seat(i))
		}
	}
	return found
}
