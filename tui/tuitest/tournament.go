package tuitest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"noir/data"
	"noir/engine"
	"noir/internal/await"
)

// Tournament opens an event of half an hour of District Noir that starts when a time has
// passed, and waits until the house knows of it: some seconds by a bubble's clock.
func (h *House) Tournament(title string, in time.Duration) data.Tournament {
	h.t.Helper()
	from := time.Now().Add(in)
	c, err := h.Store.OpenTournament(context.Background(), "vivian", data.Tournament{
		Title: title, Game: district, Seats: 2, Starts: from, Ends: from.Add(30 * time.Minute),
	})
	if err != nil {
		h.t.Fatal(err)
	}
	listed := func() bool {
		return slices.ContainsFunc(h.Broker.Tournaments(), func(one data.Tournament) bool { return one.ID == c.ID })
	}
	_ = listed() // they are read while anybody asks for them; whether in this moment or later would shift a bubble's clock
	for late := time.Now().Add(await.Limit()); ; {
		if time.Sleep(time.Second); listed() {
			break
		}
		if time.Now().After(late) {
			h.t.Fatalf("the event %s is not announced", title)
		}
	}
	return c
}

// Beaten records a game of an event that the first of two players has just won.
func (h *House) Beaten(c data.Tournament, winner, loser data.Player) {
	h.t.Helper()
	h.played++
	m := data.Match{
		ID: data.MatchID(fmt.Sprint("event-", h.played)), Game: c.Game, Rated: true, Pace: data.Live, Tournament: c.ID, Started: c.Starts,
		Seats: []data.Seat{
			{Player: winner.ID, Name: winner.Name, Kind: data.Human}, {Player: loser.ID, Name: loser.Name, Kind: data.Human},
		},
	}
	if _, err := h.Store.Open(context.Background(), m); err != nil {
		h.t.Fatal(err)
	}
	result := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: json.RawMessage(`[]`)}
	if _, err := h.Store.Finish(context.Background(), m.ID, time.Now(), result); err != nil {
		h.t.Fatal(err)
	}
}

// Turns has two players at a table have a number of turns each.
func (h *House) Turns(n int, a, b data.Player) {
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
