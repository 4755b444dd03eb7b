package plain

import (
	"testing"

	"noir/data"
	"noir/engine"
	"noir/tui"
)

// TestHowAGameEnded is told of every outcome, for the player.
func TestHowAGameEnded(t *testing.T) {
	c := &conversation{session: &tui.Session{Player: data.Player{ID: 1}}}
	two := []data.Seat{{Player: 1, Name: "marlowe"}, {Player: 2, Name: "spade"}}
	three := append(two[:2:2], data.Seat{Player: 3, Name: "vera"})
	for want, m := range map[string]data.Match{
		"called off against spade":            {Seats: two, Result: &engine.Result{Reason: engine.Aborted}},
		"won against spade":                   {Seats: two, Result: &engine.Result{Winners: []engine.Seat{0}, Places: []int{1, 2}}},
		"lost against spade":                  {Seats: two, Result: &engine.Result{Winners: []engine.Seat{1}, Places: []int{2, 1}}},
		"victory shared with spade":           {Seats: two, Result: &engine.Result{Winners: []engine.Seat{0, 1}, Places: []int{1, 1}}},
		"place 3 of 3 against spade and vera": {Seats: three, Result: &engine.Result{Winners: []engine.Seat{1}, Places: []int{3, 1, 2}}},
	} {
		if got := c.against(m); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
