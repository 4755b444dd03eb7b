package lobby_test

import (
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/matchmaking"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestWhoLooksOutIsCalled when somebody waits while they are away from the terminal, at most once
// an hour.
func TestWhoLooksOutIsCalled(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		s.Settings.Lookout = true
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("nobody waits yet")
		term.Send(tea.FocusMsg{})
		term.Send(tea.BlurMsg{})
		seeker := house.Player("spade")
		wait := func() {
			place, err := house.Broker.Queue(t.Context(), matchmaking.Ticket{
				Player: seeker, Terms: matchmaking.Terms{Game: "district-noir", Pace: "live", Rated: true},
			})
			if err != nil {
				t.Fatal(err)
			}
			term.WaitFor("1 waits")
			place.Leave()
			term.WaitFor("nobody waits yet")
		}
		wait()
		if got := term.Notified(); !slices.Equal(got, []string{"Somebody is looking for a game."}) {
			t.Errorf("called %q", got)
		}
		time.Sleep(time.Minute)
		wait()
		if n := len(term.Notified()); n != 1 {
			t.Errorf("called %d times in an hour", n)
		}
		time.Sleep(time.Hour)
		wait()
		if n := len(term.Notified()); n != 2 {
			t.Errorf("called %d times after an hour", n)
		}
	})
}
