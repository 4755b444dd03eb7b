package desk_test

import (
	"strings"
	"testing"

	"noir/data"
	"noir/tui"
	"noir/tui/desk"
	"noir/tui/tuitest"
)

// TestWhoIsAFriendIsMutedAndReported from the screen about them, and removed from the list
// again.
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
		term.WaitFor("spade", "friend", "enter challenge")
		term.Press("t")
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

// TestNothingIsSaidOfPeopleBeforeTheyAreRead, not even that there are none.
func TestNothingIsSaidOfPeopleBeforeTheyAreRead(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		s := session(h, h.Player("marlowe"))
		settings := desk.Settings(s)
		for _, name := range []string{"end", "up"} {
			press, _ := tui.KeyPress(name)
			settings, _ = settings.Update(press)
		}
		press, _ := tui.KeyPress("enter")
		_, cmd := settings.Update(press)
		people := cmd().(tui.Push).Screen
		look := func() string { return strings.Join(people.View(80, 24, tuitest.Themed(s)), "\n") }
		if early := look(); strings.Contains(early, "Nobody yet") || !strings.Contains(early, "PEOPLE") {
			t.Errorf("before anything is read:\n%s", early)
		}
		people, _ = people.Update(people.Init()())
		if screen := look(); !strings.Contains(screen, "Nobody yet") {
			t.Errorf("nobody is not shown:\n%s", screen)
		}
	})
}

// TestFriendsAreWatchedOrChallenged: those who play and are here come first, and enter does what
// is possible with each.
func TestFriendsAreWatchedOrChallenged(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		marlowe, archer, spade, vera := h.Player("marlowe"), h.Player("archer"), h.Player("spade"), h.Player("vera")
		for _, friend := range []data.Player{archer, spade, vera} {
			if err := h.Store.Tie(t.Context(), marlowe.ID, friend.ID, data.Friend); err != nil {
				t.Fatal(err)
			}
		}
		h.Seated(vera, h.Player("joe"))
		s := session(h, marlowe)
		s.Here = func(p data.PlayerID) bool { return p == spade.ID }
		term := start(t, s, desk.Friends(s), 80, 24)
		screen := term.WaitFor("vera             plays District Noir: enter watches", "spade            is here: enter challenges", "archer           friend")
		if strings.Index(screen, "vera") > strings.Index(screen, "spade") || strings.Index(screen, "spade") > strings.Index(screen, "archer") {
			t.Errorf("they are in another order:\n%s", screen)
		}
		term.Press("enter")
		term.WaitFor("watching")
		term.Press("esc")
		term.WaitFor("▸ vera", "enter watch")
		term.Press("down", "enter")
		term.WaitFor("invite spade")
	})
}
