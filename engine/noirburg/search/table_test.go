package search

import (
	"encoding/binary"
	"encoding/json"
	"slices"
	"testing"

	"noir/engine"
)

// table is a game that a test plays, with what each seat is told of it.
type table struct {
	engine.State
	logs [][]engine.Line
}

// opened starts a game.
func opened(t testing.TB, setup engine.Setup) *table {
	t.Helper()
	st, err := Game{}.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	return &table{st, make([][]engine.Line, setup.Seats)}
}

// dealt starts game n.
func dealt(t testing.TB, seats, n int) *table {
	t.Helper()
	setup := engine.Setup{Seats: seats}
	binary.LittleEndian.PutUint64(setup.Seed[:], uint64(n))
	return opened(t, setup)
}

// sight is what a seat sees.
func (g *table) sight(seat engine.Seat) engine.Sight {
	return engine.Sight{Seat: seat, Seats: len(g.logs), View: asJSON(g.View(seat)), Legal: g.Legal(seat), Log: slices.Clip(g.logs[seat])}
}

// plays has a seat make a move.
func (g *table) plays(t testing.TB, seat engine.Seat, body json.RawMessage) []engine.Ply {
	t.Helper()
	return g.makes(t, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
}

// makes makes a move, and tells all seats.
func (g *table) makes(t testing.TB, m engine.Move) []engine.Ply {
	t.Helper()
	next, plies, err := engine.Make(g.State, m)
	if err != nil {
		t.Fatalf("seat %d: %s: %v", m.Seat, m.Body, err)
	}
	for _, ply := range plies {
		for seat, log := range g.logs {
			g.logs[seat] = append(log, ply.Line(len(log)+1, engine.Seat(seat), 0))
		}
	}
	g.State = next
	return plies
}
