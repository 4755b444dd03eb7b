package tui_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"noir/tui"
)

// TestOverLooksAsIfWrittenOver: a box over a page looks as if it had been
// written over it on a terminal.
func TestOverLooksAsIfWrittenOver(t *testing.T) {
	const w, h = 16, 4
	pieces := []string{"a", "card", "  ", "──", "世", "é", "\x1b[m", "\x1b[1m", "\x1b[38;5;215m"}
	lines := func(t *rapid.T, what string, n int) []string {
		page := make([]string, n)
		for i := range page {
			line := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, what), "")
			page[i] = ansi.Truncate(line, w, "") + "\x1b[m"
		}
		return page
	}
	rapid.Check(t, func(t *rapid.T) {
		page := lines(t, "page", h)
		box := lines(t, "box", rapid.IntRange(1, 3).Draw(t, "height"))
		x, y := rapid.IntRange(0, w+2).Draw(t, "x"), rapid.IntRange(0, h).Draw(t, "y")
		want, got := vt.NewEmulator(w, h), vt.NewEmulator(w, h)
		for i, line := range page {
			_, _ = want.WriteString(ansi.CursorPosition(1, i+1) + line)
		}
		for i, line := range box {
			if y+i < h && x < w {
				_, _ = want.WriteString(ansi.CursorPosition(x+1, y+i+1) + ansi.Truncate(line, w-x, ""))
			}
		}
		for i, line := range tui.Over(page, box, x, y, w) {
			_, _ = got.WriteString(ansi.CursorPosition(1, i+1) + line)
		}
		for y := range h {
			for x := range w {
				g, w := glyph(got, x, y), glyph(want, x, y)
				if g != w || g != " " && !got.CellAt(x, y).Style.Equal(&want.CellAt(x, y).Style) {
					t.Fatalf("at %d,%d shown\n%s\nwant\n%s", x, y, got.Render(), want.Render())
				}
			}
		}
	})
}

// glyph is what a cell shows. What is left of a wide sign whose first half was
// written over shows nothing.
func glyph(e *vt.Emulator, x, y int) string {
	cell := e.CellAt(x, y)
	if cell.Content == "" && (x == 0 || e.CellAt(x-1, y).Width < 2) {
		return " "
	}
	return cell.Content
}
