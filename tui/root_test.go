package tui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"noir/data"
	"noir/internal/language"
	"noir/tui"
	"noir/tui/tuitest"
)

// actor is a screen that does what a test tells it to.
type actor struct {
	name     string
	keys     map[string]tea.Cmd // by key
	question string
	writes   bool     // every key is a letter
	told     []string // the messages that came, one word each
	left     int
}

func (a *actor) Init() tea.Cmd { return nil }

func (a *actor) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tui.Shown:
		a.told = append(a.told, "shown")
	case tui.Hidden:
		a.told = append(a.told, "hidden")
	case string:
		a.told = append(a.told, msg)
	case tea.KeyPressMsg:
		a.told = append(a.told, "key:"+msg.String())
		return a, a.keys[msg.String()]
	case tea.MouseClickMsg:
		a.told = append(a.told, "click")
	}
	return a, nil
}

func (a *actor) View(int, int, *tui.Theme) []string {
	return []string{a.name, strings.Join(a.told, " ")}
}
func (a *actor) Leave()           { a.left++ }
func (a *actor) Question() string { return a.question }
func (a *actor) Typing() bool     { return a.writes }

func (a *actor) ShortHelp() []key.Binding {
	return []key.Binding{tui.Bind("p", "push", "p"), tui.Bind("esc", "back", "esc")}
}

func (a *actor) FullHelp() [][]key.Binding {
	return [][]key.Binding{a.ShortHelp(), {tui.Bind("x", "only in the full help", "x")}}
}

// stage runs a root with one screen on it.
func stage(t *testing.T, first tui.Screen) *tuitest.Terminal {
	house := tuitest.Open(t)
	return tuitest.Start(t, tui.NewRoot(house.Session(house.Player("marlowe")), tuitest.Theme(), first), 80, 24)
}

func TestScreensAreStacked(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		upper := &actor{name: "upper", keys: map[string]tea.Cmd{"esc": tui.Ask(tui.Pop{}), "h": tui.Ask(tui.Home{})}}
		middle := &actor{name: "middle", keys: map[string]tea.Cmd{
			"p": tui.Ask(tui.Push{Screen: upper}), "r": tui.Ask(tui.Replace{Screen: upper}),
		}}
		lower := &actor{name: "lower", keys: map[string]tea.Cmd{"p": tui.Ask(tui.Push{Screen: middle})}}
		term := stage(t, lower)
		term.Press("p")
		term.WaitFor("middle")
		term.Press("p")
		term.WaitFor("upper")
		upper.keys["esc"] = tea.Batch(tui.Ask(tui.Pop{}), tui.Ask(tui.Pop{})) // the second comes from a screen that is gone
		term.Press("esc")
		term.WaitFor("middle", "key:p hidden shown")
		synctest.Wait()
		if screen := term.Screen(); !strings.Contains(screen, "middle") || upper.left != 1 || middle.left != 0 {
			t.Errorf("left %d times and %d times, want once and never:\n%s", upper.left, middle.left, screen)
		}
		term.Press("r")
		term.WaitFor("upper")
		term.Press("h")
		term.WaitFor("lower", "key:p hidden shown")
		if upper.left != 2 || middle.left != 1 || lower.left != 0 {
			t.Errorf("left %d, %d, %d times, want 2, 1, 0", upper.left, middle.left, lower.left)
		}
	})
}

func TestCommandsComeBackToTheirScreen(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		hold := make(chan struct{})
		late := func(word string) tea.Cmd { return func() tea.Msg { <-hold; return word } }
		upper := &actor{name: "upper", keys: map[string]tea.Cmd{
			"x": late("for upper"), "esc": tui.Ask(tui.Pop{}),
		}}
		lower := &actor{name: "lower", keys: map[string]tea.Cmd{
			"p": tea.Batch(tui.Ask(tui.Push{Screen: upper}), tea.Sequence(late("first"), tea.Batch(late("second")), late("third"))),
		}}
		term := stage(t, lower)
		term.Press("p")
		term.WaitFor("upper")
		term.Press("x", "esc")
		term.WaitFor("lower")
		close(hold)
		screen := term.WaitFor("first second third")
		synctest.Wait()
		if strings.Contains(screen, "for upper") || slices.Contains(upper.told, "for upper") {
			t.Errorf("a message for a screen that is gone was delivered:\n%s", screen)
		}
	})
}

