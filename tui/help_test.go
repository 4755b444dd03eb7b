package tui

import (
	"fmt"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// manyKeys has more keys than a window of 24 lines has room for in one column.
type manyKeys struct{}

func (manyKeys) ShortHelp() []key.Binding { return nil }

func (manyKeys) FullHelp() [][]key.Binding {
	var all []key.Binding
	for i := range 28 {
		all = append(all, Bind(fmt.Sprint(i), fmt.Sprintf("does thing %d", i), fmt.Sprint(i)))
	}
	return [][]key.Binding{all}
}

// TestKeysInColumns wants all keys in sight where there is room side by side, and otherwise a way
// to the rest.
func TestKeysInColumns(t *testing.T) {
	var themes Themes
	th := themes.Of(Look{Colours: colorprofile.ANSI256}, nil)
	for _, c := range []struct {
		w, h int
		all  bool
	}{{80, 23, true}, {40, 19, false}} {
		h := newHelp(manyKeys{}, nil)
		box := h.box(c.w, c.h, th)
		if len(box) > c.h {
			t.Errorf("%d×%d: %d lines", c.w, c.h, len(box))
		}
		text := ansi.Strip(strings.Join(box, "\n"))
		if got := strings.Contains(text, "hang up"); got != c.all {
			t.Errorf("%d×%d: the last key is shown: %t", c.w, c.h, got)
		}
		if got := len(h.keys()) == 1; got != c.all {
			t.Errorf("%d×%d: there is nothing more: %t", c.w, c.h, got)
		}
	}
}

// TestHelpIsScrolled from the first key to the last and back, and no further. Any other key ends it.
func TestHelpIsScrolled(t *testing.T) {
	var themes Themes
	th := themes.Of(Look{Colours: colorprofile.ANSI256}, nil)
	h := newHelp(manyKeys{}, nil)
	shown := func() string { return ansi.Strip(strings.Join(h.box(40, 19, th), "\n")) }
	shown()
	for _, c := range []struct{ key, sees, not string }{{"down", "hang up", "does thing 0 "}, {"up", "does thing 0 ", "hang up"}, {"pgdown", "hang up", "does thing 0 "}} {
		for range 40 {
			press, _ := KeyPress(c.key)
			if stays, cmd := h.press(press); !stays || cmd != nil {
				t.Fatalf("%s ends the help", c.key)
			}
			shown()
		}
		if text := shown(); !strings.Contains(text, c.sees) || strings.Contains(text, c.not) {
			t.Errorf("after many times %s:\n%s", c.key, text)
		}
	}
	press, _ := KeyPress("x")
	if stays, _ := h.press(press); stays {
		t.Error("any key stays")
	}
}
