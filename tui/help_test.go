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

// TestKeysInColumns wants all keys in sight where there is room beside each other,
// and else a way to the rest.
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
