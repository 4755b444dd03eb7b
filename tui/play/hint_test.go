package play_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"noir/data"
	rules "noir/engine/districtnoir"
	"noir/matchmaking"
	"noir/tui"
	"noir/tui/tuitest"
)

// TestHint: a key brings the house's advice, which stays until the turn is over, though what
// is said covers it for a while; the other player is told of it. A player who is not asked gets none.
func TestHint(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		p := seat(t, (*tuitest.House).Hosted, func(*tui.Session) {})
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
		asked.WaitFor("In a rated game the house gives no hints: ask in a casual one.")
	})
}

// advisedSeat has a hint at hand, unless there is trouble.
type advisedSeat struct {
	matchmaking.Seat
	trouble *atomic.Bool
}

func (s advisedSeat) Hint(context.Context) (matchmaking.Hint, error) {
	if s.trouble.Load() {
		return matchmaking.Hint{}, data.ErrUnavailable
	}
	return matchmaking.Hint{Ply: 1, Move: rules.Play(rules.Six), Chance: 0.6}, nil
}

// TestAHintIsAskedForAgain after it could not be had; otherwise once a turn.
func TestAHintIsAskedForAgain(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		trouble := new(atomic.Bool)
		p := seat(t, (*tuitest.House).Hosted, func(s *tui.Session) {
			s.Broker = seating{s.Broker, func(seat matchmaking.Seat) matchmaking.Seat { return advisedSeat{seat, trouble} }}
		})
		asks := p.terms[p.mover()]
		trouble.Store(true)
		asks.Press("i")
		asks.WaitFor("try again.")
		asks.Press("esc")
		if screen := asks.Screen(); strings.Contains(screen, "thinking about a hint") {
			t.Errorf("the house still thinks:\n%s", screen)
		}
		trouble.Store(false)
		asks.Press("i")
		asks.WaitFor("Hint: play 6 (60 % to win).")
		trouble.Store(true)
		asks.Press("i")
		p.settle()
		if screen := asks.Screen(); !strings.Contains(screen, "Hint: play 6 (60 % to win).") {
			t.Errorf("it is asked twice in a turn:\n%s", screen)
		}
	})
}
