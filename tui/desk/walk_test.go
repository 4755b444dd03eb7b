package desk_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/cryptotest"

	"noir/data"
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

// TestWaysLead looks at every step of long ways through all screens of the desk, as far as the keys that they
// name lead, for somebody with a second key, friends and codes, and for a guest.
func TestWaysLead(t *testing.T) {
	for name, first := range map[string]func(*tui.Session) tui.Screen{
		"keys": desk.Keys, "settings": desk.Settings, "code": desk.Code, "friends": desk.Friends, "guest": desk.Settings,
		"guest-keys": desk.Keys,
		"tie":        func(s *tui.Session) tui.Screen { return desk.Acquaintance(s, data.Player{ID: 5, Name: "vivian"}) },
	} {
		t.Run(name, func(t *testing.T) {
			cryptotest.SetGlobalRandom(t, 1) // codes are the same in each run
			tuitest.Bubble(t, func(t *testing.T) {
				house := tuitest.Open(t)
				p := house.Player("marlowe")
				bind(t, house, p, "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8")
				for _, tied := range []data.Tied{
					{Player: house.Player("spade"), Tie: data.Friend}, {Player: house.Player("vera"), Tie: data.Friend},
					{Player: house.Player("archer"), Tie: data.Muted}, {Player: house.Player("vivian"), Tie: data.Blocked},
				} {
					if err := house.Store.Tie(t.Context(), p.ID, tied.Player.ID, tied.Tie); err != nil {
						t.Fatal(err)
					}
				}
				if strings.HasPrefix(name, "guest") {
					p = house.Guest("guest-1234")
				}
				var prints []tuitest.Print
				for round := range uint64(3) {
					s := away(t, house, p)
					s.Routes.Friends, s.Routes.Tie = desk.Friends, desk.Acquaintance
					s.Here = func(p data.PlayerID) bool { return p == house.Player("vera").ID }
					term := tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), tuitest.Again("below", func() tui.Screen { return first(s) })), 80, 24)
					prints = append(prints, term.Wander(fmt.Sprint(name, " ", round), round, 70, nil, "spade", "Aunt Ada", "1234-abcd", "marlowe", "x")...)
				}
				tuitest.Prints(t, "ways-"+name, prints)
			})
		})
	}
}
