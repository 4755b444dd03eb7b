package enginetest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"noir/engine"
)

// Fuzz is a fuzz target that plays a game from a seed: each byte of the script chooses among
// the legal moves of all seats, and some bytes make a seat resign, let its time run out, have
// the server void the game, or let a seat try a body of arbitrary bytes. Every position is
// checked, and the whole game is replayed.
func Fuzz(f *testing.F, g engine.Game, h Hooks) {
	s := newSuite(g, h)
	f.Add(uint64(1), []byte("\x00\x01\x02\x03\x04\x05"), []byte(`{"type":"take"}`))
	f.Add(uint64(2), []byte("the quick brown fox jumps over the lazy dog, and again"), []byte(`{"type":"play","card":"5"}`))
	f.Add(uint64(3), []byte{5, 4, byteTry, 3, byteTry + 1, byteExpire}, []byte(`{"type":`))
	f.Add(uint64(4), []byte{1, 1, byteResign}, []byte{})
	f.Add(uint64(5), []byte{byteAbort, 1}, []byte(`{"type":"abort"}`))
	f.Fuzz(func(t *testing.T, seed uint64, script, body []byte) {
		if err := s.perform(seed, script, body); err != nil {
			t.Fatal(err)
		}
	})
}

// Bytes from byteTry on do not choose a legal move; their low two bits choose a seat.
const (
	byteTry    = 0xf0
	byteExpire = 0xf4
	byteResign = 0xf8
	byteAbort  = 0xfc
)

// perform plays a script, as far as the game goes.
func (s suite) perform(seed uint64, script, body []byte) error {
	setup := s.setup(int(seed % 1024))
	binary.LittleEndian.PutUint64(setup.Seed[8:], seed)
	start, err := s.game.Start(setup)
	if err != nil {
		return err
	}
	p := &path{setup: setup, states: []engine.State{start}}
	r := rand.New(rand.NewPCG(seed, 3))
	for i, b := range script {
		if _, over := p.last().Result(); over {
			break
		}
		if err := s.position(p.last(), setup.Seats, r); err != nil {
			return fmt.Errorf("before byte %d: %w", i, err)
		}
		if err := s.act(p, b, body, r); err != nil {
			return fmt.Errorf("byte %d: %w", i, err)
		}
	}
	if err := s.position(p.last(), setup.Seats, r); err != nil {
		return err
	}
	return s.replays(p)
}

// act does what one byte of a script says.
func (s suite) act(p *path, b byte, body []byte, r *rand.Rand) error {
	seat := engine.Seat(int(b&3) % p.setup.Seats)
	switch {
	case b >= byteAbort:
		return p.apply(engine.Move{Seat: engine.Spectator, By: engine.ByServer, Body: engine.Abort})
	case b >= byteResign:
		return s.attempt(p, engine.Move{Seat: seat, By: engine.ByPlayer, Body: engine.Resign})
	case b >= byteExpire:
		prompts := p.last().Prompts()
		for _, m := range p.last().Expire(prompts[int(b&3)%len(prompts)].Seat) {
			if err := p.apply(m); err != nil {
				return err
			}
		}
		return nil
	case b >= byteTry:
		return s.try(p, seat, body)
	}
	var moves []engine.Move
	for _, viewer := range viewers(p.setup.Seats) {
		for _, entry := range p.last().Legal(viewer) {
			moves = append(moves, s.move(p.last(), viewer, entry, r))
		}
	}
	return p.apply(moves[int(b)%len(moves)])
}

// attempt makes a move if the rules accept it.
func (s suite) attempt(p *path, m engine.Move) error {
	if _, _, err := p.last().Apply(m); err != nil {
		return illegal(err)
	}
	return p.apply(m)
}

// try has a seat send arbitrary bytes.
func (s suite) try(p *path, seat engine.Seat, body json.RawMessage) error {
	read, err := s.game.Read(body)
	if err != nil {
		return illegal(err)
	}
	if err := s.canonical(read); err != nil {
		return err
	}
	if err := s.refusals(p.last(), p.setup.Seats, []json.RawMessage{read}); err != nil {
		return err
	}
	return s.attempt(p, engine.Move{Seat: seat, By: engine.ByPlayer, Body: read})
}
