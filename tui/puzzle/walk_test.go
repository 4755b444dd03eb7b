package puzzle_test

import (
	"testing"

	"noir/tui/tuitest"
)

// TestWalks looks at every step of a way to the answer of a puzzle.
func TestWalks(t *testing.T) {
	for name, pose := range map[string]func(*tuitest.House){
		"district": func(h *tuitest.House) { posed(h) }, "burg": func(h *tuitest.House) { majority(h) },
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				h := tuitest.Open(t)
				pose(h)
				term := seated(t, h, h.Player("marlowe"), 80, 24)
				term.WaitFor("Find it.")
				steps := []string{"?", "esc", "1", "right", "left", "40×20", "2", "esc", "m", "esc", "3", "tab", "120×40", "2", "80×24", "enter", "1s", "?", "esc", "r", "1s", "1", "enter", "1s", "m", "down", "esc", "enter"}
				tuitest.Prints(t, "walk-"+name, term.Walk(name, nil, steps...))
			})
		})
	}
}
