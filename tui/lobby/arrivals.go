package lobby

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// arrivals tells a visitor who wants to hear it that a friend has come.
type arrivals struct {
	here  []string // at the last look
	known bool
}

// see compares which friends are here now. Those who were here before the visitor are not told.
func (a *arrivals) see(s *tui.Session, here []string) tea.Cmd {
	before, known := a.here, a.known
	a.here, a.known = here, true
	if !known || !s.Settings.Friends {
		return nil
	}
	for _, name := range here {
		if !slices.Contains(before, name) {
			return tui.Ask(tui.Toast{Text: tui.Say("%s has come in.", name), Bell: true})
		}
	}
	return nil
}
