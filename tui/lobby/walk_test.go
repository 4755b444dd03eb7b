package lobby_test

import (
	"fmt"
	"regexp"
	"testing"
	"testing/cryptotest"
	"time"

	"noir/data"
	"noir/engine/districtnoir"
	"noir/engine/noirburg"
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

// TestWaysLead looks at every step of long ways through the screens that lead to a table, as far as the keys that they
// name lead: for a newcomer, a player with a table, a challenge and a friend, and a guest.
func TestWaysLead(t *testing.T) {
	for name, first := range map[string]func(*tui.Session) tui.Screen{
		"home": lobby.Home, "guest": lobby.Home, "busy": lobby.Home, "private": lobby.Private, "challenges": lobby.Challenges,
		"invite": func(s *tui.Session) tui.Screen { return lobby.Invite(s, data.Player{ID: 2, Name: "spade"}) },
		"house":  func(s *tui.Session) tui.Screen { return lobby.House(s, "") },
		"learn":  lobby.Learn, "rules": func(s *tui.Session) tui.Screen { return lobby.Rules(s, "district-noir") },
		"find": func(s *tui.Session) tui.Screen { return lobby.Find(s, "noirburg") },
		"name": lobby.Name,
	} {
		t.Run(name, func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, 1) // codes are the same in each run
			tuitest.Bubble(t, func(t *testing.T) {
				house := tuitest.Open(t)
				p, spade, vera := house.Player("marlowe"), house.Player("spade"), house.Player("vera")
				switch name {
				case "guest", "name":
					p = house.Guest("guest-1234")
				case "home", "find":
				default:
					house.Played(time.Now().Add(-time.Hour), p, spade)
					house.Hosted(spade, vera)
					if err := house.Store.Tie(t.Context(), p.ID, spade.ID, data.Friend); err != nil {
						t.Fatal(err)
					}
					if _, err := house.Broker.Challenge(t.Context(), data.Challenge{From: spade, To: p, Game: "district-noir", Seats: 2}); err != nil {
						t.Fatal(err)
					}
				}
				for i := range 9 { // more than a small window holds
					if name != "challenges" {
						break
					}
					c := data.Challenge{From: house.Player(fmt.Sprint("maker-", i)), Game: "noirburg", Seats: 4}
					if _, err := house.Broker.Challenge(t.Context(), c); err != nil {
						t.Fatal(err)
					}
				}
				var prints []tuitest.Print
				for round := range uint64(2) {
					s := session(house, p)
					if name == "name" {
						s.Player = data.Player{}
					}
					s.Games = []tui.Game{{Rules: districtnoir.Game{}, Texts: page(rulesText)}, {Rules: noirburg.Game{}}}
					s.Around = func() []data.Player { return []data.Player{spade, vera} }
					s.Routes.Invite = lobby.Invite
					term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), tuitest.Again("below", func() tui.Screen { return first(s) })), 80, 24)
					prints = append(prints, term.Wander(fmt.Sprint(name, " ", round), round, 90, nil, "spade", "card", "1234-abcd", "Ada", "x")...)
				}
				tuitest.Prints(t, "ways-"+name, prints)
			})
		})
	}
}