// TestWhatIsStoredCountsWithoutItsScreen: the visitor, their name and their settings are those of the store even when
// the screen that asked for them is gone. What was asked for another player, who they were before, is not theirs.
func TestWhatIsStoredCountsWithoutItsScreen(t *testing.T) {
	spade := data.Player{ID: 77, Name: "spade"}
	settled := tui.Settle{Settings: data.Settings{Palette: "contrast"}, Then: "for upper"}
	for _, c := range []struct {
		name   string
		stored []tea.Msg // one after the other
		player string
		lights string
	}{
		{"settings", []tea.Msg{settled}, "marlowe", "contrast"},
		{"another name", []tea.Msg{tui.Renamed{Player: data.Player{ID: 1, Name: "philip"}}}, "philip", ""},
		{"another player", []tea.Msg{tui.Named{Player: spade, Settings: data.Settings{Palette: "paper"}}}, "spade", "paper"},
		{"of the one before", []tea.Msg{tui.Named{Player: spade}, settled, tui.Renamed{Player: data.Player{ID: 1, Name: "philip"}}}, "spade", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				house := tuitest.Open(t)
				s := house.Session(house.Player("marlowe"))
				upper := &actor{name: "upper", keys: map[string]tea.Cmd{"esc": tui.Ask(tui.Pop{})}}
				lower := &actor{name: "lower", keys: map[string]tea.Cmd{"p": tui.Ask(tui.Push{Screen: upper})}}
				term := tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), lower), 80, 24)
				hold := make([]chan struct{}, len(c.stored))
				for i, msg := range c.stored {
					hold[i] = make(chan struct{})
					upper.keys[fmt.Sprint(i)] = func() tea.Msg { <-hold[i]; return msg }
				}
				term.Press("p")
				term.WaitFor("upper")
				for i := range c.stored {
					term.Press(fmt.Sprint(i))
				}
				term.Press("esc")
				term.WaitFor("lower")
				for i := range c.stored {
					close(hold[i])
					synctest.Wait()
				}
				if s.Player.Name != c.player || s.Settings.Palette != c.lights {
					t.Errorf("the session is that of %v, with %q", s.Player, s.Settings.Palette)
				}
			})
		})
	}
}

// TestWhatIsStoredIsToldToItsScreen as well.
func TestWhatIsStoredIsToldToItsScreen(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		term := stage(t, &actor{name: "page", keys: map[string]tea.Cmd{"s": tui.Ask(tui.Settle{Then: "settled"})}})
		term.Press("s")
		term.WaitFor("settled")
	})
}

func TestHelpIsOfTheKeysInForce(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		a := &actor{name: "page"}
		term := stage(t, a)
		term.Press("?")
		term.WaitFor("only in the full help", "hang up; seats are kept")
		term.Press("x")
		if screen := term.Screen(); strings.Contains(screen, "only in the full help") || strings.Contains(screen, "key:x") {
			t.Errorf("the help did not close, or the key went through:\n%s", screen)
		}
		a.writes = true
		term.Press("?")
		term.WaitFor("key:?")
	})
}

func TestGuardAsksBeforeLeaving(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		upper := &actor{name: "upper", question: "Throw it all away?", keys: map[string]tea.Cmd{
			"esc": tui.Ask(tui.Pop{}), "h": tui.Ask(tui.Home{}), "q": tui.Ask(tui.Quit{}),
		}}
		lower := &actor{name: "lower", keys: map[string]tea.Cmd{"p": tui.Ask(tui.Push{Screen: upper})}}
		term := stage(t, lower)
		term.Press("p")
		term.WaitFor("upper")
		for way, stay := range map[string]string{"esc": "n", "h": "esc", "q": "q"} {
			term.Press(way)
			term.WaitFor("Throw it all away?")
			term.Press("enter", "space") // are no answer
			term.WaitFor("Throw it all away?")
			term.Press(stay)
			term.Wait(func(screen string) bool {
				return !strings.Contains(screen, "Throw") && strings.Contains(screen, "upper")
			})
		}
		term.Press("h")
		term.WaitFor("Throw it all away?")
		term.Press("y")
		term.WaitFor("lower", "shown")
	})
}

