package datatest

import (
	"math/rand/v2"
	"testing"

	"noir/data"
	"noir/engine"
	"noir/engine/enginetest"
)

// PlayOut plays a match to its end by random legal moves, a half second of game time apart, and
// fills in its log and result. The same seed gives the same game.
func PlayOut(t testing.TB, game engine.Game, m *data.Match, seed uint64) {
	t.Helper()
	state, err := game.Start(m.Setup())
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(seed, seed))
	for asked := state.Prompts(); len(asked) > 0; asked = state.Prompts() {
		seat := asked[dice.IntN(len(asked))].Seat
		body := enginetest.Choose(game, state, seat, dice)
		next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plies {
			m.Moves = append(m.Moves, data.NewEntry(len(m.Moves)+1, p, int64(len(m.Moves))*500))
		}
		state = next
	}
	result, _ := state.Result()
	m.Result = &result
}
