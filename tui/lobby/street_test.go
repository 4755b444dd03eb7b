package lobby_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"noir/data"
	"noir/tui"
	"noir/tui/lobby"
	"noir/tui/tuitest"
)

// TestLitWindowsAreClicked: each leads to whoever lives there, and what is beside them does nothing.
func TestLitWindowsAreClicked(t *testing.T) {
	t.Parallel()
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		marlowe, spade, vera, joe := house.Player("marlowe"), house.Player("spade"), house.Player("vera"), house.Player("joe")
		house.Seated(spade, vera)
		house.Played(time.Now().Add(-time.Hour), joe, spade)
		for _, visitor := range []data.Player{marlowe, house.Guest("guest-1234")} {
			s := session(house, visitor)
			s.Online, s.Around = func() int { return 5 }, func() []data.Player { return []data.Player{marlowe, spade, joe} }
			screen := tuitest.Settle(t, lobby.Home(s))
			foot := func() string {
				lines := screen.View(80, 24, tuitest.Themed(s))
				return strings.TrimSpace(ansi.Strip(lines[len(lines)-1]))
			}
			street := foot()
			lit, leads := map[string]int{}, map[string]string{}
			for y := 13; y < 22; y++ {
				for x := range 80 {
					_, look := screen.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
					if look == nil {
						foot() // as it is once the visitor has left the window
						continue
					}
					screen.Update(look())
					who, _, _ := strings.Cut(foot(), "  ")
					lit[who]++
					if _, visit := screen.Update(tea.KeyPressMsg{Code: tea.KeyEnter}); visit != nil {
						leads[who] = strings.Join(visit().(tui.Push).Screen.View(80, 24, tuitest.Themed(s)), "") + ": " + foot()
					}
				}
			}
			screen.Update(tea.MouseClickMsg{X: 0, Y: 13, Button: tea.MouseLeft})
			if left := foot(); left != street {
				t.Errorf("after a click beside the windows it says %q, not %q", left, street)
			}
			want := map[string]int{"marlowe": 1, "spade": 1, "joe": 1, "A guest, or a neighbour with the curtains drawn.": 2}
			if diff := cmp.Diff(want, lit); diff != "" {
				t.Errorf("%s (- wanted, + found):\n%s", visitor.Name, diff)
			}
			ways := map[string]string{
				"marlowe": "profile of marlowe: marlowe  at home, not at a public table",
				"spade":   "watching: spade  1470? District Noir · plays District Noir with vera",
				"joe":     "profile of joe: joe  1530? District Noir · at home, not at a public table",
			}
			if visitor == marlowe {
				ways["marlowe"] = "profile of marlowe: marlowe  your own window"
			}
			if diff := cmp.Diff(ways, leads); diff != "" {
				t.Errorf("%s (- wanted, + found):\n%s", visitor.Name, diff)
			}
		}
	})
}