func TestCtrlCLeavesFromEverywhere(t *testing.T) {
	ways := map[string]func(term *tuitest.Terminal, a *actor){
		"page":     func(*tuitest.Terminal, *actor) {},
		"help":     func(term *tuitest.Terminal, _ *actor) { term.Press("?") },
		"question": func(term *tuitest.Terminal, _ *actor) { term.Press("q"); term.WaitFor("Sure?") },
		"writing":  func(_ *tuitest.Terminal, a *actor) { a.writes = true },
		"cramped":  func(term *tuitest.Terminal, _ *actor) { term.Resize(10, 3) },
	}
	for name, reach := range ways {
		t.Run(name, func(t *testing.T) {
			tuitest.Bubble(t, func(t *testing.T) {
				a := &actor{name: "page", question: "Sure?", keys: map[string]tea.Cmd{"q": tui.Ask(tui.Quit{})}}
				term := stage(t, a)
				reach(term, a)
				term.Press("ctrl+c")
				term.WaitQuit()
				if a.left != 1 {
					t.Errorf("the screen was left %d times, want once", a.left)
				}
			})
		})
	}
}

func TestSmallWindowAsksForRoom(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		a := &actor{name: "page"}
		term := stage(t, a)
		for _, size := range [][2]int{{31, 12}, {32, 11}, {1, 1}} {
			term.Resize(size[0], size[1])
			term.Press("x")
			all := strings.Join(strings.Fields(term.Screen()), " ")
			if size[0] > 6 && all != "more room, please: 32×12. q leaves" || strings.Contains(all, "page") {
				t.Errorf("%v shows\n%s", size, term.Screen())
			}
		}
		term.Resize(32, 12)
		term.WaitFor("page")
		if slices.Contains(a.told, "key:x") {
			t.Error("a key reached a screen that cannot be seen")
		}
		term.Resize(20, 5)
		term.Press("q")
		term.WaitQuit()
	})
}

func TestKeyLineIsClicked(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		a := &actor{name: "page"}
		term := stage(t, a)
		term.Click("push")
		term.WaitFor("key:p")
		term.Click("help")
		term.WaitFor("only in the full help")
		term.Click("esc back")
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "only in the full help") })
		term.Click("page")
		term.WaitFor("click")
	})
}

// chooser is an actor with two keys behind one sign.
type chooser struct{ *actor }

func (chooser) ShortHelp() []key.Binding {
	return []key.Binding{tui.Both("↑↓", "choose", tui.Bind("↓", "", "down"), tui.Bind("↑", "", "up"))}
}

func (c chooser) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	_, cmd := c.actor.Update(msg)
	return c, cmd
}

// TestTheFirstOfTwoKeysIsClicked where one sign of the key line has two.
func TestTheFirstOfTwoKeysIsClicked(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		term := stage(t, chooser{&actor{name: "page"}})
		term.Click("choose")
		term.WaitFor("key:down")
	})
}

func TestToastGoesByItself(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		s := house.Session(house.Player("marlowe"))
		a := &actor{name: "page", keys: map[string]tea.Cmd{"t": tui.Ask(tui.Toast{Text: tui.Say("Rain again."), Bell: true})}}
		term := tuitest.Start(t, tui.NewRoot(s, tuitest.Theme(), a), 80, 24)
		term.Press("t")
		term.WaitFor("Rain again.", "page")
		term.Wait(func(screen string) bool { return !strings.Contains(screen, "Rain again.") })
		if n := term.Bells(); n != 1 {
			t.Errorf("it rang %d times, want once", n)
		}
		term.Send(tui.Toast{Text: tui.Say("Slowly, please.")}) // from the runner of the program
		term.WaitFor("Slowly, please.")
	})
}

