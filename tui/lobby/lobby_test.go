package lobby_test

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"noir/data"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// session is a player's session, with the real screens of the lobby.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Routes.Name, s.Routes.Home, s.Routes.Queue, s.Routes.Rules = lobby.Name, lobby.Home, lobby.Queue, lobby.Rules
	return s
}

// start shows a screen of a player's session.
func start(t *testing.T, s *tui.Session, first tui.Screen, w, h int) *tuitest.Terminal {
	return tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), first), w, h)
}

// marlowe opens a house and shows one of their screens to marlowe.
func marlowe(t *testing.T, screen func(*tui.Session) tui.Screen, w, h int) (*tuitest.House, *tui.Session, *tuitest.Terminal) {
	t.Helper()
	house := tuitest.Open(t)
	s := session(house, house.Player("marlowe"))
	return house, s, start(t, s, screen(s), w, h)
}

// atHome shows home to marlowe in a house of their own, once its figures have come.
func atHome(t *testing.T) (*tuitest.House, *tui.Session, *tuitest.Terminal) {
	t.Helper()
	house, s, term := marlowe(t, lobby.Home, 80, 24)
	term.WaitFor("1 here")
	return house, s, term
}

// answer presses a key at the card that says that a table is found, which is deaf for
// a moment. It passes by the clock of a bubble.
func answer(term *tuitest.Terminal, key string) {
	time.Sleep(time.Second)
	term.Press(key)
}

// join types a private table's code, as its host reads it.
func join(term *tuitest.Terminal, code string) {
	term.Press("down", "enter")
	term.Type(code)
	term.Press("enter")
}

// plainRoot is for a terminal without colours and with ASCII alone.
func plainRoot(s *tui.Session, first tui.Screen) tea.Model {
	return tui.NewRoot(s, tui.NewTheme(tui.Look{Colours: colorprofile.ASCII, ASCII: true}), first)
}

// TestScreensAreLeft by either key.
func TestScreensAreLeft(t *testing.T) {
	t.Parallel()
	tuitest.LeftBy(t, map[string]func(*tui.Session) tui.Screen{
		"THE HOUSE":     func(s *tui.Session) tui.Screen { return lobby.House(s, "") },
		"WITH A FRIEND": lobby.Private,
		"CHALLENGES":    lobby.Challenges,
		"nobody":        func(s *tui.Session) tui.Screen { return lobby.Invite(s, data.Player{ID: 999, Name: "nobody"}) },
	})
}

// TestBeforeAnythingIsKnown: no screen says what it does not know, and names of any length can be typed.
func TestBeforeAnythingIsKnown(t *testing.T) {
	tuitest.Early(t, map[string]func(*tui.Session) tui.Screen{
		"home": lobby.Home, "name": lobby.Name, "private": lobby.Private, "challenges": lobby.Challenges,
		"house":                   func(s *tui.Session) tui.Screen { return lobby.House(s, "") },
		"rules":                   func(s *tui.Session) tui.Screen { return lobby.Rules(s, "district-noir") },
		"invite":                  func(s *tui.Session) tui.Screen { return lobby.Invite(s, data.Player{ID: 999, Name: "nobody"}) },
		"challenges down enter":   lobby.Challenges,
		"private down enter":      lobby.Private,
		"private down down enter": lobby.Private,
		"queue": func(s *tui.Session) tui.Screen {
			return lobby.Queue(s, matchmaking.Ticket{Player: s.Player, Terms: matchmaking.Terms{Game: "district-noir", Pace: data.Live}})
		},
	})
}
