package lobby_test

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"noir/data"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// tickets are the ids of challenges, which differ in each run.
var tickets = regexp.MustCompile(`[0-9A-Z]{4} (spade|marlowe)`)

// TestWalks looks at every step of ways through home and the screens on the way to a table.
func TestWalks(t *testing.T) {
	t.Parallel()
	moves := []string{"up", "down", "down", "left", "right", "enter", "tab", "?", "space", "home", "end"}
	for name, walk := range map[string]struct {
		first func(*tui.Session) tui.Screen
		keys  []string
	}{
		"home":       {lobby.Home, append([]string{"s", "y", "x", "p", "1s", "3", "esc", "'de"}, moves...)},
		"house":      {func(s *tui.Session) tui.Screen { return lobby.House(s, "") }, moves[:8]},
		"challenges": {lobby.Challenges, append([]string{"x", "n", "a"}, moves...)},
		"rules": {func(s *tui.Session) tui.Screen { return lobby.Rules(s, "district-noir") },
			[]string{"down", "pgdown", "g", "G", "c", "/", "'card", "enter", "n", "N", "up", "j", "k", "pgup", "space", "?", "enter"}},
		"name": {lobby.Name, []string{"'marlowe", "'x", "backspace", "enter", "left", "home", "ctrl+u", "'Ádá m", "?", "tab"}},
	} {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				house := tuitest.Open(t)
				p, spade := house.Player("marlowe"), house.Player("spade")
				house.Played(time.Now().Add(-time.Hour), p, spade)
				if _, err := house.Broker.Challenge(t.Context(), data.Challenge{From: spade, To: p, Game: "district-noir", Seats: 2}); err != nil {
					t.Fatal(err)
				}
				s := session(house, p)
				s.Games[0].Texts = page(rulesText)
				var prints []tuitest.Print
				for round := range uint64(2) {
					term := start(t, s, tuitest.Over("below", walk.first(s)), 80, 24)
					prints = append(prints, term.Walk(fmt.Sprint(name, " ", round), tickets, append([]string{"1s"}, tuitest.Roam(round, 30, walk.keys...)...)...)...)
				}
				tuitest.Prints(t, "walk-"+name, prints)
			})
		})
	}
}
