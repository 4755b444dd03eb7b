package noirburg_test

import (
	"testing"

	"noir/engine"
	"noir/engine/noirburg/rules"
	"noir/tui/tuitest"
)

// TestRoomIsUsed: a table in the middle of a game fills a good part of a large window.
func TestRoomIsUsed(t *testing.T) {
	t.Parallel()
	f := find(t, 4, func(g *game, s engine.Seat) bool {
		return len(g.log) > 100 && inPhase(rules.PhaseAttack, 4, rules.TypeAttack)(g, s)
	}).frame()
	for _, c := range []struct{ w, h, least int }{{120, 40, 25}, {200, 60, 20}} {
		var screen string
		tuitest.Bubble(t, func(t *testing.T) { screen = pictured(t, f, tuitest.Theme(), "", c.w, c.h).Screen() })
		if part := 100 * tuitest.Ink(screen) / (c.w * c.h); part < c.least {
			t.Errorf("ink is in %d %% of %d×%d cells, want %d %%:\n%s", part, c.w, c.h, c.least, screen)
		}
	}
}
