package lobby_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"noir/data"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// sizes are the windows for which every screen is drawn: a phone, the terminal
// of old, a large one.
var sizes = [][2]int{{40, 20}, {80, 24}, {120, 40}}

func named(name string, size [2]int) string { return fmt.Sprintf("%s-%dx%d", name, size[0], size[1]) }

// pictures compares a screen at every size with its golden files. Each size is
// a bubble of its own, so that its clock stands at the same hour.
func pictures(t *testing.T, name string, show func(t *testing.T, w, h int) string) {
	for _, size := range sizes {
		t.Run(named(name, size), func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				tuitest.Golden(t, named(name, size), show(t, size[0], size[1]))
			})
		})
	}
}

// session is somebody's, with the real screens of the lobby.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Routes.Name, s.Routes.Home, s.Routes.Queue, s.Routes.Rules = lobby.Name, lobby.Home, lobby.Queue, lobby.Rules
	return s
}

// start shows a screen of somebody's session.
func start(t *testing.T, s *tui.Session, first tui.Screen, w, h int) *tuitest.Terminal {
	return tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), first), w, h)
}

// plainRoot is for a terminal without colours and with ASCII alone.
func plainRoot(s *tui.Session, first tui.Screen) tea.Model {
	return tui.NewRoot(s, tui.NewTheme(colorprofile.ASCII, true), first)
}
