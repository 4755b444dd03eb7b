package review_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"testing"

	"noir/data/review"
	"noir/engine"
	"noir/engine/districtnoir"
)

// againGames is by how many games of normal against itself it is measured how often a blunder is one again.
var againGames = flag.Int("again-games", 1, "games of District Noir whose decisions are judged twice")

// glance is the share of the usual worlds by which it is seen that a move is no blunder.
const glance = 0.05

// TestBlundersAreFoundAgain judges the decisions of games with two kinds of dice, and wants what is a blunder by one
// to be a bad move by the other, and nearly always a blunder. What seems to lose nothing at a glance is not judged. By
// more games, with the share that are blunders again:
//
//	go test ./data/review -run TestBlundersAreFoundAgain -v -timeout 0 -again-games 100
func TestBlundersAreFoundAgain(t *testing.T) {
	g := districtnoir.Game{}
	blunders, again, dubious, looked, decisions := 0, 0, 0, 0, 0
	for n := range *againGames {
		players := [2]engine.Player{}
		for i := range players {
			players[i], _ = g.House("normal", uint64(n))
		}
		state, err := g.Start(engine.Setup{Seed: engine.Seed{byte(n), byte(n >> 8), 19}, Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		logs := make([][]engine.Line, 2)
		for _, over := state.Result(); !over; _, over = state.Result() {
			seat := state.Prompts()[0].Seat
			s := engine.Sight{Seat: seat, Seats: 2, View: encode(t, state.View(seat)), Legal: state.Legal(seat), Log: logs[seat]}
			body, err := players[seat].Choose(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Legal) > 1 {
				decisions++
			}
			if len(s.Legal) > 1 && lossOf(t, g, s, body, engine.Trial{Seed: 3, Share: glance}) >= review.DubiousLoss {
				looked++
				if one := lossOf(t, g, s, body, engine.Trial{Seed: 1}); one >= review.BlunderLoss {
					blunders++
					switch two := lossOf(t, g, s, body, engine.Trial{Seed: 2}); {
					case two >= review.BlunderLoss:
						again++
					case two >= review.DubiousLoss:
						dubious++
					default:
						t.Errorf("game %d: %s loses %.3f, and by other dice %.3f", n, body, one, two)
					}
				}
			}
			next, plies, err := engine.Make(state, engine.Move{Seat: seat, By: engine.ByPlayer, Body: body})
			if err != nil {
				t.Fatal(err)
			}
			state = next
			for _, p := range plies {
				for i := range logs {
					logs[i] = append(logs[i], p.Line(len(logs[i])+1, engine.Seat(i), 0))
				}
			}
		}
	}
	t.Logf("%d blunders among %d of %d decisions: %d again, %d dubious", blunders, looked, decisions, again, dubious)
	if blunders < *againGames {
		t.Errorf("only %d blunders in %d games of normal", blunders, *againGames)
	}
	if looked == decisions {
		t.Error("every decision seems to lose something")
	}
	if 10*again < 9*blunders {
		t.Errorf("%d of %d blunders are blunders by other dice", again, blunders)
	}
}

// lossOf is what a move gives away by what its seat could know.
func lossOf(t *testing.T, g engine.Critic, s engine.Sight, made json.RawMessage, trial engine.Trial) float64 {
	t.Helper()
	j, err := g.Judge(t.Context(), s, trial, made)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range j.Moves {
		if bytes.Equal(m.Move, made) {
			return j.Chance - m.Chance
		}
	}
	t.Fatalf("%s was not weighed", made)
	return 0
}
