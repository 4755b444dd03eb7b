package districtnoir_test

import (
	"encoding/json"
	"testing"

	rules "noir/engine/districtnoir"
)

// TestMovesAreAdvised names the moves of a seat whose row is longer than it may take.
func TestMovesAreAdvised(t *testing.T) {
	g := deal(t, 1).run(longRow, func(v rules.View) bool { return len(v.Row) > 5 })
	b := board(t, g.frame(g.mover()))
	for move, want := range map[string]string{
		string(rules.Play(rules.Eight)): "play 8", string(rules.Take()): "take 8, plus 2, 8, 8, 7",
		`{"type":"play","card":"-2"}`: "play minus 2", `{"type":"play","card":"cityhall"}`: "play city hall",
		`{"type":"resign"}`: "resign", `{"type":"dance"}`: "",
	} {
		if got := b.Advise(json.RawMessage(move)); got != want {
			t.Errorf("%s is advised as %q, not %q", move, got, want)
		}
	}
}
