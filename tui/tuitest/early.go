package tuitest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"noir/tui"
)

// Early compares with testdata/early.golden what screens show before any answer of the server has come, with
// the keys that they name then: nothing that is not known yet may be said. The name of a screen is followed
// by the keys that are pressed first, which may lead to another. Where a text is typed, more is typed than there is room for.
func Early(t *testing.T, screens map[string]func(*tui.Session) tui.Screen) {
	t.Helper()
	Bubble(t, func(t *testing.T) {
		house := Open(t)
		s := house.Session(house.Player("marlowe"))
		var all Sheet
		for _, name := range slices.Sorted(maps.Keys(screens)) {
			screen := screens[name](s)
			press := func(msg tea.Msg) {
				var cmd tea.Cmd
				if screen, cmd = screen.Update(msg); cmd != nil {
					if next, ok := cmd().(tui.Push); ok {
						screen = next.Screen
					}
				}
			}
			for _, k := range strings.Fields(name)[1:] {
				msg, known := tui.KeyPress(k)
				if !known {
					t.Fatalf("no key is called %q", k)
				}
				press(msg)
			}
			if typist, ok := screen.(tui.Typist); ok && typist.Typing() {
				for i := range 80 {
					press(tea.KeyPressMsg{Text: string(rune('a' + i%26)), Code: rune('a' + i%26)})
				}
			}
			all.Add(name, screen, s)
		}
		all.Golden(t, "early")
	})
}

// Outage compares with testdata/outage.golden what screens show, and say to the keys that follow their names, while the
// store cannot be read.
func Outage(t *testing.T, screens map[string]func(*tui.Session) tui.Screen) {
	t.Helper()
	Bubble(t, func(t *testing.T) {
		house := Open(t)
		p := house.Player("marlowe")
		house.CloseStore()
		var all Sheet
		for _, name := range slices.Sorted(maps.Keys(screens)) {
			s := house.Session(p)
			term := Start(t, tui.NewRoot(s, Themed(s), screens[name](s)), 80, 24)
			time.Sleep(time.Second) // of the bubble's clock: its answers have come
			for _, key := range strings.Fields(name)[1:] {
				term.Press(key)
				synctest.Wait() // what a key leads to is there before the next one
			}
			time.Sleep(time.Second)
			all.AddText(name, term.Screen())
		}
		all.Golden(t, "outage")
	})
}

// Settle has a screen of a session begin and gives it all its first answers, of which none may take long.
func Settle(t *testing.T, screen tui.Screen) tui.Screen {
	t.Helper()
	var take func(cmd tea.Cmd)
	take = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, one := range msg {
				take(one)
			}
		default:
			screen, _ = screen.Update(msg)
		}
	}
	take(screen.Init())
	return screen
}

// Sizings compares with testdata/sizes.prints what screens show in windows of any size, after the keys that lead to either
// end, and where a click on each line leads then.
func Sizings(t *testing.T, screens map[string]func(t *testing.T, h *House) (*tui.Session, tui.Screen)) {
	t.Helper()
	var pictures []Print
	for _, name := range slices.Sorted(maps.Keys(screens)) {
		Bubble(t, func(t *testing.T) {
			house := Open(t)
			for _, size := range [][2]int{{30, 6}, {40, 9}, {40, 13}, {72, 17}, {80, 12}, {80, 21}, {150, 45}} {
				s, screen := screens[name](t, house)
				screen = Settle(t, screen)
				th, w, h := Themed(s), size[0], size[1]
				var shows strings.Builder
				look := func() { shows.WriteString(Fits(t, screen.View(w, h, th), w, h) + "\n") }
				look()
				for _, name := range []string{"end", "up", "home"} {
					press, _ := tui.KeyPress(name)
					screen.Update(press)
					look()
				}
				for y := range h {
					screen.Update(tea.MouseClickMsg{X: w / 3, Y: y, Button: tea.MouseLeft})
					look()
				}
				pictures = append(pictures, Print{fmt.Sprintf("%s %d×%d", name, w, h), shows.String()})
			}
		})
	}
	Prints(t, "sizes", pictures)
}

// Sheet gathers what many screens show, for one golden file.
type Sheet struct{ all strings.Builder }

// Add adds a screen of a session as it stands, with the keys that it names and those of its help.
func (s *Sheet) Add(name string, screen tui.Screen, of *tui.Session) {
	fmt.Fprintf(&s.all, "== %s\n", name)
	s.lines(ansi.Strip(strings.Join(screen.View(80, 21, Themed(of)), "\n")))
	s.keys(screen.ShortHelp())
	for i, column := range screen.FullHelp() {
		if i > 0 {
			s.keys(column)
		}
	}
	s.all.WriteString("\n")
}

// AddText adds what a terminal shows.
func (s *Sheet) AddText(name, screen string) {
	fmt.Fprintf(&s.all, "== %s\n", name)
	s.lines(screen)
	s.all.WriteString("\n")
}

// Golden compares all of it with testdata/NAME.golden.
func (s *Sheet) Golden(t testing.TB, name string) {
	t.Helper()
	Golden(t, name, s.all.String())
}

func (s *Sheet) lines(screen string) {
	for line := range strings.SplitSeq(screen, "\n") {
		if line = strings.TrimRight(line, " "); line != "" && !strings.ContainsAny(line, "│╷┌┐") { // without the town below
			fmt.Fprintln(&s.all, line)
		}
	}
}

func (s *Sheet) keys(bindings []key.Binding) {
	for _, k := range bindings {
		if k.Enabled() {
			fmt.Fprintf(&s.all, "[%s %s] ", k.Help().Key, k.Help().Desc)
		}
	}
	s.all.WriteString("\n")
}
