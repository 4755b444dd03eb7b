package data

import (
	"encoding/json"
	"testing"
)

// TestTwinIsTheSameAnswer: a move is weighed as the one that it is a twin of.
func TestTwinIsTheSameAnswer(t *testing.T) {
	raw := func(move string) json.RawMessage { return json.RawMessage(`"` + move + `"`) }
	p := Puzzle{Moves: []Weighed{
		{Move: raw("stop"), Chance: 0.7, Twins: []json.RawMessage{raw("stop too"), raw("stop as well")}},
		{Move: raw("pass"), Chance: 0.4},
	}}
	for move, solved := range map[string]bool{"stop": true, "stop too": true, "stop as well": true, "pass": false} {
		w, ok := p.Weigh(raw(move))
		if !ok || p.Solved(w) != solved || len(w.Twins) > 0 != solved {
			t.Errorf("%s is %+v, %v", move, w, ok)
		}
	}
	if w, ok := p.Weigh(raw("stop it")); ok {
		t.Errorf("what is not legal is %+v", w)
	}
}
