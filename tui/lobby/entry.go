package lobby

import (
	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
)

// push returns the action that shows another screen.
func push(make func() tui.Screen) func() tea.Cmd {
	return func() tea.Cmd { return tui.Ask(tui.Push{Screen: make()}) }
}

// names are those of the people on some of the seats of a table.
func names(t matchmaking.Listing, on func(engine.Seat) bool) []string {
	var list []string
	for i, s := range t.Seats {
		if on(engine.Seat(i)) {
			list = append(list, tui.Called(s.Name))
		}
	}
	return list
}
