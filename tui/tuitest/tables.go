package tuitest

import (
	"context"
	"testing"

	"noir/data"
	"noir/internal/await"
	"noir/matchmaking"
	"noir/matchmaking/local"
)

// tables bring people together at the tables of a house.
type tables struct {
	Broker *local.Broker
	t      testing.TB
}

// Seated brings two players together through the queue, as strangers meet, and
// returns their table.
func (h *tables) Seated(a, b data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.Terms{Game: district, Rated: !a.ID.Guest() && !b.ID.Guest(), Pace: data.Live}
	first := h.queue(matchmaking.Ticket{Player: a, Terms: terms})
	return h.ready(first, h.queue(matchmaking.Ticket{Player: b, Terms: terms}))
}

// Entered brings two players together at a table of an event, and returns it.
func (h *tables) Entered(c data.Tournament, a, b data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.TermsOf(c)
	first := h.queue(matchmaking.Ticket{Player: a, Terms: terms})
	return h.ready(first, h.queue(matchmaking.Ticket{Player: b, Terms: terms}))
}

// Gathered brings players together at a rated table of Noirburg, as strangers meet,
// and returns it.
func (h *tables) Gathered(players ...data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.Terms{Game: burg, Rated: true, Pace: data.Live, Seats: len(players)}
	var places []matchmaking.Place
	for _, p := range players {
		places = append(places, h.queue(matchmaking.Ticket{Player: p, Terms: terms}))
	}
	return h.ready(places...)
}

// Practised has a player begin a casual game of District Noir against the house, and returns it.
func (h *tables) Practised(p data.Player) data.MatchID {
	h.t.Helper()
	place := h.queue(matchmaking.Ticket{Player: p, Terms: matchmaking.Terms{Game: district, Pace: data.Live}, Bot: "easy"})
	return h.until(place, func(w matchmaking.Waiting) bool { return w.Match != "" }).Match
}

// Hosted brings two players together at a casual private table of the first.
func (h *tables) Hosted(host, friend data.Player) data.MatchID {
	h.t.Helper()
	terms := matchmaking.Terms{Game: district, Pace: data.Live}
	table := h.queue(matchmaking.Ticket{Player: host, Terms: terms, Host: true})
	open := h.until(table, func(w matchmaking.Waiting) bool { return w.Code != "" })
	return h.ready(table, h.queue(matchmaking.Ticket{Player: friend, Terms: terms, Join: open.Code}))
}

// ready waits until a table is found for some tickets, answers for all of them and returns it.
func (h *tables) ready(places ...matchmaking.Place) data.MatchID {
	h.t.Helper()
	for _, place := range places {
		h.until(place, func(w matchmaking.Waiting) bool { return w.Found > 0 })
		if err := place.Ready(context.Background()); err != nil {
			h.t.Fatal(err)
		}
	}
	return h.until(places[0], func(w matchmaking.Waiting) bool { return w.Match != "" }).Match
}

// queue hands in a ticket, which is given up with the test.
func (h *tables) queue(t matchmaking.Ticket) matchmaking.Place {
	h.t.Helper()
	place, err := h.Broker.Queue(context.Background(), t)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(place.Leave)
	return place
}

// until follows a ticket until its figures satisfy the condition.
func (h *tables) until(place matchmaking.Place, enough func(matchmaking.Waiting) bool) (w matchmaking.Waiting) {
	h.t.Helper()
	ctx, stop := context.WithTimeout(context.Background(), await.Limit())
	defer stop()
	for !enough(w) {
		var err error
		if w, err = place.Next(ctx, w.Revision); err != nil {
			h.t.Fatalf("%v, last %+v", err, w)
		}
	}
	return w
}

// Turns has two players at a table have a number of turns each.
func (h *tables) Turns(n int, a, b data.Player) {
	h.t.Helper()
	ctx := context.Background()
	tables, err := h.Broker.Mine(ctx, a.ID)
	if err != nil || len(tables) != 1 {
		h.t.Fatalf("%d tables, %v", len(tables), err)
	}
	for range 2 * n {
		for _, p := range []data.Player{a, b} {
			chair, err := h.Broker.Sit(ctx, tables[0].ID, p.ID)
			if err != nil {
				h.t.Fatal(err)
			}
			f, err := chair.Next(ctx, 0)
			asked := err == nil && f.Turn != nil
			if asked {
				err = chair.Play(ctx, f.Turn.Ply, f.Turn.Legal[0])
			}
			if chair.Leave(); err != nil {
				h.t.Fatal(err)
			}
			if asked {
				break
			}
		}
	}
}
