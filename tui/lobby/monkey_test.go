package lobby_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestAnyKeysAnySize presses whatever there is, clicks anywhere and drags the
// window about. The terminal fails the test when a frame does not fit; nothing
// may panic. ctrl+c and what quits are left out.
func TestAnyKeysAnySize(t *testing.T) {
	keys := []string{
		"up", "down", "left", "right", "home", "end", "pgup", "pgdown", "enter", "enter", "enter", "esc", "esc", "tab",
		"?", "/", "n", "N", "b", "r", "h", "j", "k", "l", "g", "G", "1", "9", "a", "x", "space", "backspace", "ctrl+u",
	}
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				chance := rand.New(rand.NewPCG(seed, 1))
				house := tuitest.Open(t)
				s := session(house, house.Player("marlowe"))
				s.Games[0].Texts = page(rulesText)
				term := start(t, s, lobby.Home(s), 80, 24)
				for range 250 {
					switch chance.IntN(12) {
					case 0:
						term.Resize(1+chance.IntN(130), 1+chance.IntN(45))
					case 1:
						click := tea.Mouse{X: chance.IntN(130), Y: chance.IntN(20), Button: tea.MouseLeft}
						term.Send(tea.MouseClickMsg(click))
						term.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
					case 2:
						synctest.Wait()
					default:
						term.Press(keys[chance.IntN(len(keys))])
					}
				}
			})
		})
	}
}
