package history_test

import (
	"fmt"
	"testing"
	"time"

	"noir/data"
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

// TestWaysLead looks at every step of long ways through the books of the house, as far as the keys that their screens name
// lead, in a house where most has happened and in one where nothing has.
func TestWaysLead(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]func(*tui.Session) tui.Screen{
		"rankings": func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
		"burg":     func(s *tui.Session) tui.Screen { return history.Rankings(s, "noirburg") },
		"profile":  func(s *tui.Session) tui.Screen { return history.Profile(s, s.Player) },
		"other":    func(s *tui.Session) tui.Screen { return history.Profile(s, data.Player{ID: 2, Name: "spade"}) },
		"games":    func(s *tui.Session) tui.Screen { return history.Games(s, s.Player) },
		"tables":   history.Tables,
	} {
		for _, empty := range []bool{false, true} {
			name := name
			if empty {
				name += "-empty"
			}
			t.Run(name, func(t *testing.T) {
				tuitest.Bubble(t, func(t *testing.T) {
					house := tuitest.Open(t)
					p, n := house.Player("marlowe"), 30
					spade, vera := house.Player("spade"), house.Player("vera")
					if !empty {
						n = 80
						for i := range 24 {
							house.Played(time.Now().Add(-time.Duration(24-i)*26*time.Hour), p, house.Player(fmt.Sprintf("loser-%03d", i/2)))
						}
						house.PlayedOut(time.Now().Add(-90*time.Minute), 3, p, spade)
						house.Played(time.Now().Add(-80*time.Minute), spade, p)
						house.Fought(time.Now().Add(-70*time.Minute), vera, p, spade)
						house.Seated(spade, vera)
					}
					var prints []tuitest.Print
					for round := range uint64(2) {
						s := session(house, p)
						s.Games = append(s.Games, tui.Game{Rules: noirburg.Game{}})
						s.Here = func(p data.PlayerID) bool { return p == spade.ID }
						term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), tuitest.Again("below", func() tui.Screen { return first(s) })), 80, 24)
						prints = append(prints, term.Wander(fmt.Sprint(name, " ", round), round, n, nil, "spa", "loser-01", "x")...)
					}
					tuitest.Prints(t, "ways-"+name, prints)
				})
			})
		}
	}
}
