package kit

import (
	"slices"
	"strings"

	"noir/tui"
)

// Face is what a card shows: a short symbol and, where there is room, a word.
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

// Card draws a card of w×h cells, at least 4×3: the symbol below the upper border, the word below
// that if it fits, and a label, if any, in the upper border.
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

// Slivers draws n overlapping cards, h lines high: of each only the left part with its symbol is
// visible.
func Slivers(g *tui.Glyphs, n int, face func(int) Face, edge tui.Style, h int) Block {
	if n == 0 {
		return Block{}
	}
	w := 1
	for i := range n {
		w += Width(face(i).Sign) + 1
	}
	var top, blank, bottom strings.Builder
	top.Grow(w * len(g.Horizontal))
	blank.Grow(w * len(g.Vertical))
	bottom.Grow(w * len(g.Horizontal))
	sign := edge.Append(make([]byte, 0, 1024), g.Vertical)
	top.WriteString(g.TopLeft)
	blank.WriteString(g.Vertical)
	bottom.WriteString(g.BottomLeft)
	for i := range n {
		f := face(i)
		teeDown, teeUp := g.TeeDown, g.TeeUp
		if i == n-1 {
			teeDown, teeUp = g.TopRight, g.BottomRight
		}
		for range Width(f.Sign) {
			top.WriteString(g.Horizontal)
			blank.WriteByte(' ')
			bottom.WriteString(g.Horizontal)
		}
		top.WriteString(teeDown)
		sign = edge.Append(f.Style.Append(sign, f.Sign), g.Vertical)
		blank.WriteString(g.Vertical)
		bottom.WriteString(teeUp)
	}
	lines := slices.Repeat([]string{edge.Render(blank.String())}, h)
	lines[0], lines[1+(h-3)/2], lines[h-1] = edge.Render(top.String()), string(sign), edge.Render(bottom.String())
	return box(w, lines)
}

// Brace draws a line of w cells that spans what is below it, with the first caption that fits in
// its middle, or none.
func Brace(g *tui.Glyphs, edge, text tui.Style, w int, captions ...string) string {
	inner := max(0, w-2)
	caption := FirstFit(max(0, inner-4), append(captions, "")...)
	if caption != "" {
		caption = " " + caption + " "
	}
	left := (inner - Width(caption)) / 2
	right := inner - Width(caption) - left
	line := edge.Append(make([]byte, 0, 512), g.TopLeft+strings.Repeat(g.Horizontal, left))
	line = text.Append(line, caption)
	return string(edge.Append(line, strings.Repeat(g.Horizontal, right)+g.TopRight))
}
