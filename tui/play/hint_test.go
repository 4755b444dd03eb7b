package play_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"noir/data"
	"noir/tui/play"
	"noir/tui/tuitest"
)

// TestHint: a key brings the house's advice, which stays until the turn is over, though what
// is said covers it for a while; the other player is told of it. A player who is not asked gets none.
func TestHint(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		h := tuitest.Open(t)
		a, b := h.Player("marlowe"), h.Player("spade")
		id := h.Hosted(a, b)
		p := &pair{house: h, match: id}
		for i, player := range []data.Player{a, b} {
			s := session(h, player)
			p.terms[i] = start(t, s, play.Seat(s, id))
		}
		p.settle()
		asked, waits := p.terms[p.mover()], p.terms[1-p.mover()]
		asked.Press("i")
		asked.WaitFor("Hint: ", " % to win).")
		waits.WaitFor("asks the house for a hint.")
		waits.Press("i")
		waits.WaitFor("It is not your turn")
		asked.Press("1", "i")
		synctest.Wait()
		if screen := asked.Screen(); !strings.Contains(screen, "Hint: ") {
			t.Errorf("the hint has gone:\n%s", screen)
		}
		asked.Press("esc", "c", "1")
		asked.WaitFor("You say: ")
		asked.WaitFor("Hint: ")
		asked.Press("1", "enter")
		asked.WaitFor("is to move")
		p.settle()
		p.play("1", "enter")
		if screen := asked.WaitFor("Your move"); strings.Contains(screen, "Hint:") {
			t.Errorf("the hint stays:\n%s", screen)
		}
	})
}

// TestNoHintInARatedGame.
func TestNoHintInARatedGame(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		asked := p.terms[p.mover()]
		asked.Press("i")
		asked.WaitFor("In a rated game the house gives no hints.")
	})
}
