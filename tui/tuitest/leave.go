package tuitest

import (
	"testing"

	"charm.land/bubbles/v2/key"
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

// Again is a stub that says one thing and from which enter leads to a new screen, and to the first one at once.
func Again(below string, first func() tui.Screen) tui.Screen { return again{Stub(below), first} }

type again struct {
	Stub
	first func() tui.Screen
}

func (a again) Init() tea.Cmd { return tui.Ask(tui.Push{Screen: a.first()}) }

func (a again) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	if press, ok := msg.(tea.KeyPressMsg); ok && press.String() == "enter" {
		return a, a.Init()
	}
	return a, nil
}

func (a again) ShortHelp() []key.Binding {
	return []key.Binding{tui.Bind("enter", "again", "enter")}
}

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
