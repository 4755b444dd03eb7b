package tuitest

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"noir/tui"
)

// Over is a stub that says one thing and shows another screen as soon as it is there.
func Over(below string, first tui.Screen) tui.Screen { return over{Stub(below), first} }

type over struct {
	Stub
	first tui.Screen
}

func (o over) Init() tea.Cmd { return tui.Ask(tui.Push{Screen: o.first}) }

// LeftBy checks that esc and q both lead from each screen, which says a text, back to the one below.
func LeftBy(t *testing.T, screens map[string]func(*tui.Session) tui.Screen) {
	t.Helper()
	for text, show := range screens {
		t.Run(text, func(t *testing.T) {
			Bubble(t, func(t *testing.T) {
				h := Open(t)
				for _, key := range []string{"esc", "q"} {
					s := h.Session(h.Player("marlowe"))
					term := Start(t, tui.NewRoot(s, Themed(s), Over("below", show(s))), 80, 24)
					term.WaitFor(text)
					term.Press(key)
					term.Wait(func(screen string) bool { return len(screen) > 5 && screen[:5] == "below" })
				}
			})
		})
	}
}
