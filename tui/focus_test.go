package tui_test

import (
	"image/color"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/tui"
	"noir/tui/tuitest"
)

// caller is a page from which a calls an absent visitor, at once, and l a second later, and t shows a toast with a bell; 1 and
// 2 change settings, n has another name.
func caller(t *testing.T) (*tui.Session, *tuitest.Terminal) {
	house := tuitest.Open(t)
	s := house.Session(house.Player("marlowe"))
	spade := house.Player("spade")
	page := &actor{name: "page", keys: map[string]tea.Cmd{
		"a": tui.Ask(tui.Alert{Text: "It is your move."}), "l": func() tea.Msg { time.Sleep(time.Second); return tui.Alert{Text: "It is your move."} }, "t": tui.Ask(tui.Toast{Text: tui.Say("A word."), Bell: true}),
		"1": tui.Ask(tui.Settle{Settings: data.Settings{Silent: true}}),
		"2": tui.Ask(tui.Settle{Settings: data.Settings{Palette: "contrast"}}),
		"n": tui.Ask(tui.Named{Player: spade, Settings: data.Settings{Still: true}}),
	}}
	return s, tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), page), 80, 24)
}

// heard checks the terminal's output other than the screen.
func heard(t *testing.T, term *tuitest.Terminal, bells int, notified ...string) {
	t.Helper()
	synctest.Wait()
	if term.Bells() != bells || !slices.Equal(term.Notified(), notified) {
		t.Errorf("%d bells and %q, not %d and %q", term.Bells(), term.Notified(), bells, notified)
	}
}

func TestWhoLooksElsewhereIsCalled(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, term := caller(t)
		term.Press("a")
		heard(t, term, 0)
		term.Press("l")
		term.Send(tea.BlurMsg{})
		time.Sleep(2 * time.Second)
		heard(t, term, 1, "It is your move.")
		term.Send(tui.Toast{Text: tui.Say("A word."), Bell: true})
		heard(t, term, 2, "It is your move.", "A word.")
		term.Send(tea.FocusMsg{})
		time.Sleep(time.Minute) // they still look
		term.Press("a")
		heard(t, term, 2, "It is your move.", "A word.")
		term.Press("t")
		heard(t, term, 3, "It is your move.", "A word.")
		term.Send(tea.BlurMsg{})
		term.Press("a") // so they are here
		heard(t, term, 3, "It is your move.", "A word.")
	})
}

// late is an alert that comes by itself.
type late struct{ *actor }

func (l late) Init() tea.Cmd {
	return func() tea.Msg { time.Sleep(25 * time.Second); return tui.Alert{Text: "It is your move."} }
}

func (l late) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	_, cmd := l.actor.Update(msg)
	return l, cmd
}

// TestATerminalThatDoesNotTellWhereOneLooks: a player who has not pressed a key for long counts
// as looking elsewhere.
func TestATerminalThatDoesNotTellWhereOneLooks(t *testing.T) {
	for pressed, notified := range map[time.Duration][]string{0: {"It is your move."}, 10 * time.Second: nil} {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			term := tuitest.Start(t, tui.NewRoot(house.Session(house.Player("marlowe")), tuitest.Theme(), late{&actor{}}), 80, 24)
			time.Sleep(pressed)
			term.Press("x")
			time.Sleep(26*time.Second - pressed)
			heard(t, term, len(notified), notified...)
		})
	}
}

// TestSilence: nobody is called, so the terminal need not tell where they look.
func TestSilence(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, term := caller(t)
		loud := term.ReportsFocus()
		term.Press("1")
		if silent := term.ReportsFocus(); !loud || silent {
			t.Errorf("the focus is reported: %t, in silence %t", loud, silent)
		}
		term.Press("l")
		term.Send(tea.BlurMsg{})
		time.Sleep(2 * time.Second)
		term.Press("t")
		term.WaitFor("A word.")
		heard(t, term, 0)
	})
}

func TestThePaletteIsAnotherOneAtOnce(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		_, term := caller(t)
		keyLine := func() string {
			lines := strings.Split(term.Styled(), "\n")
			return lines[len(lines)-1]
		}
		usual := keyLine()
		term.Press("2")
		synctest.Wait()
		if dark := keyLine(); dark == usual {
			t.Error("the palette is the same")
		}
		dark := keyLine()
		term.Send(tea.BackgroundColorMsg{Color: color.White})
		if keyLine() == dark {
			t.Error("nothing is darker on a light background")
		}
	})
}

func TestWhoBecomesAnotherFindsHisSettings(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		s, term := caller(t)
		term.Press("n")
		term.WaitFor("home")
		if s.Player.Name != "spade" || !s.Settings.Still {
			t.Errorf("%+v, %+v", s.Player, s.Settings)
		}
	})
}
