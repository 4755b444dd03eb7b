package lesson_test

import (
	"testing"

	"noir/tui/tuitest"
)

// TestWalk looks at every step of a way through the lesson by keys pressed by chance.
func TestWalk(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		term := start(t, session(t), 80, 24)
		steps := tuitest.Roam(1, 70, "enter", "enter", "1", "2", "3", "4", "5", "t", "b", "?", "esc", "right", "up", "down", "r", "tab")
		tuitest.Prints(t, "walk", term.Walk("lesson", nil, steps...))
	})
}
