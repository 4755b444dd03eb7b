package tui_test

import (
	"testing"

	"noir/tui"
	"noir/tui/tuitest"
)

// TestFarewellTellsWhatWaits: the games that wait for a player, and the way back.
func TestFarewellTellsWhatWaits(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		says := func(s *tui.Session) string {
			return tui.NewRoot(s, tuitest.Theme(), tuitest.Stub("home")).(interface{ Farewell() string }).Farewell()
		}
		const back = "\nThe way back: ssh noir.example.com\n"
		if got := says(house.Session(house.Guest("guest-1234"))); got != "Good night."+back {
			t.Errorf("a guest reads %q", got)
		}
		if got := says(house.Session(marlowe)); got != "Good night, marlowe."+back {
			t.Errorf("a player without games reads %q", got)
		}
		house.Hosted(marlowe, spade)
		heard := map[string]bool{says(house.Session(marlowe)): true, says(house.Session(spade)): true} // the lot says who begins
		for _, names := range [][2]string{{"marlowe", "spade"}, {"spade", "marlowe"}} {
			if heard["Good night, "+names[0]+". 1 game waits for your move."+back] && heard["Good night, "+names[1]+". 1 game is running."+back] {
				return
			}
		}
		t.Errorf("the two of a table read %v", heard)
	})
}
