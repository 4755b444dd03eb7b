package history_test

import (
	"testing"
	"time"

	"noir/data"
	"noir/engine/noirburg"
	"noir/tui"
	"noir/tui/history"
	"noir/tui/tuitest"
)

// session is a player's session, with the real screens of this package.
func session(h *tuitest.House, p data.Player) *tui.Session {
	s := h.Session(p)
	s.Routes.Tables, s.Routes.Games = history.Tables, history.Games
	s.Routes.Rankings, s.Routes.Profile = history.Rankings, history.Profile
	return s
}

func start(t *testing.T, s *tui.Session, first tui.Screen, w, h int) *tuitest.Terminal {
	return tuitest.Start(t, tui.NewRoot(s, tuitest.Themed(s), first), w, h)
}

// town is a house in which three have played for a week. Marlowe has won and lost, the last time
// against Spade two hours ago.
func town(t *testing.T) (house *tuitest.House, marlowe data.Player) {
	house = tuitest.Open(t)
	marlowe = house.Player("marlowe")
	spade, vera := house.Player("spade"), house.Player("vera")
	now := time.Now()
	for day := range 7 {
		at := now.Add(-time.Duration(7-day) * 24 * time.Hour)
		house.Played(at, spade, vera)
		if day%3 == 1 {
			house.Played(at.Add(time.Hour), vera, marlowe)
		} else {
			house.Played(at.Add(time.Hour), marlowe, vera)
		}
	}
	house.Played(now.Add(-2*time.Hour), marlowe, spade)
	return house, marlowe
}

// TestColours: whose row is the visitor's, what is won and lost, and what is under the cursor.
func TestColours(t *testing.T) {
	t.Parallel()
	for name, show := range map[string]func(*tui.Session) tui.Screen{
		"rankings": func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
		"profile":  func(s *tui.Session) tui.Screen { return history.Profile(s, s.Player) },
		"games":    func(s *tui.Session) tui.Screen { return history.Games(s, s.Player) },
		"tables":   history.Tables,
	} {
		tuitest.Colours(t, name, func(t *testing.T) *tuitest.Terminal {
			house, marlowe := town(t)
			house.Seated(house.Player("vera"), house.Player("archer"))
			s := session(house, marlowe)
			term := start(t, s, show(s), 80, 24)
			term.WaitFor("vera")
			return term
		})
	}
}

// TestInASCII shows rankings and profiles on an ASCII terminal.
func TestInASCII(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		house.PlayedOut(time.Now(), 1, marlowe, house.Player("archer"))
		s := session(house, marlowe)
		s.Here = func(p data.PlayerID) bool { return p == marlowe.ID }
		theme := tui.NewTheme(tui.Look{ASCII: true})
		term := tuitest.Start(t, tui.NewRoot(s, theme, history.Rankings(s, "district-noir")), 80, 24)
		term.WaitFor("* marlowe", "* is here now")
		term.OnlyASCII()
		term.Press("down", "down", "enter")
		term.WaitFor("here now", "just now", "****")
		for _, shows := range []string{"takes of five", "met", "2 h ago"} {
			term.OnlyASCII()
			term.Press("right")
			term.WaitFor(shows)
		}
	})
}

// TestBooksThatCannotBeRead: every screen says that it has nothing to show, instead of waiting for ever.
func TestBooksThatCannotBeRead(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s := session(house, marlowe)
		house.CloseStore()
		for _, screen := range []tui.Screen{history.Rankings(s, "district-noir"), history.Profile(s, marlowe), history.Games(s, marlowe)} {
			start(t, s, screen, 80, 24).WaitFor("The house cannot find its books. Wait a minute, then press a key.")
		}
	})
}

// TestBooksAreReadAgain at the next key, once the store answers again.
func TestBooksAreReadAgain(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house, marlowe := town(t)
		s, away := session(house, marlowe), tuitest.Open(t)
		away.CloseStore()
		open, closed := *s.Services, *away.Services(nil, nil)
		for _, screen := range []tui.Screen{history.Rankings(s, "district-noir"), history.Profile(s, marlowe), history.Games(s, marlowe)} {
			s.Services.Rankings, s.Services.Matches = closed.Rankings, closed.Matches
			term := start(t, s, screen, 80, 24)
			term.WaitFor("The house cannot find its books.")
			s.Services.Rankings, s.Services.Matches = open.Rankings, open.Matches
			term.Press("down")
			term.WaitFor("vera")
		}
	})
}

