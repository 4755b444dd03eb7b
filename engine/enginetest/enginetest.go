// Package enginetest is the suite that every game must pass, and a fuzz harness.
//
// It knows a game only by the contract of package engine, so it holds for games
// with several prompts at once, with moves that are kept back and put no ply in
// the log, and with moves that release several.
package enginetest

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"noir/engine"
)

// Hooks tell the suite what it cannot find out from a game itself.
type Hooks struct {
	// Redeal returns the start of another game that the viewer cannot tell from this one once the
	// moves are made: every card that the viewer has not seen by then (the deck, other hands) is
	// shuffled, the rest, dice included, is the same, and all the moves are legal. The suite plays
	// both, and every view, legal move and effect that the viewer sees must be the same, byte for
	// byte. A game that hides nothing leaves Redeal nil; then a spectator must see what every seat
	// sees.
	Redeal func(start engine.State, moves []engine.Move, viewer engine.Seat, r *rand.Rand) engine.State

	// Options are further games to test, in addition to the default one.
	Options []json.RawMessage

	// Games is how many random games each test plays, 40 if zero. Longest is the
	// number of moves by which every game must have ended, 20,000 if zero.
	Games   int
	Longest int

	// Hurry is how rarely house players have time to think: at one decision in this many, 2 if
	// zero.
	Hurry int
}

// Run tests a game. Its seeds are the same each time.
func Run(t *testing.T, g engine.Game, h Hooks) {
	s := newSuite(g, h)
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if err := c.run(s); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// checks are the tests of the suite.
var checks = []struct {
	name string
	run  func(suite) error
}{
	{"info", suite.checkInfo},
	{"start", suite.checkStart},
	{"read", suite.checkRead},
	{"playouts", suite.checkPlayouts},
	{"refusals", suite.checkRefusals},
	{"completions", suite.checkCompletions},
	{"reasons", suite.checkReasons},
	{"replay", suite.checkReplay},
	{"order", suite.checkOrder},
	{"sharing", suite.checkSharing},
	{"secrets", suite.checkSecrets},
	{"resigning", suite.checkResigning},
	{"aborting", suite.checkAborting},
	{"clock", suite.checkClock},
	{"house", suite.checkHouse},
}

type suite struct {
	game engine.Game
	Hooks
}

func newSuite(g engine.Game, h Hooks) suite {
	if h.Games == 0 {
		h.Games = 40
	}
	if h.Longest == 0 {
		h.Longest = 20_000
	}
	if h.Hurry == 0 {
		h.Hurry = 2
	}
	h.Options = append([]json.RawMessage{nil}, h.Options...)
	return suite{game: g, Hooks: h}
}
