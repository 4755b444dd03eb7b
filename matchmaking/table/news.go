package table

import (
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
)

// proclaim tells the people of a day game whose move it has become, and that it is
// over.
func (t *Table) proclaim() {
	if t.match.Pace != data.Day {
		return
	}
	if t.end != nil {
		for s := range t.seats {
			t.proclaimTo(engine.Seat(s), matchmaking.Over)
		}
		return
	}
	for _, s := range t.seats.newlyAsked(t.window.shown.Prompts()) {
		t.proclaimTo(s, matchmaking.YourMove)
	}
}

// Proclaim tells the people of a day game that it has begun.
func (t *Table) Proclaim() {
	if t.match.Pace != data.Day {
		return
	}
	for s := range t.seats {
		news := matchmaking.Begun
		if t.clocks.seats[s].open {
			news = matchmaking.YourMove
		}
		t.proclaimTo(engine.Seat(s), news)
	}
}

// proclaimTo tells one seat's player something of the game.
func (t *Table) proclaimTo(s engine.Seat, news matchmaking.News) {
	player := t.seats[s].player
	if player <= 0 {
		return
	}
	e := matchmaking.Event{
		News: news, Game: t.match.Game, Match: t.match.ID, Ply: t.played.ply(),
		Here: !t.seats[s].line.empty(), Pace: t.match.Pace, Rated: t.match.Rated,
	}
	for i, other := range t.match.Seats {
		if engine.Seat(i) != s {
			e.Others = append(e.Others, other.Name)
		}
	}
	if q := &t.clocks.seats[s]; news == matchmaking.YourMove && q.open {
		e.Deadline = time.Now().Add(q.ends() - t.time.now())
	}
	if t.end != nil {
		e.End(t.end.Result, s)
	}
	t.house.Tell(player, e)
}

// newlyAsked lists the seats whose prompts they were not told of yet; they are taken to be
// told now.
func (all seats) newlyAsked(prompts []engine.Prompt) []engine.Seat {
	var found []engine.Seat
	for i, s := range all {
		asked := slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == engine.Seat(i) })
		if asked < 0 {
			s.told = untold
			continue
		}
		if question := prompts[asked].Question; s.told != question {
			s.told = question
			found = append(found, engine.Seat(i))
		}
	}
	return found
}
