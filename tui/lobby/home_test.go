package lobby_test

import (
	"strings"
	"testing"
	"time"

	"noir/tui/lobby"
	"noir/tui/tuitest"
)

func TestHomeLooks(t *testing.T) {
	pictures(t, "home", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Online = func() int { return 23 }
		term := start(t, s, lobby.Home(s), w, h)
		return term.WaitFor("23 here")
	})
	pictures(t, "home-busy", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		marlowe, spade, vera := house.Player("marlowe"), house.Player("spade"), house.Player("vera")
		house.Played(time.Now().Add(-48*time.Hour), vera, spade)
		house.Played(time.Now().Add(-time.Hour), marlowe, spade)
		house.Seated(spade, vera)
		house.Hosted(marlowe, house.Player("archer"))
		s := session(house, marlowe)
		s.Online = func() int { return 7 }
		term := start(t, s, lobby.Home(s), w, h)
		screen := term.WaitFor("7 here", "Your table", "marlowe  1527?")
		return strings.Replace(screen, "waiting for archer", "your move", 1) // the lot says who begins
	})
	pictures(t, "home-guest", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Guest("guest-1234"))
		term := start(t, s, lobby.Home(s), w, h)
		return term.WaitFor("ssh-keygen", "no tables")
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
				house := tuitest.Open(t)
				s := session(house, house.Player("marlowe"))
				term := start(t, s, lobby.Home(s), 80, 24)
				term.WaitFor("1 here")
				term.Click(row)
				term.WaitFor(there)
				term.Press("esc")
				term.WaitFor("find a stranger")
			})
		})
	}
}

// TestOwnTableComesFirst sees a game begin while home is shown, whose cursor
// has been moved.
func TestOwnTableComesFirst(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("1 here")
		house.Hosted(marlowe, spade)
		term.WaitFor("▸ Your table", "v spade", "enter take it up")
		term.Press("down", "down")
		term.WaitFor("▸ Against the house")
		house.Seated(house.Player("vera"), house.Player("archer"))
		term.WaitFor("▸ Against the house", "1 table ", "best: 1500 v 1500")
		term.Press("home", "enter")
		term.WaitFor("at the table")
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
		screen := term.WaitFor("ssh-keygen", "tonight 1 here")
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

// TestPlainTerminal reads every screen of the lobby in a terminal that has
// nothing but ASCII.
func TestPlainTerminal(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe := house.Player("marlowe")
		house.Hosted(marlowe, house.Player("spade"))
		s := session(house, marlowe)
		s.Rules = map[string]string{"district-noir": rulesText}
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
