package lobby_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

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
		"THE HOUSE":       func(s *tui.Session) tui.Screen { return lobby.House(s, "") },
		"WITH A FRIEND":   lobby.Private,
		"CHALLENGES":      lobby.Challenges,
		"among strangers": func(s *tui.Session) tui.Screen { return lobby.Find(s, "district-noir") },
		"HOW TO PLAY":     func(s *tui.Session) tui.Screen { return lobby.Rules(s, "district-noir") },
		"A lesson has a table": func(s *tui.Session) tui.Screen {
			s.Games[0].Lesson = tui.Lesson{Scenes: make([]tui.Scene, 3)}
			return lobby.Learn(s)
		},
		"nobody": func(s *tui.Session) tui.Screen { return lobby.Invite(s, data.Player{ID: 999, Name: "nobody"}) },
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

// TestDuringAnOutage every screen stands, and says what cannot be done.
func TestDuringAnOutage(t *testing.T) {
	t.Parallel()
	tuitest.Outage(t, map[string]func(*tui.Session) tui.Screen{
		"home": lobby.Home, "private": lobby.Private, "name enter": lobby.Name,
		"challenges enter":                  lobby.Challenges,
		"challenges down enter a enter":     lobby.Challenges,
		"private down down enter s p enter": lobby.Private,
		"invite enter":                      func(s *tui.Session) tui.Screen { return lobby.Invite(s, data.Player{ID: 999, Name: "nobody"}) },
		"house enter":                       func(s *tui.Session) tui.Screen { return lobby.House(s, "") },
	})
}

// TestWindowsOfAnySize: every screen fits, its lists show where they go on, and a click chooses what stands there.
func TestWindowsOfAnySize(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1) // the ids of challenges are the same in each run
	type opens = func(t *testing.T, h *tuitest.House) (*tui.Session, tui.Screen)
	shows := func(player string, screen func(*tui.Session) tui.Screen) opens {
		return func(_ *testing.T, h *tuitest.House) (*tui.Session, tui.Screen) {
			s := both(h, h.Player(player))
			s.Games[0].Lesson = tui.Lesson{Scenes: make([]tui.Scene, 3)}
			s.Games[1].Lesson = tui.Lesson{Scenes: make([]tui.Scene, 2)}
			s.Games[0].Texts = page(rulesText)
			s.Notice, s.Door = strings.Repeat("Be civil. ", 60), "https://noir.example.com/play"
			return s, screen(s)
		}
	}
	spoken := func(tag string, screen func(*tui.Session) tui.Screen) opens {
		return func(t *testing.T, h *tuitest.House) (*tui.Session, tui.Screen) {
			s := both(h, h.Player("marlowe"))
			s.Language = tuitest.Reader(t, tag)
			return s, screen(s)
		}
	}
	tuitest.Sizings(t, map[string]opens{
		"home": shows("marlowe", lobby.Home), "home de": spoken("de", lobby.Home), "home sv": spoken("sv", lobby.Home),
		"home tr": spoken("tr", lobby.Home),
		"house":   shows("marlowe", func(s *tui.Session) tui.Screen { return lobby.House(s, "noirburg") }),
		"find":    shows("marlowe", func(s *tui.Session) tui.Screen { return lobby.Find(s, "noirburg") }),
		"learn":   shows("marlowe", lobby.Learn),
		"private": shows("marlowe", lobby.Private),
		"invite":  shows("marlowe", func(s *tui.Session) tui.Screen { return lobby.Invite(s, data.Player{ID: 999, Name: "nobody"}) }),
		"rules":   shows("marlowe", func(s *tui.Session) tui.Screen { return lobby.Rules(s, "district-noir") }),
		"name":    shows("marlowe", lobby.Name),
		"queue": shows("marlowe", func(s *tui.Session) tui.Screen {
			t := matchmaking.Ticket{Player: s.Player, Terms: matchmaking.Terms{Game: "noirburg", Pace: data.Live}}
			s.Search = &tui.Search{Ticket: t, Since: time.Now(), Waiting: matchmaking.Waiting{Revision: 1, Waiting: 3}}
			return lobby.Queue(s, t)
		}),
		"challenges": func(t *testing.T, h *tuitest.House) (*tui.Session, tui.Screen) {
			s, screen := shows("marlowe", lobby.Challenges)(t, h)
			list, err := h.Broker.Challenges(t.Context(), s.Player.ID)
			for i := len(list); i < 14 && err == nil; i++ {
				_, err = h.Broker.Challenge(t.Context(), data.Challenge{From: h.Player(fmt.Sprintf("maker-%02d", i)), Game: "noirburg", Seats: 3 + i%3})
			}
			if err != nil {
				t.Fatal(err)
			}
			return s, screen
		},
	})
}

// TestNothingIsAskedForTwice: a second enter waits for the answer to the first, after which there may be another. Without
// a text there is nothing to ask for.
func TestNothingIsAskedForTwice(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		for name, c := range map[string]struct {
			screen func(*tui.Session) tui.Screen
			keys   []string
			typed  bool
		}{
			"a challenge":         {lobby.Challenges, nil, false},
			"a challenge by name": {lobby.Challenges, []string{"down", "enter"}, true},
			"a table by code":     {lobby.Private, []string{"down", "enter"}, true},
			"a player's table":    {lobby.Private, []string{"down", "down", "enter"}, true},
			"an invitation":       {func(s *tui.Session) tui.Screen { return lobby.Invite(s, house.Player("spade")) }, nil, false},
			"a name":              {lobby.Name, nil, true},
		} {
			s := session(house, house.Player("marlowe"))
			screen := c.screen(s)
			press := func(keys ...string) (last tea.Cmd) {
				for _, key := range keys {
					msg, _ := tui.KeyPress(key)
					_, last = screen.Update(msg)
				}
				return last
			}
			press(c.keys...)
			if c.typed {
				if press("enter") != nil {
					t.Errorf("%s is asked for without a text", name)
				}
				if name == "a name" {
					tuitest.Settle(t, screen)
				}
				press("s", "p", "a")
			}
			asks := press("enter")
			if asks == nil || press("enter") != nil {
				t.Errorf("%s is asked for: %t, and then again", name, asks != nil)
				continue
			}
			press("x")
			if look := ansi.Strip(strings.Join(screen.View(80, 24, tuitest.Themed(s)), "\n")); c.typed && !strings.Contains(look, "spa_") {
				t.Errorf("while %s is asked for its text changes:\n%s", name, look)
			}
			answer := asks()
			switch answer.(type) {
			case tui.Seek, tui.Push:
				answer = tui.Sought{Err: matchmaking.ErrDraining}
			}
			screen.Update(answer)
			if press("enter") == nil && name != "a name" {
				t.Errorf("%s cannot be asked for again", name)
			}
		}
	})
}
