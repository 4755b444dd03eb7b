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
	lines := make([]string, h-2)
	for i := range lines {
		text := ""
		switch {
		case i == (h-3)/2:
			text = f.Sign
		case i == (h-3)/2+1 && Width(f.Word) <= w-2:
			text = f.Word
		}
		lines[i] = f.Style.Render(Center(text, w-2))
	}
	return edge.Around(w, label, lines...)
}

// Around frames lines of w−2 cells each, with a label, if any, in the upper border.
func (e Edge) Around(w int, label string, lines ...string) Block {
	return e.Enclose(box(w-2, lines), e.Style.Render(Cut(label, w-2)), "")
}

// Enclose frames a block, with styled labels in the middle of the upper border and near the right
// end of the lower one.
func (e Edge) Enclose(b Block, above, below string) Block {
	return e.EncloseRow(tui.Ground{}, 0, []Block{b}, above, below)
}

// EncloseRow is Enclose around blocks side by side, gap cells between two, with a ground behind all of
// it. It writes each line once.
func (e Edge) EncloseRow(g tui.Ground, gap int, blocks []Block, above, below string) Block {
	w, height, zones := -gap, 0, 0
	for i := range blocks {
		w += gap + blocks[i].width
		height, zones = max(height, len(blocks[i].lines)), zones+len(blocks[i].zones)
	}
	out := Block{lines: make([]measured, height+2), width: w + 2, zones: make([]zone, 0, zones+1)}
	x, side := 1, e.Style.Render(e.Vertical)
	for _, b := range blocks {
		out.place(b, x, 1)
		x += b.width + gap
	}
	left, right := (w-Width(above))/2, min(1, w-Width(below))
	line := e.border(make([]byte, 0, 1024), g, e.TopLeft, left, above, w-left-Width(above), e.TopRight)
	out.lines[0] = measured{string(line), w + 2}
	for y := range height {
		line = g.Append(g.Begin(line[:0]), side)
		for i := range blocks {
			if i > 0 {
				line = spaces(line, gap)
			}
			part := blocks[i].line(y)
			line = spaces(g.Append(line, part.text), blocks[i].width-part.cells)
		}
		line = g.End(g.Append(line, side))
		out.lines[y+1] = measured{string(line), w + 2}
	}
	line = e.border(line[:0], g, e.BottomLeft, w-right-Width(below), below, right, e.BottomRight)
	out.lines[height+1] = measured{string(line), w + 2}
	return out
}

// border appends a border on a ground, with a label after so many cells and before so many.
func (e Edge) border(line []byte, g tui.Ground, left string, before int, label string, after int, right string) []byte {
	line = g.Append(g.Begin(line), e.Style.Render(left+strings.Repeat(e.Horizontal, before)))
	line = g.Append(line, label)
	return g.End(g.Append(line, e.Style.Render(strings.Repeat(e.Horizontal, after)+right)))
}

// Tile draws a small card: three cells of its face, its right border and its lower one.
func (e Edge) Tile(face string) Block {
	return box(4, []string{face + e.Style.Render(e.Vertical), e.Style.Render(strings.Repeat(e.Horizontal, 3) + e.BottomRight)})
}

// Back draws a card face down, with a letter in its middle if there is room.
func Back(th *tui.Theme, s Size, letter string) Block {
	type key struct {
		Size
		letter string
	}
	if drawn, ok := th.Kept(key{s, letter}); ok {
		return drawn.(Block)
	}
	w, h := s.Cells()
	edge := Edge{th.Glyphs.Round, th.Smoke}
	lines := make([]string, h-2)
	for y := range lines {
		lines[y] = strings.Repeat(th.Glyphs.Shade, w-2)
	}
	drawn := edge.Tile(th.Smoke.Render(strings.Repeat(th.Glyphs.Shade, 3)))
	if s > Small {
		half := strings.Repeat(th.Glyphs.Shade, (w-2)/2-1)
		lines[len(lines)/2] = half + " " + letter + " " + half
		for y := range lines {
			lines[y] = th.Smoke.Render(lines[y])
		}
		drawn = edge.Around(w, "", lines...)
	}
	th.Keep(key{s, letter}, drawn)
	return drawn
}

// Slot draws the dim outline of a place without a card.
func Slot(th *tui.Theme, s Size) Block {
	type key Size
	if drawn, ok := th.Kept(key(s)); ok {
		return drawn.(Block)
	}
	w, h := s.Cells()
	drawn := Edge{th.Glyphs.Round, th.Ash}.Enclose(Blank(h-2).Widen(w-2), "", "")
	th.Keep(key(s), drawn)
	return drawn
}

// Slivers draws n overlapping cards, h lines high: of each only the left part with its symbol is
// visible, and below that, from a height of four, its word if it is as wide as the symbol.
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
	word, worded := edge.Append(make([]byte, 0, 256), g.Vertical), false
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
		if below := f.Word; h > 3 {
			if Width(below) == Width(f.Sign) && below != "" {
				word, worded = f.Style.Append(word, below), true
			} else {
				word = append(word, strings.Repeat(" ", Width(f.Sign))...)
			}
			word = edge.Append(word, g.Vertical)
		}
		blank.WriteString(g.Vertical)
		bottom.WriteString(teeUp)
	}
	lines := slices.Repeat([]string{edge.Render(blank.String())}, h)
	lines[0], lines[1+(h-3)/2], lines[h-1] = edge.Render(top.String()), string(sign), edge.Render(bottom.String())
	if worded {
		lines[2+(h-3)/2] = string(word)
	}
	return box(w, lines)
}
