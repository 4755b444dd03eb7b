package terminal

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"noir/tui/tuitest"
)

// TestWhatIsSentToTheLetter has the bytes of a series of windows, each drawn over the one before: what is sent
// twice or needlessly shows nothing, but costs every visitor's line.
func TestWhatIsSentToTheLetter(t *testing.T) {
	gold, red := "\x1b[1;38;5;215m", "\x1b[31m"
	long := strings.Repeat("─", 30)
	windows := []string{
		"", "title\n\nline", "title\n\nline", "title\n\nlines", "titel\n\nlines", "a   b      c", "a   b      d", "a   x      c      e", "          ", "x",
		gold + "gold\x1b[m and " + red + "red\x1b[m", gold + "gold\x1b[m and " + red + "rot\x1b[m", gold + "gold and red", "gold and red", "\x1b[48;5;22m      \x1b[m|\n\x1b[7m    \x1b[m", "\x1b[48;5;22m   \x1b[m   |\n    ",
		long, long[:30], "世界 and 界", "世x界 and", "é👩‍🚀e", "one\ntwo\nthree\nfour\nfive", "one\ntwo\nTHREE\nfour", "one\n\n\nfour", gold + "one\ntwo\x1b[m\nthree", gold + "one\ntwo\x1b[m\nthrew", "ab cd ef gh ij kl mn op", "aB cD eF gH iJ kL mN oP", "\x1b[4:3mcurl\x1b[m", "\x1b[4mcurl\x1b[m",
		"a" + gold + "g\x1b[mb", "c" + gold + "g\x1b[md", "\x1b[1;3;4;7;9;38;5;215;48;5;22mall\x1b[0;31mred", "\x1b[1;3;4;7;9;38;5;215;48;5;22mAll\x1b[0;31mRed", "",
	}
	var all strings.Builder
	for _, profile := range []colorprofile.Profile{colorprofile.TrueColor, colorprofile.ANSI256, colorprofile.ANSI, colorprofile.ASCII} {
		s := screen{profile: profile}
		for i, content := range windows {
			fmt.Fprintf(&all, "%v %2d %q\n", profile, i, draw(&s, nil, content, Size{24, 4}))
		}
		fmt.Fprintf(&all, "%v larger %q\n", profile, draw(&s, nil, "a\nb\nc\nd\ne\nf", Size{30, 5}))
	}
	at := func(x, y int, shape tea.CursorShape, blink bool) *tea.Cursor {
		return &tea.Cursor{Position: tea.Position{X: x, Y: y}, Shape: shape, Blink: blink, Color: color.White}
	}
	var m modes
	fmt.Fprintf(&all, "left before it was entered %q\n", m.leave(nil))
	for i, v := range []tea.View{
		{}, {}, {WindowTitle: "noir"}, {WindowTitle: "noir\x1b]\u009b: a\tmove"}, {MouseMode: tea.MouseModeCellMotion}, {MouseMode: tea.MouseModeAllMotion, ReportFocus: true},
		{MouseMode: tea.MouseModeAllMotion, ReportFocus: true}, {MouseMode: tea.MouseModeAllMotion},
		{Cursor: at(3, 2, tea.CursorBar, true)}, {Cursor: at(3, 2, tea.CursorBar, true)}, {Cursor: at(4, 2, tea.CursorBar, true)}, {Cursor: at(4, 2, tea.CursorBlock, false)}, {Cursor: at(24, 2, tea.CursorBlock, false)},
		{Cursor: at(23, 3, tea.CursorUnderline, false)}, {Cursor: at(0, 4, tea.CursorBlock, true)}, {Cursor: at(-1, 0, tea.CursorBlock, true)}, {ReportFocus: true, MouseMode: tea.MouseModeCellMotion, WindowTitle: "noir", Cursor: at(0, 0, tea.CursorBlock, true)},
	} {
		b := m.enter(nil, v)
		fmt.Fprintf(&all, "modes %2d %q %q\n", i, b, m.point(nil, v.Cursor, Size{24, 4}, i%3 == 2))
	}
	fmt.Fprintf(&all, "left %q\n", m.leave(nil))
	for _, v := range []tea.View{{}, {WindowTitle: "noir"}, {ReportFocus: true}, {MouseMode: tea.MouseModeCellMotion}, {Cursor: at(3, 2, tea.CursorBar, true)}} {
		m = modes{}
		b := m.enter(nil, v)
		fmt.Fprintf(&all, "entered %q %q and left %q\n", b, m.point(nil, v.Cursor, Size{24, 4}, false), m.leave(nil))
	}
	tuitest.Golden(t, "letter", all.String())
}
