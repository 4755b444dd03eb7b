package kit

import (
	"strings"

	"noir/tui"
)

// Panel frames lines with a title; the box is w cells wide.
func Panel(th *tui.Theme, w int, title string, lines ...string) Block {
	return Frame(th, w, title, Lines(lines...))
}

// Frame frames a block with a title; the box is w cells wide. Clickable places stay clickable.
func Frame(th *tui.Theme, w int, title string, b Block) Block {
	g := &th.Glyphs
	inner := max(0, w-4)
	caption := Cut(title, max(0, inner-2))
	if caption != "" {
		caption = " " + caption + " "
	}
	rest := max(0, w-3-Width(caption))
	top := th.Smoke.Render(g.TopLeft+g.Horizontal) + th.Bright.Render(caption) +
		th.Smoke.Render(strings.Repeat(g.Horizontal, rest)+g.TopRight)
	bottom := th.Smoke.Render(g.BottomLeft + strings.Repeat(g.Horizontal, max(0, w-2)) + g.BottomRight)
	side := th.Smoke.Render(g.Vertical)
	lines := make([]string, 0, b.Height()+2)
	lines = append(lines, top)
	for _, line := range b.lines {
		lines = append(lines, side+" "+Pad(line.text, inner)+" "+side)
	}
	out := Lines(append(lines, bottom)...)
	out.place(b, 2, 1)
	return out
}
