package lobby_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/data"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestGuestsHaveNoDayGames and nothing rated: the paces that a host can turn to come round without them.
func TestGuestsHaveNoDayGames(t *testing.T) {
	t.Parallel()
	house := tuitest.Open(t)
	for _, c := range []struct {
		host  data.Player
		paces []string
	}{
		{house.Guest("guest-1234"), []string{"live", "twice the time", "four times the time", "no clock", "live"}},
		{house.Player("marlowe"), []string{"live", "twice the time", "four times the time", "no clock", "a day a move", "live"}},
	} {
		s := session(house, c.host)
		screen := lobby.Private(s)
		look := func() string { return ansi.Strip(strings.Join(screen.View(80, 24, tuitest.Themed(s)), "\n")) }
		for range 10 {
			if !strings.Contains(look(), "▸ Pace") {
				screen.Update(tea.KeyPressMsg{Code: tea.KeyDown})
			}
		}
		for _, pace := range c.paces {
			if !strings.Contains(look(), "← "+pace+" →") {
				t.Errorf("%s: not %s but\n%s", c.host.Name, pace, look())
			}
			screen.Update(tea.KeyPressMsg{Code: tea.KeyRight})
		}
		if rated := strings.Contains(look(), "Stake"); rated == c.host.ID.Guest() {
			t.Errorf("%s: the stake can be chosen %t", c.host.Name, rated)
		}
	}
}

// TestAPrivateTableIsOneKeyAway from home while it fills, and friends from the screen that opens one.
func TestAPrivateTableIsOneKeyAway(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		_, _, term := marlowe(t, lobby.Home, 80, 24)
		term.WaitFor("1 here")
		term.Click("With a friend")
		term.WaitFor("Friends")
		term.Click("Friends")
		term.Wait(func(screen string) bool { return strings.HasPrefix(screen, "friends") })
		term.Press("esc")
		term.WaitFor("Open a table")
		term.Press("home", "enter")
		term.WaitFor("1 of 2 seated", "Anybody who types")
		term.Click("Back home")
		term.WaitFor("With a friend         1 of 2 seated", "nobody waits yet")
		term.Click("With a friend")
		term.WaitFor("1 of 2 seated", "Anybody who types")
	})
}
