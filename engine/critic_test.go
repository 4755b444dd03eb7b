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

// TestHowOftenATrialPlays: as often as usual unless it has a share of that, and once at least.
func TestHowOftenATrialPlays(t *testing.T) {
	for _, c := range []struct {
		share float64
		want  int
	}{{0, 400}, {1, 400}, {0.5, 200}, {0.0001, 1}, {2, 800}} {
		if got := (engine.Trial{Share: c.share}).Of(400); got != c.want {
			t.Errorf("a share of %v: %d games, not %d", c.share, got, c.want)
		}
	}
}
