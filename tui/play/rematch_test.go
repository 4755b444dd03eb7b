package play_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/engine"
	"noir/tui"
	"noir/tui/play"
	"noir/tui/tuitest"
)

func TestRematch(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.resign()
		p.settle()
		p.terms[1].Press("r")
		p.terms[1].WaitFor("The rematch is waiting for")
		p.terms[0].WaitFor("spade offers a rematch")
		p.terms[0].Press("r")
		for _, term := range p.terms {
			term.WaitFor("round 1 of 4", "q menu")
		}
	})
}

// TestWatchersFollowToTheRematch by a key, which is offered once there is one.
func TestWatchersFollowToTheRematch(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		s := session(p.house, p.house.Guest("guest-0001"))
		watcher := start(t, s, play.Watch(s, p.match))
		watcher.WaitFor("you are watching")
		p.resign()
		p.settle()
		watcher.Press("r")
		if screen := watcher.WaitFor("spade wins"); strings.Contains(screen, "rematch") {
			t.Errorf("a rematch is offered to a watcher:\n%s", screen)
		}
		for _, term := range p.terms {
			term.Press("r")
		}
		watcher.WaitFor("They play again: r follows them.", "r watch the rematch", "q back")
		p.settle()
		watcher.Press("r")
		watcher.Wait(func(screen string) bool {
			return strings.Contains(screen, "you are watching") && strings.Contains(screen, "is to move.")
		})
	})
}

// covered is a screen over which z lays another one.
type covered struct{ tui.Screen }

func (c covered) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && press.String() == "z" {
		return c, tui.Ask(tui.Push{Screen: tuitest.Stub("on top")})
	}
	screen, cmd := c.Screen.Update(msg)
	return covered{screen}, cmd
}

// TestAnotherScreenOnTop: a move at the table is told there, and the rematch waits below it.
func TestAnotherScreenOnTop(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		waits := 1 - p.mover()
		p.terms[waits] = start(t, p.sessions[waits], covered{play.Seat(p.sessions[waits], p.match)})
		other := p.terms[waits]
		other.WaitFor("is to move")
		other.Press("z")
		other.WaitFor("on top")
		bells := other.Bells()
		p.play("1", "enter")
		other.WaitFor("on top", "It is your move.")
		if n := other.Bells() - bells; n != 1 {
			t.Errorf("%d bells", n)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		other.Press("esc")
		other.WaitFor("Your move", "0:20 +1:30")
		time.Sleep(5 * time.Second)
		other.WaitFor("Your move", "0:15 +1:30")
		p.terms[1-waits].Press("q", "r", "enter", "y")
		p.settle()
		other.Press("r", "z")
		p.terms[1-waits].Press("r")
		p.terms[1-waits].WaitFor("round 1 of 4", "q menu")
		other.WaitFor("on top")
		other.Press("esc")
		other.WaitFor("round 1 of 4", "q menu")
	})
}

// TestARematchThatHasLapsedSaysSo: the offer is withdrawn before all, the line below the
// sheet stays, and the key says why it does nothing.
func TestARematchThatHasLapsedSaysSo(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		p := meet(t)
		p.resign()
		p.settle()
		p.terms[1].Press("r")
		p.terms[0].WaitFor("spade offers a rematch")
		time.Sleep(time.Minute) // of the bubble's clock: the table is cleared
		for _, term := range p.terms {
			term.WaitFor("There will be no rematch.")
		}
		time.Sleep(10 * time.Second) // the notice goes
		for _, term := range p.terms {
			screen := term.WaitFor("The table is closed: it is too late for a rematch. n looks for the next game.")
			if strings.Contains(screen, "r rematch") {
				t.Errorf("a rematch is still offered:\n%s", screen)
			}
			term.Resize(40, 20)
			term.WaitFor("It is too late for a rematch.")
			term.Press("r")
			term.WaitFor("The table is closed: it is too late")
		}
	})
}

// TestARematchOfThreeSaysWhoIsMissing: everybody has to want it.
func TestARematchOfThreeSaysWhoIsMissing(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		terms := seatAt(t, engine.Seed{1}, "marlowe", "spade", "vera")
		for _, term := range terms[:2] {
			term.Press("q", "r", "enter", "y")
			settle()
		}
		terms[2].WaitFor("r rematch")
		terms[2].Press("r")
		settle()
		for i, want := range []string{"waiting for you and spade. r accepts.", "waiting for marlowe and you. r accepts.", "waiting for marlowe and spade."} {
			terms[i].WaitFor(want)
		}
		terms[0].Resize(40, 20)
		terms[0].WaitFor("1 of 3 wants a rematch: r accepts.")
		for _, term := range terms[:2] {
			term.Press("r")
			settle()
		}
		terms[2].WaitFor("set-up")
	})
}
