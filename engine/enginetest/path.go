package enginetest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"noir/engine"
)

// path is a played game: states[i+1] follows from moves[i], which put plies[i] into the log.
type path struct {
	setup  engine.Setup
	states []engine.State
	moves  []engine.Move
	plies  [][]engine.Ply
}

func (p *path) last() engine.State { return p.states[len(p.states)-1] }

func (p *path) apply(m engine.Move) error {
	next, plies, err := engine.Make(p.last(), m)
	if err != nil {
		return fmt.Errorf("move %d, %s of seat %d by %s: %w", len(p.moves)+1, m.Body, m.Seat, m.By, err)
	}
	p.states = append(p.states, next)
	p.moves = append(p.moves, m)
	p.plies = append(p.plies, plies)
	return nil
}

// log returns all plies of the first n moves.
func (p *path) log(n int) []engine.Ply {
	var log []engine.Ply
	for _, plies := range p.plies[:n] {
		log = append(log, plies...)
	}
	return log
}

// setup returns the setup of game i: it goes through all numbers of seats and all options.
func (s suite) setup(i int) engine.Setup {
	info := s.game.Info()
	sizes := info.MaxSeats - info.MinSeats + 1
	setup := engine.Setup{
		Seats:   info.MinSeats + i%sizes,
		Options: s.Options[i/sizes%len(s.Options)],
	}
	binary.LittleEndian.PutUint64(setup.Seed[:], uint64(i))
	return setup
}

// begin starts the game with number i.
func (s suite) begin(i int) (*path, *rand.Rand, error) {
	setup := s.setup(i)
	start, err := s.game.Start(setup)
	if err != nil {
		return nil, nil, fmt.Errorf("game %d: start: %w", i, err)
	}
	return &path{setup: setup, states: []engine.State{start}}, rand.New(rand.NewPCG(uint64(i), 1)), nil
}

// each plays the suite's number of games.
func (s suite) each(play func(p *path, r *rand.Rand) error) error {
	for i := range s.Games {
		p, r, err := s.begin(i)
		if err != nil {
			return err
		}
		if err := play(p, r); err != nil {
			return fmt.Errorf("game %d of %d seats: %w", i, p.setup.Seats, err)
		}
	}
	return nil
}

// walk makes random legal moves until the game is over or the path has that many.
func (s suite) walk(p *path, r *rand.Rand, moves int) error {
	for len(p.moves) < moves {
		if _, over := p.last().Result(); over {
			return nil
		}
		m, err := s.pick(p.last(), p.setup.Seats, r)
		if err != nil {
			return err
		}
		if err := p.apply(m); err != nil {
			return err
		}
	}
	return nil
}

// finish walks to the end of the game, which must be reached.
func (s suite) finish(p *path, r *rand.Rand) error {
	if err := s.walk(p, r, s.Longest); err != nil {
		return err
	}
	if _, over := p.last().Result(); !over {
		return fmt.Errorf("not over after %d moves", s.Longest)
	}
	return nil
}

// pick chooses a legal move, usually of a seat that is asked.
func (s suite) pick(st engine.State, seats int, r *rand.Rand) (engine.Move, error) {
	prompts := st.Prompts()
	if len(prompts) == 0 {
		return engine.Move{}, fmt.Errorf("nobody is asked and the game is not over")
	}
	seat := prompts[r.IntN(len(prompts))].Seat
	if unasked := engine.Seat(r.IntN(seats)); r.IntN(8) == 0 && len(st.Legal(unasked)) > 0 {
		seat = unasked
	}
	legal := st.Legal(seat)
	if len(legal) == 0 {
		return engine.Move{}, fmt.Errorf("seat %d is asked and has no legal move", seat)
	}
	return s.move(st, seat, legal[r.IntN(len(legal))], r), nil
}

// move returns a player's move for an entry of Legal. An entry that cannot be completed is
// returned unchanged, to be refused.
func (s suite) move(st engine.State, seat engine.Seat, entry json.RawMessage, r *rand.Rand) engine.Move {
	return engine.Move{Seat: seat, By: engine.ByPlayer, Body: complete(s.game, st, seat, entry, r)}
}

// Choose returns a random legal move of a seat, which must have one.
func Choose(g engine.Game, st engine.State, seat engine.Seat, r *rand.Rand) json.RawMessage {
	legal := st.Legal(seat)
	return complete(g, st, seat, legal[r.IntN(len(legal))], r)
}

func complete(g engine.Game, st engine.State, seat engine.Seat, entry json.RawMessage, r *rand.Rand) json.RawMessage {
	if _, ok := g.(engine.Completer); !ok {
		return entry
	}
	view, err := json.Marshal(st.View(seat))
	if err != nil {
		return entry
	}
	move, err := engine.Complete(g, view, seat, entry, r)
	if err != nil {
		return entry
	}
	return move
}
