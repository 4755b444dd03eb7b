package tuitest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

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
		var all strings.Builder
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
			fmt.Fprintf(&all, "== %s\n", name)
			for _, line := range screen.View(80, 21, Themed(s)) {
				if line = strings.TrimRight(ansi.Strip(line), " "); line != "" && !strings.ContainsAny(line, "│╷┌┐") { // without the town below
					fmt.Fprintln(&all, line)
				}
			}
			for _, k := range screen.ShortHelp() {
				if k.Enabled() {
					fmt.Fprintf(&all, "[%s %s] ", k.Help().Key, k.Help().Desc)
				}
			}
			all.WriteString("\n\n")
		}
		Golden(t, "early", all.String())
	})
}
