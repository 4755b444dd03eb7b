package lobby_test

import (
	"testing"
	"time"

	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestHomeTellsOfTheSeason to players who have played in it.
func TestHomeTellsOfTheSeason(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		time.Sleep(20 * 24 * time.Hour)
		house := tuitest.Open(t)
		marlowe, spade := house.Player("marlowe"), house.Player("spade")
		house.Played(time.Now().Add(-22*24*time.Hour), marlowe, spade)
		house.Played(time.Now(), spade, marlowe)
		house.Played(time.Now(), spade, house.Player("vera"))
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		term.WaitFor("you are 2nd of 3", "11 days left in season: 2nd")
	})
}
