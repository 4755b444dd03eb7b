package event_test

import (
	"testing"
	"time"

	"noir/tui/tuitest"
)

// TestWalk looks at every step of a way through the events, before and in the last seconds of one.
func TestWalk(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		a := open(t)
		c := a.Tournament("Night shift", -10*time.Minute)
		a.Tournament("Early bird", 3*time.Minute)
		marlowe, spade, vera := a.Player("marlowe"), a.Player("spade"), a.Player("vera")
		a.Beaten(c, marlowe, spade)
		a.Beaten(c, spade, vera)
		a.Beaten(c, spade, marlowe)
		term := a.start(a.session(marlowe), 80, 24)
		steps := tuitest.Roam(1, 40, "up", "down", "left", "right", "enter", "esc", "tab", "?", "j", "x")
		tuitest.Prints(t, "walk", term.Walk("events", nil, append(steps, "enter", "3m", "1m", "enter")...))
	})
}
