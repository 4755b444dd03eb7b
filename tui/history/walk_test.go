package history_test

import (
	"fmt"
	"testing"
	"time"

	"noir/engine/noirburg"
	"noir/tui"
	"noir/tui/history"
	"noir/tui/tuitest"
)

// TestWalks looks at every step of ways through the rankings, a profile, past games and the tables.
func TestWalks(t *testing.T) {
	t.Parallel()
	for name, walk := range map[string]struct {
		first func(*tui.Session) tui.Screen
		keys  []string
	}{
		"rankings": {func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
			[]string{"up", "down", "left", "right", "home", "end", "pgup", "pgdown", "tab", "b", "/", "'ve", "enter", "'spa", "enter", "backspace", "f", "a", "?"}},
		"profile": {func(s *tui.Session) tui.Screen { return history.Profile(s, s.Player) },
			[]string{"up", "down", "down", "left", "right", "tab", "enter", "f", "a", "?", "home", "end", "pgdown"}},
		"games": {func(s *tui.Session) tui.Screen { return history.Games(s, s.Player) },
			[]string{"up", "down", "down", "left", "right", "tab", "enter", "m", "p", "/", "'ver", "'x", "backspace", "enter", "?", "home", "end", "pgdown"}},
		"tables": {history.Tables, []string{"up", "down", "enter", "tab", "left", "right", "?", "home", "end"}},
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				house, marlowe := town(t)
				vera, spade := house.Player("vera"), house.Player("spade")
				house.Fought(time.Now().Add(-90*time.Minute), vera, marlowe, spade)
				house.PlayedOut(time.Now().Add(-80*time.Minute), 3, marlowe, vera)
				for i := range 8 {
					house.Played(time.Now().Add(-time.Duration(i)*time.Hour), marlowe, house.Player(fmt.Sprintf("loser-%03d", i)))
				}
				s := session(house, marlowe)
				s.Games = append(s.Games, tui.Game{Rules: noirburg.Game{}})
				var prints []tuitest.Print
				for round := range uint64(2) {
					term := start(t, s, tuitest.Over("home", walk.first(s)), 80, 24)
					steps := append([]string{"1s"}, tuitest.Roam(round, 30, walk.keys...)...)
					prints = append(prints, term.Walk(fmt.Sprint(name, " ", round), nil, append(steps, "esc", "esc")...)...)
				}
				tuitest.Prints(t, "walk-"+name, prints)
			})
		})
	}
}
