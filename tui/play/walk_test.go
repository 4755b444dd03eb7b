package play_test

import (
	"fmt"
	"testing"
	"testing/synctest"

	"noir/engine"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/noirburg"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// TestWalks looks at every step of a way through a replay with its review, and at whole games of two and of
// three in which keys are pressed by chance.
func TestWalks(t *testing.T) {
	t.Parallel()
	t.Run("replay", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			id := reviewed(t, house)
			s := session(house, house.Player("marlowe"))
			term := start(t, s, play.Replay(s, id))
			term.WaitFor("move 0 of 48")
			steps := []string{"?", "esc", "right", "right", "space", "3s", "+", "3s", "+", "2s", "space", "-", "-", "left", "tab", "down", "up", "tab",
				"g", "2", "1", "backspace", "enter", "n", "n", "p", "a", "1s", "]", "]", "[", "f", "esc", "m", "down", "pgdown", "up", "home", "end", "esc",
				"o", "down", "esc", "end", "tab", "40×20", "tab", "120×40", "home"}
			steps = append(steps, tuitest.Roam(1, 50, "space", "left", "right", "+", "-", "home", "end", "pgup", "pgdown", "n", "p", "a", "]", "[", "tab", "up", "down", "?", "g", "4", "enter", "m")...)
			tuitest.Prints(t, "replay", term.Walk("replay", nil, steps...))
		})
	})
	t.Run("two", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			terms := dealt(t, districtnoir.Game(), engine.Seed{4}, func(*tui.Session) {}, "marlowe", "spade")
			keys := []string{"1", "2", "enter", "1", "enter", "t", "enter", "left", "right", "c", "3", "5", "m", "esc", "tab", "?", "p", "esc", "enter"}
			tuitest.Prints(t, "two", together(terms, 70, keys))
		})
	})
	t.Run("three", func(t *testing.T) {
		tuitest.Bubble(t, func(t *testing.T) {
			terms := dealt(t, noirburg.Game(), engine.Seed{3}, func(*tui.Session) {}, "marlowe", "spade", "vera")
			keys := []string{"1", "2", "enter", "3", "enter", "a", "enter", "r", "enter", "d", "enter", "e", "enter", "p", "p", "x", "c", "2", "m", "esc", "A", "?", "esc", "right", "tab"}
			tuitest.Prints(t, "three", together(terms, 80, keys))
		})
	})
}

// together walks at several terminals of one table, by turns, and has each leave through the menu at last.
func together(terms []*tuitest.Terminal, n int, keys []string) (prints []tuitest.Print) {
	names := [...]string{"marlowe", "spade", "vera"}
	steps := append(tuitest.Roam(7, n, keys...), "esc", "q", "down", "up", "esc", "q", "r", "n", "q", "r", "enter", "y", "1s", "tab", "m", "esc", "r", "1s", "w")
	for i, step := range steps {
		who := i / 3 % len(terms)
		prints = append(prints, terms[who].Walk(fmt.Sprint(i, " ", names[who]), nil, step, "600ms")...)
		synctest.Wait()
	}
	return prints
}
