package engine_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"noir/engine"
	"noir/engine/districtnoir"
)

// played makes the first legal moves of a game and returns its positions and plies.
func played(t *testing.T, from engine.Setup, moves int) ([]engine.State, []engine.Move, [][]engine.Ply) {
	t.Helper()
	st, err := districtnoir.Game{}.Start(from)
	if err != nil {
		t.Fatal(err)
	}
	states := []engine.State{st}
	var made []engine.Move
	var log [][]engine.Ply
	for range moves {
		seat := st.Prompts()[0].Seat
		m := engine.Move{Seat: seat, By: engine.ByPlayer, Body: st.Legal(seat)[0]}
		next, plies, err := st.Apply(m)
		if err != nil {
			t.Fatal(err)
		}
		st = next
		states, made, log = append(states, st), append(made, m), append(log, plies)
	}
	return states, made, log
}

func TestReplay(t *testing.T) {
	from := engine.Setup{Seed: seed, Seats: 2}
	states, moves, log := played(t, from, 20)
	steps, err := engine.Replay(districtnoir.Game{}, from, moves)
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) != len(moves)+1 {
		t.Fatalf("%d steps of %d moves", len(steps), len(moves))
	}
	for i, step := range steps {
		if !reflect.DeepEqual(step.State, states[i]) {
			t.Errorf("step %d is %+v, want %+v", i, step.State, states[i])
		}
		if i == 0 && step.Plies != nil || i > 0 && !reflect.DeepEqual(step.Plies, log[i-1]) {
			t.Errorf("step %d has the plies %+v", i, step.Plies)
		}
	}
}

func TestReplayStopsAtARefusedMove(t *testing.T) {
	from := engine.Setup{Seed: seed, Seats: 2}
	states, moves, _ := played(t, from, 6)
	moves[4] = moves[3]
	steps, err := engine.Replay(districtnoir.Game{}, from, moves)
	var refused *engine.Illegal
	if !errors.As(err, &refused) || refused.Reason != districtnoir.NotYourTurn {
		t.Fatalf("%v", err)
	}
	if !strings.HasPrefix(err.Error(), "move 5 of seat ") {
		t.Errorf("the error is %q", err)
	}
	if len(steps) != 5 || !reflect.DeepEqual(steps[4].State, states[4]) {
		t.Errorf("%d steps up to there", len(steps))
	}
}

func TestReplayOfNoGame(t *testing.T) {
	steps, err := engine.Replay(districtnoir.Game{}, engine.Setup{Seats: 7}, nil)
	if err == nil || steps != nil {
		t.Errorf("%v, %v", steps, err)
	}
	steps, err = engine.Replay(districtnoir.Game{}, engine.Setup{Seats: 2}, nil)
	if err != nil || len(steps) != 1 {
		t.Errorf("no moves: %d steps, %v", len(steps), err)
	}
}

func TestLine(t *testing.T) {
	ply := engine.Ply{
		Move: engine.Move{Seat: 1, By: engine.ByBot, Body: json.RawMessage(`{"type":"draw"}`)},
		Effects: []engine.Effect{{
			Public:  json.RawMessage(`{"type":"drew"}`),
			Private: map[engine.Seat]json.RawMessage{1: json.RawMessage(`{"type":"drew","card":"G4.0"}`)},
		}},
		Dice:  []int{6},
		Drawn: []string{"G4.0"},
	}
	const line = `{"ply":3,"seat":1,"by":"bot","move":{"type":"draw"},"effects":[{"type":"drew"}],"at_ms":70}`
	const own = `{"ply":3,"seat":1,"by":"bot","move":{"type":"draw"},"effects":[{"type":"drew","card":"G4.0"}],"at_ms":70}`
	for viewer, want := range map[engine.Seat]string{engine.Spectator: line, 0: line, 1: own} {
		if got, err := json.Marshal(ply.Line(3, viewer, 70)); err != nil || string(got) != want {
			t.Errorf("seat %d sees %s, %v, want %s", viewer, got, err, want)
		}
	}
	ply.Effects = nil
	if got, err := json.Marshal(ply.Line(1, 0, 0)); err != nil || !strings.Contains(string(got), `"effects":[]`) {
		t.Errorf("without effects %s, %v", got, err)
	}
}