// quarter is a house in which six have played Noirburg; marlowe sits at a table with all of
// them.
func quarter(t *testing.T) (house *tuitest.House, marlowe data.Player) {
	house = tuitest.Open(t)
	var all []data.Player
	for _, name := range []string{"marlowe", "spade", "vera", "archer", "vivian-sternwood", "brigid"} {
		all = append(all, house.Player(name))
	}
	now := time.Now()
	house.Played(now.Add(-50*time.Hour), all[0], all[1])
	house.Fought(now.Add(-30*time.Hour), all[1], all[0], all[2])
	house.Fought(now.Add(-20*time.Hour), all...)
	house.Fought(now.Add(-time.Hour), all[5], all[4], all[3], all[2], all[1], all[0])
	house.Gathered(all...)
	return house, all[0]
}

// TestSixAtATable draws the lists of a house in which more than two sit at a table.
func TestSixAtATable(t *testing.T) {
	t.Parallel()
	both := func(h *tuitest.House, p data.Player) *tui.Session {
		s := session(h, p)
		s.Games = append(s.Games, tui.Game{Rules: noirburg.Game{}})
		return s
	}
	tuitest.Screens(t, "games-of-six", func(t *testing.T, w, h int) string {
		house, marlowe := quarter(t)
		s := both(house, marlowe)
		term := start(t, s, history.Games(s, marlowe), w, h)
		return onMove(s, term.WaitFor("resume", "6th", "won", "2nd"))
	})
	tuitest.Screens(t, "tables-of-six", func(t *testing.T, w, h int) string {
		house, marlowe := quarter(t)
		s := both(house, marlowe)
		return start(t, s, history.Tables(s), w, h).WaitFor("spade", "move 0")
	})
	tuitest.Screens(t, "profile-of-six", func(t *testing.T, w, h int) string {
		house, marlowe := quarter(t)
		s := both(house, marlowe)
		term := start(t, s, history.Profile(s, marlowe), w, h)
		term.WaitFor("District Noir")
		term.Press("tab")
		return term.WaitFor("3 rated games: 1 won, 2 lost")
	})
}

// TestScreensAreLeft by either key.
func TestScreensAreLeft(t *testing.T) {
	t.Parallel()
	tuitest.LeftBy(t, map[string]func(*tui.Session) tui.Screen{
		"RANKINGS":   func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
		"MARLOWE":    func(s *tui.Session) tui.Screen { return history.Profile(s, s.Player) },
		"YOUR GAMES": func(s *tui.Session) tui.Screen { return history.Games(s, s.Player) },
		"WATCH":      history.Tables,
	})
}

// TestBeforeAnythingIsKnown: no screen says that there is nothing while it does not know.
func TestBeforeAnythingIsKnown(t *testing.T) {
	tuitest.Early(t, map[string]func(*tui.Session) tui.Screen{
		"rankings":   func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
		"rankings /": func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
		"profile":    func(s *tui.Session) tui.Screen { return history.Profile(s, s.Player) },
		"games":      func(s *tui.Session) tui.Screen { return history.Games(s, s.Player) },
		"another's":  func(s *tui.Session) tui.Screen { return history.Profile(s, data.Player{ID: 999, Name: "vera"}) },
		"tables":     history.Tables,
	})
}

// TestDuringAnOutage every screen stands, and says what cannot be read.
func TestDuringAnOutage(t *testing.T) {
	tuitest.Outage(t, map[string]func(*tui.Session) tui.Screen{
		"rankings":  func(s *tui.Session) tui.Screen { return history.Rankings(s, "district-noir") },
		"profile":   func(s *tui.Session) tui.Screen { return history.Profile(s, s.Player) },
		"games":     func(s *tui.Session) tui.Screen { return history.Games(s, s.Player) },
		"another's": func(s *tui.Session) tui.Screen { return history.Games(s, data.Player{ID: 999, Name: "vera"}) },
		"tables":    history.Tables,
	})
}
