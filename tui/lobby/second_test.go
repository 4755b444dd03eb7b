package lobby_test

import (
	"testing"

	"noir/engine"
	"noir/engine/districtnoir"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// crowd is a second game: the same rules under another name, for more people.
type crowd struct{ districtnoir.Game }

func (crowd) Info() engine.Info {
	return engine.Info{Name: "crowd", Title: "The Crowd", MinSeats: 3, MaxSeats: 6, Levels: []string{"normal", "boss"}}
}

func TestEveryGameIsListed(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Games = append(s.Games, crowd{})
		s.Rules = map[string]string{"district-noir": "# One", "crowd": "# Another"}
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("District Noir", "The Crowd", "find a table (3–6)", "easy · normal · boss")
		term.Click("How to play")
		term.WaitFor("One", "tab other game")
		term.Press("tab")
		term.WaitFor("Another", "The Crowd")
		term.Press("esc")
		term.WaitFor("find a table")
		term.Click("Against the house")
		term.WaitFor("boss", "T H E   H O U S E")
		term.Press("esc")
		term.WaitFor("find a table")
		term.Click("Private table")
		term.WaitFor("P R I V A T E", "The Crowd")
	})
}
