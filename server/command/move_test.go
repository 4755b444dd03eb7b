package command

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWordsOfMoves: words name the one legal move in which all of them are, at any depth; a number only beside a word.
func TestWordsOfMoves(t *testing.T) {
	legal := []json.RawMessage{
		json.RawMessage(`{"type":"play","card":"+2"}`), json.RawMessage(`{"type":"play","card":"5"}`), json.RawMessage(`{"type":"attack","crew":[3,4],"at":["docks",["bar"]]}`),
		json.RawMessage(`{"type":"attack","crew":[3],"at":"hideout"}`), json.RawMessage(`{"type":"draw","n":2}`), json.RawMessage(`{"type":"draw","n":1}`), json.RawMessage(`"pass"`),
	}
	for words, want := range map[string]int{
		"+2": 0, "play +2": 0, "PLAY 5": 1, "5": 1, "attack docks": 2, "bar": 2, "attack 4": 2, "hideout 3": 3, "draw 2": 4, "draw 1": 5,
		"play": -1, "attack 3": -1, "draw": -1, "2": -1, "draw 3": -1, "pass": -1, "docks hideout": -1,
	} {
		move, ok := named(legal, strings.Fields(words))
		if ok != (want >= 0) || ok && string(move) != string(legal[want]) {
			t.Errorf("%q is %s, %t", words, move, ok)
		}
	}
	if move, ok := named(legal, []string{`{"type":`, `"take"}`}); !ok || string(move) != `{"type": "take"}` {
		t.Errorf("a move in JSON is %s, %t", move, ok)
	}
}
