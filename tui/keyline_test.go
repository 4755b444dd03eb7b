package tui

import (
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	"github.com/charmbracelet/x/ansi"
)

// TestNarrowKeyLineKeepsWhatEnterDoes: the word of the help goes before that.
func TestNarrowKeyLineKeepsWhatEnterDoes(t *testing.T) {
	th := NewTheme(Look{})
	arrows, enter, tab := Bind("↑↓", "choose", "down"), Bind("enter", "sit down", "enter"), Bind("tab", "other game", "tab")
	back := Bind("esc", "back", "esc")
	for w, want := range map[int]string{
		60: " ↑↓   enter sit down   tab other game   ? help   esc back",
		40: " ↑↓  enter sit down  ? help  esc back",
		36: " ↑↓  enter sit down  ?  esc back",
		30: " enter sit down  ?  esc back",
		24: " ?  esc back",
	} {
		var l keyLine
		l.draw([]key.Binding{arrows, enter, tab, keys.help, back}, w, th)
		if line := ansi.Strip(l.line); line != want {
			t.Errorf("in %d cells: %q, want %q", w, line, want)
		}
	}
}

// TestTheKeyLineStandsBelowThePage in a window wider than any page.
func TestTheKeyLineStandsBelowThePage(t *testing.T) {
	l := keyLine{}
	l.show([]key.Binding{Bind("enter", "go", "enter")}, 200, NewTheme(Look{}))
	if at := strings.Index(ansi.Strip(l.line), "enter"); at != 41 {
		t.Errorf("the keys begin at column %d", at)
	}
	if press, ok := l.at(42); !ok || press.String() != "enter" {
		t.Errorf("a click there presses %q", press)
	}
}
