package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"noir/tui/width"
)

// Over lays the lines of a box over a page, its upper left corner at x, y, cut to w cells. It
// returns a new page.
func Over(page, box []string, x, y, w int) []string {
	page = slices.Clone(page)
	for i, line := range box {
		if at := y + i; at >= 0 && at < len(page) && x < w {
			page[at] = splice(page[at], ansi.Truncate(line, w-x, ""), x)
		}
	}
	return page
}

// plainly resets every style, so that no style continues into the next text.
const plainly = ansi.ResetStyle

// splice writes a text over the cells of a line from x on.
func splice(line, text string, x int) string {
	if width.Of(text) == 0 {
		return line
	}
	left := ansi.Truncate(line, x, "")
	left += plainly + strings.Repeat(" ", max(0, x-width.Of(left)))
	end, cells := x+width.Of(text), width.Of(line)
	if end >= cells {
		return left + text + plainly
	}
	right := ansi.Cut(line, end, cells)
	if width.Of(right) > cells-end { // half of a wide sign is covered
		right = " " + ansi.Cut(line, end+1, cells)
	}
	return left + text + plainly + right
}
