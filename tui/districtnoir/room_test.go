package districtnoir_test

import (
	"testing"

	rules "noir/engine/districtnoir"
	"noir/tui/districtnoir"
	"noir/tui/tuitest"
)

// TestRoomIsUsed: tables of the second and the third round fill a good part of a large window.
func TestRoomIsUsed(t *testing.T) {
	for _, c := range []struct {
		w, h  int
		least float64
	}{{120, 40, 25}, {200, 60, 20}} {
		ink, tables := 0, 0
		for seed := range 10 {
			for round := 2; round <= 3; round++ {
				g := deal(t, byte(seed)).run(random(uint64(seed)), func(v rules.View) bool { return v.Round == round && len(v.Row) == 6 })
				tables++
				tuitest.Bubble(t, func(t *testing.T) {
					b := tuitest.Shown(t, districtnoir.New(nil), g.frame(g.mover()))
					screen := tuitest.Table(t, b, tuitest.Theme(), c.w, c.h).Screen()
					ink += tuitest.Ink(screen)
				})
			}
		}
		part := 100 * float64(ink) / float64(tables*c.w*c.h)
		t.Logf("ink is in %.1f %% of %d×%d cells", part, c.w, c.h)
		if part < c.least {
			t.Errorf("ink is in %.1f %% of %d×%d cells, want %.0f %%", part, c.w, c.h, c.least)
		}
	}
}
