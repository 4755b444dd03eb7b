package tuitest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"noir/data"
	"noir/engine"
)

// records are the finished games of a house, and what is made of them.
type records struct {
	Store  data.Store
	t      testing.TB
	played int
}

// Played records a rated game of District Noir that the first of two players has
// won, ended at a moment, and returns its id.
func (r *records) Played(at time.Time, winner, loser data.Player) data.MatchID {
	r.t.Helper()
	return r.past(district, at, winner, loser)
}

// Fought records a rated game of Noirburg, whose players are in the order of their
// places, ended at a moment, and returns its id.
func (r *records) Fought(at time.Time, players ...data.Player) data.MatchID {
	r.t.Helper()
	return r.past(burg, at, players...)
}

// past records a rated game whose players are in the order of their places.
func (r *records) past(game string, at time.Time, players ...data.Player) data.MatchID {
	r.t.Helper()
	result := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Scores: json.RawMessage(`[]`)}
	for i := range players {
		result.Places = append(result.Places, i+1)
	}
	return r.Ended(game, at, result, players...)
}

// Ended records a rated game with its result, ended at a moment, and returns its id.
func (r *records) Ended(game string, at time.Time, result engine.Result, players ...data.Player) data.MatchID {
	r.t.Helper()
	m := r.open(game, at, engine.Seed{}, players...)
	if _, err := r.Store.Finish(context.Background(), m.ID, at, result); err != nil {
		r.t.Fatal(err)
	}
	return m.ID
}

// PlayedOut plays a random rated game of District Noir to its end, ended at a moment, records
// it with its log and returns its id. The same seed gives the same game.
func (r *records) PlayedOut(at time.Time, seed byte, players ...data.Player) data.MatchID {
	r.t.Helper()
	chance := rand.New(rand.NewPCG(uint64(seed), 0))
	return r.recorded(r.open(district, at, engine.Seed{seed}, players...), at, func(s engine.State) engine.Move {
		seat := s.Prompts()[0].Seat
		legal := s.Legal(seat)
		return engine.Move{Seat: seat, By: engine.ByPlayer, Body: legal[chance.IntN(len(legal))]}
	})
}

// PlayedBack records a rated game of Noirburg from a file with its seed and moves.
func (r *records) PlayedBack(at time.Time, file string, players ...data.Player) data.MatchID {
	r.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		r.t.Fatal(err)
	}
	var game struct {
		Seed  engine.Seed
		Moves []struct {
			Seat engine.Seat
			Move json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &game); err != nil {
		r.t.Fatal(err)
	}
	n := -1
	return r.recorded(r.open(burg, at, game.Seed, players...), at, func(engine.State) engine.Move {
		n++
		return engine.Move{Seat: game.Moves[n].Seat, By: engine.ByPlayer, Body: game.Moves[n].Move}
	})
}

// recorded plays a match to its end, ended at a moment, and records it with its log.
func (r *records) recorded(m data.Match, at time.Time, next func(engine.State) engine.Move) data.MatchID {
	r.t.Helper()
	state, err := rules(m.Game).Start(m.Setup())
	for err == nil {
		result, over := state.Result()
		if over {
			_, err = r.Store.Finish(context.Background(), m.ID, at, result, m.Moves...)
			break
		}
		var plies []engine.Ply
		state, plies, err = engine.Make(state, next(state))
		for _, p := range plies {
			n := len(m.Moves) + 1
			m.Moves = append(m.Moves, data.NewEntry(n, p, int64(n)*2000))
		}
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return m.ID
}

func rules(game string) engine.Game {
	g, _ := engine.Named(allGames, game)
	return g
}

// open opens a rated match that ends at a moment.
func (r *records) open(game string, ended time.Time, seed engine.Seed, players ...data.Player) data.Match {
	r.t.Helper()
	r.played++
	m := data.Match{
		ID: data.MatchID(fmt.Sprintf("played-%d", r.played)), Game: game, Rated: true, Pace: data.Live,
		Seed: seed, Started: ended.Add(-10 * time.Minute),
	}
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	m, err := r.Store.Open(context.Background(), m)
	if err != nil {
		r.t.Fatal(err)
	}
	return m
}

// Puzzle stores a position of a recorded game, after a number of moves, as a puzzle whose first
// move is by far the best.
func (r *records) Puzzle(id data.MatchID, after int) data.Puzzle {
	r.t.Helper()
	m, err := r.Store.Match(context.Background(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	steps, err := engine.Replay(rules(m.Game), m.Setup(), data.Moves(m.Moves[:after]))
	if err != nil {
		r.t.Fatal(err)
	}
	state := steps[after].State
	p := data.Puzzle{Game: m.Game, Match: id, Seat: state.Prompts()[0].Seat, After: after}
	for i, move := range state.Legal(p.Seat) {
		p.Moves = append(p.Moves, data.Weighed{Move: move, Chance: 0.6 / float64(1+i)})
	}
	if err := r.Store.AddPuzzles(context.Background(), time.Now(), p); err != nil {
		r.t.Fatal(err)
	}
	return p
}

// Beaten records a game of an event that the first of two players has just won.
func (r *records) Beaten(c data.Tournament, winner, loser data.Player) {
	r.t.Helper()
	r.played++
	m := data.Match{
		ID: data.MatchID(fmt.Sprint("event-", r.played)), Game: c.Game, Rated: true, Pace: data.Live, Tournament: c.ID, Started: c.Starts,
		Seats: []data.Seat{
			{Player: winner.ID, Name: winner.Name, Kind: data.Human}, {Player: loser.ID, Name: loser.Name, Kind: data.Human},
		},
	}
	if _, err := r.Store.Open(context.Background(), m); err != nil {
		r.t.Fatal(err)
	}
	result := engine.Result{Reason: "points", Winners: []engine.Seat{0}, Places: []int{1, 2}, Scores: json.RawMessage(`[]`)}
	if _, err := r.Store.Finish(context.Background(), m.ID, time.Now(), result); err != nil {
		r.t.Fatal(err)
	}
}