// TestAKeyEndsAToastThatHasBeenRead, and not one that has just come.
func TestAKeyEndsAToastThatHasBeenRead(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		a := &actor{name: "page", keys: map[string]tea.Cmd{"t": tui.Ask(tui.Toast{Text: tui.Say("Rain again.")})}}
		term := tuitest.Start(t, tui.NewRoot(house.Session(house.Player("marlowe")), tuitest.Theme(), a), 80, 24)
		term.Press("t")
		term.WaitFor("Rain again.")
		time.Sleep(time.Second)
		term.Press("x")
		if screen := term.Screen(); !strings.Contains(screen, "Rain again.") {
			t.Errorf("a key after a second ends it:\n%s", screen)
		}
		time.Sleep(time.Second)
		term.Press("x")
		if screen := term.Screen(); strings.Contains(screen, "Rain again.") {
			t.Errorf("a key after two seconds leaves it:\n%s", screen)
		}
	})
}

// book is a page that fills its window with numbered lines, the last of them blank if that is wanted.
type book struct {
	*actor
	foot bool
}

func (b book) Update(msg tea.Msg) (tui.Screen, tea.Cmd) {
	_, cmd := b.actor.Update(msg)
	return b, cmd
}

func (b book) View(_, h int, _ *tui.Theme) []string {
	lines := make([]string, h)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %d of %d", i+1, h)
	}
	if b.foot {
		lines[h-1] = "   "
	}
	return lines
}

// TestAToastHidesNothing: it has lines of its own, or those that the page leaves blank.
func TestAToastHidesNothing(t *testing.T) {
	long := tui.Say("It rains on the harbor, and on the police, and on the city hall, and on all who have no umbrella tonight.")
	for _, c := range []struct {
		h           int
		foot        bool
		text        func(*language.Reader) string
		first, last string // lines of the page
	}{
		{24, false, tui.Say("Rain again."), "line 1 of 22", "line 22 of 22"},
		{24, true, tui.Say("Rain again."), "line 1 of 23", "line 22 of 23"},
		{24, true, long, "line 1 of 22", "line 21 of 22"},
		{12, false, tui.Say("Rain again."), "line 2 of 11", "line 11 of 11"}, // no room for a smaller page
	} {
		tuitest.Bubble(t, func(t *testing.T) {
			house := tuitest.Open(t)
			page := book{&actor{keys: map[string]tea.Cmd{"t": tui.Ask(tui.Toast{Text: c.text})}}, c.foot}
			term := tuitest.Start(t, tui.NewRoot(house.Session(house.Player("marlowe")), tuitest.Theme(), page), 80, c.h)
			term.Press("t")
			term.WaitFor(c.first, c.last, "ain", "push")
		})
	}
}

// TestAToastLongerThanTheWindow leaves room for a line of the page.
func TestAToastLongerThanTheWindow(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		rain := tui.Say(strings.Repeat("It rains. ", 100))
		page := book{&actor{keys: map[string]tea.Cmd{"t": tui.Ask(tui.Toast{Text: rain})}}, false}
		term := tuitest.Start(t, tui.NewRoot(house.Session(house.Player("marlowe")), tuitest.Theme(), page), 40, 12)
		term.Press("t")
		term.WaitFor("It rains.", "line 11 of 11")
	})
}

// TestAToastFollowsTheLanguage: a toast on the screen is worded again when the language changes.
func TestAToastFollowsTheLanguage(t *testing.T) {
	tuitest.Bubble(t, func(t *testing.T) {
		house := tuitest.Open(t)
		a := &actor{name: "page", keys: map[string]tea.Cmd{
			"t": tui.Ask(tui.Toast{Text: tui.Say("You are called %s now.", "marlowe")}),
			"d": tui.Ask(tui.Settle{Settings: data.Settings{Language: "de"}}),
		}}
		term := tuitest.Start(t, tui.NewRoot(house.Session(house.Player("marlowe")), tuitest.Theme(), a), 80, 24)
		term.Press("t")
		term.WaitFor("You are called marlowe now.")
		term.Press("d")
		term.WaitFor("Du heißt jetzt marlowe.")
	})
}
