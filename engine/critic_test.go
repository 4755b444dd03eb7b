package engine_test

import (
	"testing"

	"noir/engine"
)

// TestBest is the first of several that are as good.
func TestBest(t *testing.T) {
	judged := engine.Judgement{Moves: []engine.Judged{
		{Move: []byte(`1`), Chance: 0.2}, {Move: []byte(`2`), Chance: 0.6}, {Move: []byte(`3`), Chance: 0.6}, {Move: []byte(`4`), Chance: 0.5},
	}}
	if best := judged.Best(); string(best.Move) != `2` || best.Chance != 0.6 {
		t.Errorf("the best is %s with %v", best.Move, best.Chance)
	}
}
