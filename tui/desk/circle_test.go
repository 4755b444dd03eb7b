package desk_test

import (
	"testing"

	"noir/data"
	"noir/tui/desk"
	"noir/tui/tuitest"
)

// TestWhoIsAFriendIsMutedAndReported from the screen about them, and taken off the list
// of people again.
func TestWhoIsAFriendIsMutedAndReported(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, spade := h.Player("marlowe"), h.Player("spade")
		if err := h.Store.Tie(t.Context(), marlowe.ID, spade.ID, data.Friend); err != nil {
			t.Fatal(err)
		}
		s := session(h, marlowe)
		term := start(t, s, desk.Settings(s), 80, 24)
		term.WaitFor("People")
		term.Press("end", "up", "enter")
		term.WaitFor("spade", "friend")
		term.Press("enter")
		term.WaitFor("you and this player", "yes")
		term.Press("down", "enter")
		term.WaitFor("You no longer see what spade says.")
		term.Press("end", "enter")
		term.WaitFor("What happened?")
		term.Press("enter")
		term.WaitFor("Say in a few words what they did.")
		term.Press("r", "ü", "d", "enter")
		term.WaitFor("Reported.", "you and this player")
		term.Press("esc")
		term.WaitFor("muted")
		term.Press("enter")
		term.WaitFor("you and this player", "yes")
		term.Press("down", "space")
		term.WaitFor("spade is no longer on that list.")
		term.Press("esc")
		term.WaitFor("Nobody yet.")
		reports, err := h.Store.(data.Moderators).Reports(t.Context(), false, 10, 0)
		if err != nil || len(reports) != 1 || reports[0].Reason != "rüd" || reports[0].About.ID != spade.ID {
			t.Errorf("reported: %+v, %v", reports, err)
		}
	})
}

func TestPeopleLook(t *testing.T) {
	tuitest.Screens(t, "people", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		for name, tie := range map[string]data.Tie{"spade": data.Friend, "vivian": data.Blocked} {
			if err := house.Store.Tie(t.Context(), s.Player.ID, house.Player(name).ID, tie); err != nil {
				t.Fatal(err)
			}
		}
		term := start(t, s, desk.Settings(s), w, h)
		term.WaitFor("Colours")
		term.Press("end", "up", "enter")
		term.WaitFor("vivian")
		return term.Screen()
	})
	tuitest.Screens(t, "tie", func(t *testing.T, w, h int) string {
		house := tuitest.Open(t)
		s := session(house, house.Player("marlowe"))
		term := start(t, s, desk.Acquaintance(s, house.Player("spade")), w, h)
		term.WaitFor("  no")
		term.Press("enter")
		term.WaitFor("is your friend", "yes")
		return term.Screen()
	})
}
