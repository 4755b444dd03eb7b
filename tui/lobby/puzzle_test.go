package lobby_test

import (
	"strings"
	"testing"
	"time"

	"noir/data"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestHomeHasThePuzzle once there is one, and says how the player has done.
func TestHomeHasThePuzzle(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade, vera := house.Player("marlowe"), house.Player("spade"), house.Player("vera")
		s := session(house, marlowe)
		term := start(t, s, lobby.Home(s), 80, 24)
		if screen := term.WaitFor("no tables", "Rankings"); strings.Contains(screen, "puzzle") {
			t.Errorf("there is none:\n%s", screen)
		}
		p := house.Puzzle(house.PlayedOut(time.Now().Add(-time.Hour), 1, spade, vera), 12)
		for _, want := range []string{"puzzle new", "puzzle solved"} {
			again := start(t, s, lobby.Home(s), 80, 24)
			again.WaitFor("Today's " + want)
			again.Click("Today's puzzle")
			again.WaitFor("puzzle")
			if _, err := house.Store.Solve(t.Context(), marlowe.ID, data.DateOf(time.Now()), p.Best().Move, true); err != nil {
				t.Fatal(err)
			}
		}
	})
}
