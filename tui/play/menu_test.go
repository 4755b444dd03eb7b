package play_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/engine"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/districtnoir"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// TestALiveGameIsSlowedFromTheMenu: one offers it, the other agrees.
func TestALiveGameIsSlowedFromTheMenu(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.terms[0].Press("q", "d", "enter")
		p.terms[1].WaitFor("marlowe offers to go on at a day a move.")
		p.terms[0].Press("q")
		p.terms[0].WaitFor("you have offered it")
		p.terms[0].Press("esc")
		p.terms[1].Press("q")
		p.terms[1].WaitFor("agree to a day a move")
		p.terms[1].Press("d", "enter")
		for _, term := range p.terms {
			screen := term.WaitFor("From now on this is a day game: 24 hours a move.")
			if !strings.Contains(screen, "24:00") && !strings.Contains(screen, "23 h") && !strings.Contains(screen, "24 h") {
				t.Errorf("no clock of a day on\n%s", screen)
			}
		}
		p.terms[0].Press("q")
		screen := p.terms[0].WaitFor("let nobody watch")
		if strings.Contains(screen, "offer") {
			t.Errorf("a day game is offered to be one:\n%s", screen)
		}
	})
}

// TestWatchersAreSentAwayFromTheMenu, with a sentence, and let in again.
func TestWatchersAreSentAwayFromTheMenu(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		s := p.sessions[0]
		watcher := start(t, p.sessions[1], play.Watch(s, p.match))
		watcher.WaitFor("DISTRICT NOIR")
		p.terms[0].Press("q", "w", "enter")
		watcher.WaitFor("That table is closed to watchers: watch another.")
		p.terms[1].WaitFor("The table is closed to watchers.")
		p.terms[0].Press("q")
		p.terms[0].WaitFor("let others watch")
		p.terms[0].Press("w", "enter")
		p.terms[1].WaitFor("The table is open to watchers.")
	})
}

// TestTheMenuNamesAClockOnlyWhereOneRuns: none does where one person plays the house.
func TestTheMenuNamesAClockOnlyWhereOneRuns(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.terms[0].Press("q")
		p.terms[0].WaitFor("your seat is kept, your clock runs")

		s := session(p.house, p.house.Player("vera"))
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), home{"home", tui.Seek{Ticket: matchmaking.Ticket{
			Player: s.Player, Terms: matchmaking.Terms{Game: districtnoir.Name, Pace: data.Live}, Bot: "easy",
		}}}), 80, 24)
		term.WaitFor("DISTRICT NOIR", "Pip")
		term.Press("q")
		if screen := term.WaitFor("your seat is kept"); strings.Contains(screen, "clock") {
			t.Errorf("a clock runs at a table without one:\n%s", screen)
		}
	})
}

// TestTheWheelChoosesInTheMenu: it goes down and up like the arrows.
func TestTheWheelChoosesInTheMenu(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		term := p.terms[0]
		term.Press("q")
		for _, turn := range []struct {
			wheel  tea.MouseButton
			chosen string
		}{{tea.MouseWheelDown, "leave"}, {tea.MouseWheelDown, "resign"}, {tea.MouseWheelUp, "leave"}} {
			term.Send(tea.MouseWheelMsg{Button: turn.wheel})
			if screen := term.Screen(); !strings.Contains(screen, "▸ "+turn.chosen) {
				t.Errorf("%q is not chosen:\n%s", turn.chosen, screen)
			}
		}
	})
}

// TestTheMenuFits every window.
func TestTheMenuFits(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		term := dealt(t, districtnoir.Game(), engine.Seed{4}, func(*tui.Session) {}, "marlowe", "spade")[0]
		term.Press("q", "down")
		tuitest.Prints(t, "menu", term.InWindows("menu", 60, 26))
	})
}
