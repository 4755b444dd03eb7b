package kit

import (
	"strings"

	"noir/tui"
)

// Face is what a card shows: a short sign and, where there is room, a word.
type Face struct {
	Sign  string
	Word  string
	Style tui.Style
}

// Edge is the border of a card and its colour.
type Edge struct {
	tui.Frame
	Style tui.Style
}

// Light is the quiet border of a card.
func Light(g *tui.Glyphs) tui.Frame {
	return tui.Frame{
		Horizontal: g.Horizontal, Vertical: g.Vertical,
		TopLeft: g.TopLeft, TopRight: g.TopRight, BottomLeft: g.BottomLeft, BottomRight: g.BottomRight,
	}
}

// Card draws a card of w×h cells, at least 4×3: the sign below the upper border,
// the word below the sign if it fits, a label, if it has one, in the upper border.
func Card(f Face, edge Edge, label string, w, h int) Block {
	inner := w - 2
	side := edge.Style.Render(edge.Vertical)
	lines := make([]string, 0, h)
	lines = append(lines, edge.top(label, inner))
	for i := range h - 2 {
		text := ""
		switch {
		case i == (h-3)/2:
			text = f.Sign
		case i == (h-3)/2+1 && Width(f.Word) <= inner:
			text = f.Word
		}
		lines = append(lines, side+f.Style.Render(Center(text, inner))+side)
	}
	lines = append(lines, edge.Style.Render(edge.BottomLeft+strings.Repeat(edge.Horizontal, inner)+edge.BottomRight))
	return box(w, lines)
}

// top is the upper border with a label in its middle.
func (e Edge) top(label string, inner int) string {
	label = Cut(label, inner)
	left := (inner - Width(label)) / 2
	right := inner - Width(label) - left
	return e.Style.Render(e.TopLeft + strings.Repeat(e.Horizontal, left) + label +
		strings.Repeat(e.Horizontal, right) + e.TopRight)
}

// Slivers draws cards that lie under one another, h lines high: of each only the
// left part with its sign is seen.
func Slivers(g *tui.Glyphs, faces []Face, edge tui.Style, h int) Block {
	if len(faces) == 0 {
		return Block{}
	}
	top, sign, blank, bottom := g.TopLeft, edge.Render(g.Vertical), g.Vertical, g.BottomLeft
	for i, f := range faces {
		w := Width(f.Sign)
		teeDown, teeUp := g.TeeDown, g.TeeUp
		if i == len(faces)-1 {
			teeDown, teeUp = g.TopRight, g.BottomRight
		}
		top += strings.Repeat(g.Horizontal, w) + teeDown
		bottom += strings.Repeat(g.Horizontal, w) + teeUp
		blank += strings.Repeat(" ", w) + g.Vertical
		sign += f.Style.Render(f.Sign) + edge.Render(g.Vertical)
	}
	lines := make([]string, 0, h)
	lines = append(lines, edge.Render(top))
	for i := range h - 2 {
		if i == (h-3)/2 {
			lines = append(lines, sign)
		} else {
			lines = append(lines, edge.Render(blank))
		}
	}
	return Lines(append(lines, edge.Render(bottom))...)
}

// Brace draws a line of w cells that spans what lies below it, with the first of
// the captions that fits in its middle, or none.
func Brace(g *tui.Glyphs, edge, text tui.Style, w int, captions ...string) string {
	inner := max(0, w-2)
	caption := FirstFit(max(0, inner-4), append(captions, "")...)
	if caption != "" {
		caption = " " + caption + " "
	}
	left := (inner - Width(caption)) / 2
	right := inner - Width(caption) - left
	return edge.Render(g.TopLeft+strings.Repeat(g.Horizontal, left)) + text.Render(caption) +
		edge.Render(strings.Repeat(g.Horizontal, right)+g.TopRight)
}
