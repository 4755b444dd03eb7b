package tuitest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"noir/data"
	"noir/engine"
	"noir/matchmaking/local"
)

// PlayedOut plays a random rated game of District Noir to its end, ended at a moment, records
// it with its log and returns its id. The same seed gives the same game.
func (h *House) PlayedOut(at time.Time, seed byte, players ...data.Player) data.MatchID {
	h.t.Helper()
	chance := rand.New(rand.NewPCG(uint64(seed), 0))
	return h.recorded(h.open(district, at, engine.Seed{seed}, players...), at, func(s engine.State) engine.Move {
		seat := s.Prompts()[0].Seat
		legal := s.Legal(seat)
		return engine.Move{Seat: seat, By: engine.ByPlayer, Body: legal[chance.IntN(len(legal))]}
	})
}

// PlayedBack records a rated game of Noirburg from a file with its seed and moves.
func (h *House) PlayedBack(at time.Time, file string, players ...data.Player) data.MatchID {
	h.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		h.t.Fatal(err)
	}
	var game struct {
		Seed  engine.Seed
		Moves []struct {
			Seat engine.Seat
			Move json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &game); err != nil {
		h.t.Fatal(err)
	}
	n := -1
	return h.recorded(h.open(burg, at, game.Seed, players...), at, func(engine.State) engine.Move {
		n++
		return engine.Move{Seat: game.Moves[n].Seat, By: engine.ByPlayer, Body: game.Moves[n].Move}
	})
}

// recorded plays a match to its end, ended at a moment, and records it with its log.
func (h *House) recorded(m data.Match, at time.Time, next func(engine.State) engine.Move) data.MatchID {
	h.t.Helper()
	state, err := h.rules(m.Game).Start(m.Setup())
	for err == nil {
		result, over := state.Result()
		if over {
			_, err = h.Store.Finish(context.Background(), m.ID, at, result, m.Moves...)
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
		h.t.Fatal(err)
	}
	return m.ID
}

func (h *House) rules(game string) engine.Game {
	g, _ := engine.Named(allGames, game)
	return g
}

// open opens a rated match that ends at a moment.
func (h *House) open(game string, ended time.Time, seed engine.Seed, players ...data.Player) data.Match {
	h.t.Helper()
	h.played++
	m := data.Match{
		ID: data.MatchID(fmt.Sprintf("played-%d", h.played)), Game: game, Rated: true, Pace: data.Live,
		Seed: seed, Started: ended.Add(-10 * time.Minute),
	}
	for _, p := range players {
		m.Seats = append(m.Seats, data.Seat{Player: p.ID, Name: p.Name, Kind: data.Human})
	}
	m, err := h.Store.Open(context.Background(), m)
	if err != nil {
		h.t.Fatal(err)
	}
	return m
}

// Dealt stores a running casual match that is dealt from a seed to players of these names, and returns it with a broker
// that has its table. The House's own broker began earlier, and does not know the match.
func (h *House) Dealt(g engine.Game, seed engine.Seed, names ...string) (data.Match, *local.Broker) {
	h.t.Helper()
	m := data.Match{ID: "dealt", Game: g.Info().Name, Pace: data.Live, Started: time.Now(), Seed: seed}
	for _, name := range names {
		m.Seats = append(m.Seats, data.Seat{Player: h.Player(name).ID, Name: name, Kind: data.Human})
	}
	state, err := g.Start(m.Setup())
	if err != nil {
		h.t.Fatal(err)
	}
	m.Options = engine.Options(state)
	if _, err := h.Store.Open(context.Background(), m); err != nil {
		h.t.Fatal(err)
	}
	broker, err := local.New(context.Background(), local.Config{Store: h.Store, Games: []engine.Game{g}})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(broker.Close)
	return m, broker
}

// Puzzle stores a position of a recorded game, after a number of moves, as a puzzle whose first
// move is by far the best.
func (h *House) Puzzle(id data.MatchID, after int) data.Puzzle {
	h.t.Helper()
	m, err := h.Store.Match(context.Background(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	steps, err := engine.Replay(h.rules(m.Game), m.Setup(), data.Moves(m.Moves[:after]))
	if err != nil {
		h.t.Fatal(err)
	}
	state := steps[after].State
	p := data.Puzzle{Game: m.Game, Match: id, Seat: state.Prompts()[0].Seat, After: after}
	for i, move := range state.Legal(p.Seat) {
		p.Moves = append(p.Moves, data.Weighed{Move: move, Chance: 0.6 / float64(1+i)})
	}
	if err := h.Store.AddPuzzles(context.Background(), time.Now(), p); err != nil {
		h.t.Fatal(err)
	}
	return p
}
