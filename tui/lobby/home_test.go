package lobby_test

import (
	"strings"
	"testing"
	"time"

	"noir/tui"
	"noir/tui/desk"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

func TestHomeLooks(t *testing.T) {
	tuitest.Screens(t, "home", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Online = func() int { return 23 }
		term := start(t, s, lobby.Home(s), w, h)
		return term.WaitFor("23 here")
	})
	tuitest.Screens(t, "home-busy", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		marlowe, spade, vera := house.Player("marlowe"), house.Player("spade"), house.Player("vera")
		house.Played(time.Now().Add(-48*time.Hour), vera, spade)
		house.Played(time.Now().Add(-time.Hour), marlowe, spade)
		house.Seated(spade, vera)
		house.Hosted(marlowe, house.Player("archer"))
		s := session(house, marlowe)
		s.Online = func() int { return 7 }
		term := start(t, s, lobby.Home(s), w, h)
		screen := term.WaitFor("7 here", "Your table", "marlowe  1527?", "none waiting yet")
		if w > 40 {
			screen = term.WaitFor("busiest 22–1 h your time")
		}
		return strings.Replace(screen, s.Words("waiting for %s", "archer"), s.Words("your move"), 1) // the lot says who begins
	})
	tuitest.Screens(t, "home-help", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Home(s), w, h)
		term.WaitFor("none waiting yet")
		term.Press("?")
		return term.WaitFor("hang up; seats are kept")
	})
	tuitest.Screens(t, "home-guest", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, lobby.Home(s), w, h)
		return term.WaitFor("ssh-keygen", "no tables")
	})
}

// TestNobodyIsNewAfterAGame: one for no rating does.
func TestNobodyIsNewAfterAGame(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		chair, err := house.Broker.Sit(t.Context(), house.Hosted(marlowe, house.Player("spade")), marlowe.ID)
		if err != nil {
			t.Fatal(err)
		}
		defer chair.Leave()
		if err := chair.Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		s := session(house, marlowe)
		start(t, s, lobby.Home(s), 80, 24).WaitFor("no rated game yet", "last: lost to spade")
	})
}

func TestHomeLeadsEverywhere(t *testing.T) {
	for row, there := range map[string]string{
		"District Noir": "the only one so far", "Against the house": "T H E   H O U S E", "Private table": "P R I V A T E",
		"Your games": "games of marlowe", "Watch": "all the tables", "Rankings": "rankings of district-noir",
		"How to play": "H O W   T O   P L A Y",
	} {
		t.Run(row, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				_, _, term := atHome(t)
				term.Click(row)
				term.WaitFor(there)
				term.Press("esc")
				term.WaitFor("find a stranger")
			})
		})
	}
}

// TestOwnTableComesFirst when a game begins while home is shown, after the cursor has been moved.
func TestOwnTableComesFirst(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		house.Hosted(marlowe, spade)
		term.WaitFor("▸ Your table", "v spade", "enter resume")
		term.Press("down", "down")
		term.WaitFor("▸ Against the house")
		house.Seated(house.Player("vera"), house.Player("archer"))
		term.WaitFor("▸ Against the house", "1 table ", "best: 1500 v 1500")
		term.Press("home", "enter")
		term.WaitFor("at the table")
	})
}

// TestTheBestTableIsThatOfNow: also when as many tables run as before.
func TestTheBestTableIsThatOfNow(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		vera, archer := house.Player("vera"), house.Player("archer")
		id := house.Seated(vera, archer)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 table ", "best: 1500 v 1500")
		chair, err := house.Broker.Sit(t.Context(), id, vera.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := chair.Resign(t.Context()); err != nil {
			t.Fatal(err)
		}
		house.Seated(vera, archer)
		term.WaitFor("1 table ", "best: 1530 v 1470")
	})
}

