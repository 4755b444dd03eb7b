package desk_test

import (
	"fmt"
	"testing"

	"noir/tui"
	"noir/tui/desk"
	"noir/tui/tuitest"
)

// TestWalks looks at every step of ways through keys, settings, codes and friends.
func TestWalks(t *testing.T) {
	for name, walk := range map[string]struct {
		first func(*tui.Session) tui.Screen
		keys  []string
	}{
		"keys":     {desk.Keys, []string{"up", "down", "a", "x", "r", "enter", "'attic", "backspace", "u", "?", "n", "esc", "1s"}},
		"settings": {desk.Settings, []string{"up", "down", "down", "down", "left", "right", "enter", "space", "'spa", "esc", "?", "home", "end"}},
		"code":     {desk.Code, []string{"'1234", "'abcd-", "backspace", "enter", "ctrl+u", "?", "left", "right"}},
		"friends":  {desk.Friends, []string{"up", "down", "enter", "a", "t", "x", "'spade", "enter", "left", "right", "esc", "?", "f", "m", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				house := tuitest.Open(t)
				house.Player("spade")
				house.Player("vera")
				s := session(house, house.Player("marlowe"))
				var prints []tuitest.Print
				for round := range uint64(2) {
					term := start(t, s, walk.first(s), 80, 24)
					prints = append(prints, term.Walk(fmt.Sprint(name, " ", round), codes, tuitest.Roam(round, 30, walk.keys...)...)...)
				}
				tuitest.Prints(t, "walk-"+name, prints)
			})
		})
	}
}
