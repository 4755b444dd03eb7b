package tui_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"noir/tui"
)

// TestTerseLooksTheSame: a line with fewer codes looks as it did, except for the text colour of blanks, and leaves the
// same style behind; it is never longer, and cannot be made shorter again.
func TestTerseLooksTheSame(t *testing.T) {
	pieces := []string{
		"a", "card", " ", "    ", "──", "世", "\x1b[m", "\x1b[m", "\x1b[m", "\x1b[38;5;215m", "\x1b[38;5;246m", "\x1b[38;2;10;20;30m",
		"\x1b[48;5;234m", "\x1b[48;5;234m", "\x1b[48;2;10;20;30m", "\x1b[1m", "\x1b[7m", "\x1b[4m", "\x1b[31m", "\x1b[39m", "\x1b[49m",
		"\x1b[1;38;5;215m", "\x1b[38;5;215;1m", "\x1b[1;38;5;153;48;5;17m", "\x1b[38;5;9;48;5;17m", "\x1b[0m",
	}
	rapid.Check(t, func(t *rapid.T) {
		const end = "x" // in the style that the line leaves behind
		line := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
		terse := string(tui.Terse(nil, []byte(line)))
		if again := string(tui.Terse(nil, []byte(terse))); len(terse) > len(line) || again != terse {
			t.Fatalf("%q is %q, and then %q", line, terse, again)
		}
		w := ansi.StringWidth(line) + len(end)
		got, want := vt.NewEmulator(w, 1), vt.NewEmulator(w, 1)
		_, _ = got.WriteString(terse + end)
		_, _ = want.WriteString(line + end)
		for x := range w {
			g, w := got.CellAt(x, 0).Clone(), want.CellAt(x, 0).Clone()
			if g.Content == " " && w.Content == " " && g.Style.Attrs == w.Style.Attrs {
				g.Style.Fg, w.Style.Fg = nil, nil
			}
			if !g.Equal(w) {
				t.Fatalf("%q is %q: cell %d is %q in %q, want %q in %q", line, terse, x, g.Content, g.Style.String(), w.Content, w.Style.String())
			}
		}
	})
}

// TestTerse: neighbours in one style have its codes once, whatever blanks are between them.
func TestTerse(t *testing.T) {
	const ground, red, blue, bold = "\x1b[48;5;234m", "\x1b[38;5;203m", "\x1b[38;5;110m", "\x1b[1;38;5;255m"
	for line, want := range map[string]string{
		red + "│\x1b[m" + red + "x\x1b[m" + red + "│\x1b[m":                                                        red + "│x│\x1b[m",
		bold + "│\x1b[m" + bold + "x\x1b[m":                                                                        bold + "│x\x1b[m",
		red + "1\x1b[m " + red + "2\x1b[m" + blue + "3\x1b[m":                                                      red + "1 2" + blue + "3\x1b[m",
		ground + " " + red + "1\x1b[m" + ground + " \x1b[m" + ground + blue + "2\x1b[m" + ground + " \x1b[m\x1b[m": ground + " " + red + "1 " + blue + "2 \x1b[m",
		ground + "\x1b[m" + red + "\x1b[m" + bold + "\x1b[m":                                                       "",
		red + "1\x1b[mplain": red + "1\x1b[mplain",
		"plain":              "plain",
	} {
		if got := string(tui.Terse(nil, []byte(line))); got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}