// TestCursorStaysAcrossAPage goes to a page and back: twice with nothing going
// on, once to find a game begun meanwhile.
func TestCursorStaysAcrossAPage(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		term.Press("end", "up", "enter")
		term.WaitFor("rankings of")
		term.Press("esc")
		term.WaitFor("▸ Rankings")
		time.Sleep(10 * time.Second) // of the bubble's clock: new figures have come
		term.WaitFor("▸ Rankings")
		term.Press("enter")
		term.WaitFor("rankings of")
		house.Hosted(marlowe, spade)
		term.Press("esc")
		term.WaitFor("▸ Your table")
	})
}

// TestHomeRestsWhileCovered counts how often the house is looked at.
func TestHomeRestsWhileCovered(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		looks := make(chan struct{}, 1000)
		s.Online = func() int { looks <- struct{}{}; return 1 }
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		time.Sleep(time.Minute) // of the bubble's clock
		if n := len(looks); n < 25 || n > 35 {
			t.Errorf("looked %d times in a minute, want about 30", n)
		}
		term.Click("Rankings")
		term.WaitFor("rankings of")
		before := len(looks)
		time.Sleep(time.Minute)
		if n := len(looks) - before; n > 1 {
			t.Errorf("looked %d times while nobody saw it", n)
		}
		term.Press("esc")
		term.WaitFor("1 here")
	})
}

func TestGuestOwnsNothing(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, lobby.Home(s), 80, 24)
		screen := term.WaitFor("ssh-keygen", "1 here tonight")
		if strings.Contains(screen, "Your games") {
			t.Errorf("a guest is offered games:\n%s", screen)
		}
		term.Press("enter")
		term.WaitFor("casual", "the only one so far")
		if rated := s.Search.Ticket.Rated; rated {
			t.Error("a guest waits for a rated game")
		}
	})
}

// TestPlainTerminal shows every screen of the lobby on an ASCII terminal.
func TestPlainTerminal(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		house.Hosted(marlowe, house.Player("spade"))
		s := session(house, marlowe)
		s.Games[0].Texts = page(rulesText)
		term := tuitest.Start(t, plainRoot(s, lobby.Home(s)), 80, 24)
		ascii := func(where string) {
			for _, r := range term.Screen() {
				if r > '~' {
					t.Errorf("%s shows %q:\n%s", where, r, term.Screen())
					return
				}
			}
		}
		term.WaitFor("1 here", "Your table")
		ascii("home")
		term.Press("?")
		ascii("the help")
		term.Press("esc")
		for _, row := range []string{"Against the house", "Private table", "How to play"} {
			term.Click(row)
			term.Wait(func(screen string) bool { return !strings.Contains(screen, "Hoboken") })
			ascii(row)
			term.Press("esc")
			term.WaitFor("Hoboken")
		}
	})
}

// TestHomeSpeaksAnotherLanguageAtOnce when one comes back from the settings.
func TestHomeSpeaksAnotherLanguageAtOnce(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Routes.Settings = desk.Settings
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("Against the house", "enter wait for one", "1 here")
		term.Press("s")
		term.WaitFor("S E T T I N G S")
		term.Press("end", "up", "up", "up", "right")
		term.WaitFor("← English →")
		term.Press("right")
		term.WaitFor("Sprache", "← Deutsch →")
		term.Press("esc")
		term.WaitFor("Gegen das Haus", "enter warten", "heute da: 1")
	})
}

// TestGermanInASCII is for a locale without UTF-8.
func TestGermanInASCII(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Language = s.Reads("de").ASCII()
		theme := tui.NewTheme(tui.Look{ASCII: true})
		theme.Reader = s.Language
		term := tuitest.Start(t, tui.NewRoot(s, theme, lobby.Home(s)), 80, 24)
		term.WaitFor("Gegen das Haus", "eroeffnen . mit Code dazu")
		term.OnlyASCII()
		term.Press("?")
		term.WaitFor("Plaetze bleiben")
		term.OnlyASCII()
	})
}
